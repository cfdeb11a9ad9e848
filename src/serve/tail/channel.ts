import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../profile/entry.ts';
import type { Tokens } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { createNewEntries } from '../../store/new-entries.ts';
import type { Store } from '../../store/store.ts';
import { createEventBuffer, type TailEvent } from './event-buffer.ts';

const POLL_MS = 500;
const POLL_AFTER_ERROR_MS = 5000;
/** After a slow poll, the pause is this many times as long as the poll took. */
const PAUSE_FACTOR = 4;
/** Rows per event. Smaller events let the app run between two of them. */
const MAX_ROWS = 100;

export interface FollowedSearch {
  readonly terms: readonly Term[];
  readonly limit: number;
  /** The JSON of each entry's row. */
  readonly rows: (entries: readonly Entry[], tokens: Tokens) => readonly string[];
}

/**
 * One search that subscribers follow. Its position is the number of entries that have arrived so far, so each
 * subscriber can continue after the last entry it received. Each event is made once for all of them.
 */
export interface Channel {
  /** Distinguishes the positions of this channel from those of an earlier one. */
  readonly id: string;
  /** Why the last poll of the book failed; `null` if it succeeded. */
  readonly error: string | null;
  readonly subscribers: number;
  subscribe(): void;
  unsubscribe(): void;
  /** The newest entries of the search. Later entries arrive after its position. */
  listing(): Promise<TailEvent>;
  /** Whether all entries that arrived after this position can still be sent. */
  canContinue(position: number): boolean;
  /** The next entries after this position; `null` if there are none. */
  next(position: number): TailEvent | null;
  /** Resolves after the next poll. */
  nextPoll(): Promise<void>;
}

/** Runs one task after the other. */
export type TaskQueue = <T>(task: () => Promise<T>) => Promise<T>;

/** Polls the book once for all subscribers, and only while there are any. */
export function createChannel(
  { terms, limit, rows }: FollowedSearch,
  open: () => Promise<Store>,
  inTurn: TaskQueue,
): Channel {
  const id = randomBytes(6).toString('hex');
  const newEntries = createNewEntries(terms);
  const events = createEventBuffer(id);
  let listed: TailEvent | null = null;
  let hasSkipped = false;
  let subscribers = 0;
  let isPolling = false;
  let error: string | null = null;
  let waiting: (() => void)[] = [];

  function add(entries: readonly Entry[], { tokens }: Store): void {
    for (let start = 0; start < entries.length; start += MAX_ROWS) {
      const some = entries.slice(start, start + MAX_ROWS);
      events.add('rows', some.length, `[${rows(some, tokens).join()}]`);
    }
  }

  async function poll(): Promise<Store> {
    const book = await open();
    const added = await newEntries.poll(book);
    listed = null;
    hasSkipped = added === null;
    if (added === null) events.skip();
    else add(added, book);
    return book;
  }

  async function list(): Promise<TailEvent> {
    // Subscribers that connect or fall behind between two polls share one listing.
    if (listed) return listed;
    const book = hasSkipped ? await open() : await poll();
    const { entries } = await book.search({ terms, limit, cursor: null });
    // Entries written since that poll count as arrived for every subscriber.
    add(newEntries.addUnseen(entries), book);
    listed = events.at(
      'listing',
      `{"limit":${limit},"skipped":${hasSkipped},"rows":[${rows(entries, book.tokens).join()}]}`,
    );
    return listed;
  }

  async function pollWhileSubscribed(): Promise<void> {
    isPolling = true;
    while (subscribers > 0) {
      const started = performance.now();
      try {
        await inTurn(poll);
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
    id,
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
    listing: () => inTurn(list),
    canContinue: events.has,
    next: events.after,
    nextPoll: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  };
}
