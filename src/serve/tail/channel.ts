import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import type { Store } from '../../store/store.ts';
import { createNewEntries } from './new-entries.ts';

const POLL_MS = 500;
const POLL_AFTER_ERROR_MS = 5000;
/** After a slow poll, the pause is this many times as long as the poll took. */
const PAUSE_FACTOR = 4;
/** Entries kept for subscribers that fell behind or lost their connection. */
const MAX_BUFFERED = 5000;

/** The newest entries of a search, and the channel's position when they were read. */
export interface Snapshot {
  readonly entries: readonly Entry[];
  readonly position: number;
}

/**
 * One search that subscribers follow. Its position is the number of entries that have arrived so far, so each
 * subscriber can continue after the last entry it received.
 */
export interface Channel {
  /** Distinguishes the positions of this channel from those of an earlier one. */
  readonly id: string;
  /** Why the last poll of the book failed; `null` if it succeeded. */
  readonly error: string | null;
  readonly subscribers: number;
  subscribe(): void;
  unsubscribe(): void;
  /** The newest entries of the search. Later entries arrive after the returned position. */
  snapshot(limit: number): Promise<Snapshot>;
  /** Entries that arrived after this position, oldest first; `null` if they are no longer buffered. */
  entriesAfter(position: number, max: number): readonly Entry[] | null;
  /** Resolves after the next poll. */
  nextPoll(): Promise<void>;
}

/** Polls the book once for all subscribers, and only while there are any. */
export function createChannel(terms: readonly Term[], open: () => Promise<Store>): Channel {
  const newEntries = createNewEntries(terms);
  const buffer: Entry[] = [];
  let position = 0;
  let subscribers = 0;
  let isPolling = false;
  let error: string | null = null;
  let waiting: (() => void)[] = [];
  let lastTask: Promise<unknown> = Promise.resolve();

  /** Runs tasks one at a time: two polls must not update the known entries at once. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = lastTask.then(task);
    lastTask = done.catch(() => {});
    return done;
  }

  function add(entries: readonly Entry[]): void {
    buffer.push(...entries);
    position += entries.length;
    if (buffer.length > MAX_BUFFERED) buffer.splice(0, buffer.length - MAX_BUFFERED);
  }

  async function poll(): Promise<Store> {
    const book = await open();
    add(await newEntries.poll(book));
    return book;
  }

  async function pollWhileSubscribed(): Promise<void> {
    isPolling = true;
    while (subscribers > 0) {
      const started = performance.now();
      try {
        await enqueue(poll);
        error = null;
      } catch (cause) {
        error = cause instanceof Error ? cause.message : String(cause);
      }
      const resolvers = waiting;
      waiting = [];
      for (const resolve of resolvers) resolve();
      const pause = PAUSE_FACTOR * (performance.now() - started);
      await sleep(Math.max(error === null ? POLL_MS : POLL_AFTER_ERROR_MS, pause), undefined, { ref: false });
    }
    isPolling = false;
  }

  return {
    id: randomBytes(6).toString('hex'),
    get error() {
      return error;
    },
    get subscribers() {
      return subscribers;
    },
    subscribe() {
      subscribers++;
      if (!isPolling) void pollWhileSubscribed();
    },
    unsubscribe() {
      subscribers--;
    },
    snapshot: (limit) =>
      enqueue(async () => {
        const book = await poll();
        const { entries } = await book.search({ terms, limit, cursor: null });
        // Entries written since that poll count as arrived for every subscriber.
        add(newEntries.addUnseen(entries));
        return { entries, position };
      }),
    entriesAfter(from, max) {
      const behind = position - from;
      if (behind < 0 || behind > buffer.length) return null;
      const start = buffer.length - behind;
      return buffer.slice(start, start + max);
    },
    nextPoll: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  };
}
