import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens } from '../../profile/token.ts';
import type { Store } from '../store.ts';
import { encodeBatch } from './batch-codec.ts';
import type { BookOptions } from './book.ts';
import type { Pruned } from './retention.ts';
import { bookThread, onThisThread } from './threads.ts';

/** Maintenance runs after this many writes, or after this time. */
const MAINTAIN_EVERY_WRITES = 16;
const MAINTAIN_EVERY_MS = 1000;
/** Pause between two steps of retention, in which others can write. */
const STEP_PAUSE_MS = 1;
const EMPTY_LOG_ATTEMPTS = 10;
const EMPTY_LOG_PAUSE_MS = 200;

export interface SqliteStore extends Store {
  /** Writes pending postings, indexes URLs and checkpoints now. This also happens regularly without a call. */
  maintain(): Promise<void>;
}

export interface SqliteOptions extends Omit<BookOptions, 'path'> {
  /**
   * Write on the calling thread instead of starting a thread for it. Only for a thread that may block.
   * @default false
   */
  readonly inThisThread?: boolean;
}

/**
 * Opens a SQLite book. One thread reads, one writes and one does maintenance; the last two start when they are first
 * needed, so a store that is only read has one thread.
 */
export async function openSqliteStore(
  path: string,
  { inThisThread = false, ...rest }: SqliteOptions,
): Promise<SqliteStore> {
  const options = { path, ...rest };
  // Whichever opens first creates the book. The others must not: a new book would have other tokens.
  const existing = { ...options, create: false };
  const writer = inThisThread ? onThisThread('writer', options) : bookThread('writer', existing);
  const reader = bookThread('reader', inThisThread ? existing : options);
  const maintenance = bookThread('maintenance', existing);

  let writes = 0;
  let writesAtLastTick = 0;
  let writesWithPostings = 0;
  let writesSinceMaintenance = 0;
  let maintaining = false;
  let closed = false;

  async function closeThreads(): Promise<void> {
    await maintenance.close();
    await reader.close();
    await writer.close();
  }

  async function indexAndCheckpoint(): Promise<void> {
    for (
      let start = performance.now();
      !closed && (await writer.call('indexStep', []));
      start = performance.now()
    )
      // As long as the step took, so that other processes get the lock too: they retry only now and then.
      await sleep(performance.now() - start);
    if (!closed && (await maintenance.call('checkpoint', [])) && (await maintenance.call('checkpoint', []))) {
      // While the app keeps writing, only the writer can checkpoint the end of the log.
      await writer.call('checkpoint', []);
    }
  }

  async function deleteInSteps(step: () => Promise<Pruned>): Promise<number> {
    let total = 0;
    let steps = 0;
    for (let more = true; more; steps++) {
      const result = await step();
      total += result.pruned;
      more = result.more;
      if (more) await sleep(STEP_PAUSE_MS);
    }
    if (steps > 1 || total > 0) await purge();
    return total;
  }

  /** Removes what deleted profiles have left in the files of the book. */
  async function purge(): Promise<void> {
    while (!closed && (await writer.call('purgeStep', []))) await sleep(STEP_PAUSE_MS);
    if (closed) return;
    await maintenance.call('checkpoint', []);
    // Long reads keep the log in use. After the last attempt, the next retention empties it.
    for (let i = 0; i < EMPTY_LOG_ATTEMPTS && !closed && !(await writer.call('emptyLog', [])); i++)
      await sleep(EMPTY_LOG_PAUSE_MS);
  }

  async function maintainAfterWrites(): Promise<void> {
    if (maintaining || closed || writesSinceMaintenance === 0) return;
    maintaining = true;
    writesSinceMaintenance = 0;
    // A failure is retried with the next run; if it persists, reads and writes report it.
    await indexAndCheckpoint().catch(() => {});
    maintaining = false;
  }

  /** Postings are written in large batches, or once no more entries arrive. */
  async function writePostingsWhenIdle(): Promise<void> {
    const isIdle = writes === writesAtLastTick;
    writesAtLastTick = writes;
    if (!isIdle || writesWithPostings === writes || closed) return;
    writesWithPostings = writes;
    await writer.call('writePostings', []).catch(() => {});
  }

  const opening = inThisThread ? writer.call('tokenKey', []) : reader.call('tokenKey', []);
  const tokenKey = await opening.catch(async (error: unknown) => {
    await closeThreads();
    throw error;
  });
  const timer = setInterval(() => {
    void maintainAfterWrites();
    void writePostingsWhenIdle();
  }, MAINTAIN_EVERY_MS).unref();

  return {
    tokens: createTokens(tokenKey),
    async write(batch) {
      await writer.call('write', [inThisThread ? batch : encodeBatch(batch)]);
      writes++;
      if (++writesSinceMaintenance >= MAINTAIN_EVERY_WRITES) void maintainAfterWrites();
    },
    search: (criteria, options) => reader.call('search', [criteria], options),
    count: (terms, cap, options) => reader.call('count', [terms, cap], options),
    survey: (terms, options) => reader.call('survey', [terms], options),
    get: (token) => reader.call('get', [token]),
    lease: (size) => writer.call('lease', [size]),
    prune: (before) => deleteInSteps(() => writer.call('pruneStep', [before])),
    retain: (retention) => deleteInSteps(() => writer.call('retainStep', [retention])),
    async maintain() {
      await writer.call('writePostings', []);
      await indexAndCheckpoint();
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await closeThreads();
    },
  };
}
