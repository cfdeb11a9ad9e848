import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import type { Store } from '../../store/store.ts';
import { createNewEntries } from './new-entries.ts';

const PACE_MS = 500;
const PACE_IN_TROUBLE_MS = 5000;
/** A look that takes long is followed by a pause so many times as long. */
const REST = 4;
/** So many arrivals are remembered for listeners that fell behind or lost their connection. */
const REMEMBERED = 5000;

/** The listing as it stood when so many rows had arrived. */
export interface Standing {
  readonly entries: readonly Entry[];
  readonly arrived: number;
}

/** One search that is listened to. Rows are numbered as they arrive, so each listener knows where it stands. */
export interface Channel {
  /** Tells this channel's numbers from those of another time. */
  readonly id: string;
  /** Why the book can't be looked at right now. */
  readonly trouble: string | null;
  readonly listeners: number;
  enter(): void;
  leave(): void;
  /** The newest rows: all that arrives later is numbered from `arrived` on. */
  standing(limit: number): Promise<Standing>;
  /** What arrived when so many had, oldest first; `null` when that is no longer remembered. */
  since(arrived: number, most: number): readonly Entry[] | null;
  /** Resolves when the book was looked at once more. */
  looked(): Promise<void>;
}

/** Looks at the book at an easy pace, once for all listeners, and only while there is one. */
export function createChannel(terms: readonly Term[], open: () => Promise<Store>): Channel {
  const arrivals = createNewEntries(terms);
  const remembered: Entry[] = [];
  let arrived = 0;
  let listeners = 0;
  let watching = false;
  let trouble: string | null = null;
  let waiting: (() => void)[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: what is known must not change under a look. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  function remember(entries: readonly Entry[]): void {
    remembered.push(...entries);
    arrived += entries.length;
    if (remembered.length > REMEMBERED) remembered.splice(0, remembered.length - REMEMBERED);
  }

  async function look(): Promise<Store> {
    const book = await open();
    remember(await arrivals.look(book));
    return book;
  }

  async function watch(): Promise<void> {
    watching = true;
    while (listeners > 0) {
      const began = performance.now();
      try {
        await inTurn(look);
        trouble = null;
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error);
      }
      const told = waiting;
      waiting = [];
      for (const tell of told) tell();
      const rest = REST * (performance.now() - began);
      await sleep(Math.max(trouble === null ? PACE_MS : PACE_IN_TROUBLE_MS, rest), undefined, { ref: false });
    }
    watching = false;
  }

  return {
    id: randomBytes(6).toString('hex'),
    get trouble() {
      return trouble;
    },
    get listeners() {
      return listeners;
    },
    enter() {
      listeners++;
      if (!watching) void watch();
    },
    leave() {
      listeners--;
    },
    standing: (limit) =>
      inTurn(async () => {
        const book = await look();
        const { entries } = await book.search({ terms, limit, cursor: null });
        // What came in since that look has arrived with it, for everybody.
        remember(arrivals.take(entries));
        return { entries, arrived };
      }),
    since(from, most) {
      const behind = arrived - from;
      if (behind < 0 || behind > remembered.length) return null;
      const start = remembered.length - behind;
      return remembered.slice(start, start + most);
    },
    looked: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  };
}
