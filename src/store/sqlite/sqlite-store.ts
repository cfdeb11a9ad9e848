import { setImmediate as letOthers, setTimeout as sleep } from 'node:timers/promises';
import { createTokens } from '../../profile/token.ts';
import type { Store } from '../store.ts';
import { encodeBatch } from './batch-codec.ts';
import type { BookOptions } from './book.ts';
import type { Pruned } from './prune.ts';
import { type BookThread, runInThisThread, startBookThread } from './threads.ts';

/** Writes between two looks at what is to be kept in order. */
const TEND_EVERY = 16;
const TEND_MS = 1000;
/** Between two steps of retention. */
const STEP_PAUSE_MS = 1;

export interface SqliteStore extends Store {
  /** Indexes what is not indexed yet and writes the log back into the book, as is done from time to time anyway. */
  tend(): Promise<void>;
}

export interface SqliteOptions extends Omit<BookOptions, 'path'> {
  /** Whoever opens it is a thread that may block: it does the writing itself. */
  readonly here?: boolean;
}

/** A SQLite book: one thread writes, one reads, and one looks after it, started when there is something to look after. */
export async function openSqliteStore(
  path: string,
  { here = false, ...options }: SqliteOptions,
): Promise<SqliteStore> {
  const data = { path, ...options };
  const writer = here ? runInThisThread('writer', data) : startBookThread('writer', data);
  let reading: BookThread<'reader'> | null = null;
  let keeping: BookThread<'keeper'> | null = null;
  let untended = 0;
  let written = 0;
  let writtenBefore = 0;
  let posted = 0;
  let tending = false;
  let closed = false;

  // Both at once: the first page is asked for soon after.
  if (!here) reading = startBookThread('reader', data);
  const tokenKey = await writer.call('tokenKey', []).catch(async (error: unknown) => {
    await Promise.all([writer.close(), reading?.close()]);
    throw error;
  });

  const reader = () => {
    reading ??= startBookThread('reader', data);
    return reading;
  };
  const keeper = () => {
    keeping ??= startBookThread('keeper', data);
    return keeping;
  };

  /** In steps between writes; the log is written back by a thread of its own, but for the last of it. */
  async function tend(): Promise<void> {
    // A writer in this very thread answers at once: only a turn of the event loop lets a write in between.
    while (!closed && (await writer.call('indexSome', []))) await letOthers();
    if (!closed && (await keeper().call('checkpoint', [])) && (await keeper().call('checkpoint', [])))
      await writer.call('checkpoint', []);
  }

  async function tendNowAndThen(): Promise<void> {
    if (tending || closed || untended === 0) return;
    tending = true;
    untended = 0;
    // What could not be done now is done next time; a book that is out of order shows in reads and writes.
    await tend().catch(() => {});
    tending = false;
  }
  /** Entries wait to be posted together; when no more come, they are posted as they are. */
  async function postWhenQuiet(): Promise<void> {
    const quiet = written === writtenBefore;
    writtenBefore = written;
    if (!quiet || posted === written || closed) return;
    posted = written;
    await writer.call('post', []).catch(() => {});
  }
  const timer = setInterval(() => {
    void tendNowAndThen();
    void postWhenQuiet();
  }, TEND_MS).unref();

  return {
    tokens: createTokens(tokenKey),
    async write(batch) {
      await writer.call('write', [here ? batch : encodeBatch(batch)]);
      written++;
      if (++untended >= TEND_EVERY) void tendNowAndThen();
    },
    search: (criteria, ask) => reader().call('search', [criteria], ask),
    count: (terms, cap, ask) => reader().call('count', [terms, cap], ask),
    survey: (terms, ask) => reader().call('survey', [terms], ask),
    get: (token) => reader().call('get', [token]),
    lease: (size) => writer.call('lease', [size]),
    async tend() {
      await writer.call('post', []);
      await tend();
    },
    prune: (before) => inSteps(() => writer.call('pruneSome', [before])),
    retain: (retention) => inSteps(() => writer.call('retainSome', [retention])),
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await keeping?.close();
      await reading?.close();
      await writer.close();
    },
  };
}

/** Step after step, with a pause between two in which others may write. */
async function inSteps(step: () => Promise<Pruned>): Promise<number> {
  let total = 0;
  for (;;) {
    const { pruned, more } = await step();
    total += pruned;
    if (!more) return total;
    await sleep(STEP_PAUSE_MS);
  }
}
