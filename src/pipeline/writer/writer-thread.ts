import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { VerifierSettings } from '../../clients/crawler-verifier.ts';
import { GatebookError } from '../../errors.ts';
import { codeFile } from '../../package-files.ts';
import type { ProcessReport } from '../../process/process-reports.ts';
import type { ProcessInfo } from '../../profile/entry.ts';
import { RequestCounter, type RouteCounts } from '../../profile/request-counts.ts';
import type { RedactionOptions } from '../../redact/redaction.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { keepEngineLoaded, storageKind } from '../../store/open-store.ts';
import type { CollectorKeys } from '../../store/remote/remote-store.ts';
import type { Retention, Store } from '../../store/store.ts';
import { type RpcClient, startWorker } from '../../worker/rpc-client.ts';
import type { Draft } from '../draft/draft.ts';
import type { SpoolOptions, SpoolSettings } from '../spool/spool.ts';
import type { SpoolReport } from '../spool/spool-ledger.ts';
import type { Writer } from './writer.ts';
import { remoteStore, type WriterMethods } from './writer-store.ts';

export interface WriterOptions {
  readonly storage: string;
  readonly redaction?: RedactionOptions | undefined;
  readonly keep?: Retention | undefined;
  readonly process?: ProcessInfo | undefined;
  /** Set if the storage is a collector. */
  readonly keys?: CollectorKeys | undefined;
  /** Set if a collector has a spool. */
  readonly spool?: SpoolOptions | undefined;
  /** Set if declared crawlers are verified. */
  readonly crawlers?: Pick<VerifierSettings, 'servers'> | undefined;
}

/** A writer, in a thread or not. */
export interface RunningWriter extends Writer {
  /**
   * Writes what happens to the process itself, unless other processes can't read the book. An id that was written before is ignored.
   * @param ended the name of the report that ends with this event
   */
  note(id: string, drafts: readonly Draft[], ended?: string): Promise<void>;
  /** A store that reads through this writer. */
  openStore(): Promise<Store>;
  /** Blocks until all calls have their reply, for at most `ms` milliseconds. */
  waitUntilIdle(ms: number): void;
  /** How many times the thread was restarted after a crash. */
  restarts(): number;
  /**
   * Writes the report for the other processes to read. Does nothing while the thread does not run.
   * @param unfinished what is recorded if this process ends without a word
   */
  report(name: string, report: ProcessReport, unfinished: readonly Draft[]): void;
  /**
   * What the spool has of a queue; `null` if nothing is known. Absent without a spool.
   * @param needed whether to start a thread for it, and to keep it
   */
  spool?(queue: string, needed: boolean, settle: boolean): Promise<SpoolReport | null>;
  /** The requests that were stored. */
  routes(): readonly RouteCounts[];
}

/** A thread without a call for this long ends. The next call starts another. */
const IDLE_MS = 60_000;
/** How often retention starts a thread for a book that is not written to. */
const RETAIN_IDLE_EVERY_MS = 3_600_000;
/** How long to wait for a query of chdb. If its thread ends before, the process aborts or hangs. */
const CHDB_QUERY_MS = 20_000;

/** A writer in its own thread. After a crash, the next call starts a new thread. */
export function startWriterThread(options: WriterOptions, idleMs = IDLE_MS): RunningWriter {
  let thread: RpcClient<WriterMethods> | null = null;
  /** The thread that is ending because it was idle. */
  let ending: Promise<void> | null = null;
  let idleTimer: NodeJS.Timeout | null = null;
  let calls = 0;
  let retainedAt = Number.NEGATIVE_INFINITY;
  let restarts = 0;
  let closed = false;
  const reported = new Set<string>();
  const counter = new RequestCounter();
  // A thread that follows finds the folder of the one before.
  const spool: SpoolSettings | undefined = options.spool && {
    ...options.spool,
    name: `${process.pid}-${randomBytes(4).toString('hex')}`,
  };
  const resource = displayStorage(options.storage);
  // The engine of chdb lives in its thread.
  const isChdb = storageKind(options.storage) === 'chdb';

  function running(): RpcClient<WriterMethods> {
    if (thread?.hasEnded() && !closed) {
      restarts++;
      thread = null;
    }
    if (!thread) {
      if (closed)
        throw new GatebookError(
          'store-closed',
          `The book at ${resource} is closed. Open it again to use it.`,
        );
      keepEngineLoaded(options.storage);
    }
    thread ??= startWorker<WriterMethods>({
      worker: codeFile('pipeline/writer', 'writer-worker'),
      name: 'writer',
      resource,
      // In a thread, `argv` names the code of the thread.
      data: { ...options, spool, mainFile: process.argv[1] ?? '' },
      background: true,
    });
    return thread;
  }

  async function use<Result>(call: (thread: RpcClient<WriterMethods>) => Promise<Result>): Promise<Result> {
    calls++;
    try {
      return await call(running());
    } finally {
      calls--;
    }
  }

  /** Lets the thread end some time after the last call. */
  function postponeEnd<Result>(result: Promise<Result>): Promise<Result> {
    if (idleTimer) idleTimer.refresh();
    else if (!isChdb) idleTimer = setTimeout(endIfIdle, idleMs).unref();
    return result;
  }

  function endIfIdle(): void {
    if (!thread || thread.hasEnded()) return;
    if (calls > 0) idleTimer?.refresh();
    else {
      ending = thread.close().catch(() => {});
      thread = null;
    }
  }

  /** The thread that wrote the reports may have ended long ago. */
  async function removeReported(): Promise<void> {
    if (reported.size === 0) return;
    const { removeReports } = await import('../../process/process-reports.ts');
    await removeReports(options.storage, reported);
  }

  return {
    async write(batch, onSpool) {
      const { stored, routes, spool } = await postponeEnd(use((writer) => writer.call('write', [batch])));
      counter.addAll(routes);
      if (spool) onSpool?.(spool);
      return stored;
    },
    routes: () => counter.counts(),
    lease: (size) => postponeEnd(use((writer) => writer.call('lease', [size]))),
    tokenKey: () => postponeEnd(use((writer) => writer.call('tokenKey', []))),
    async retain(keep) {
      const now = performance.now();
      if (!thread && now - retainedAt < RETAIN_IDLE_EVERY_MS) return 0;
      retainedAt = now;
      const retained = use((writer) => writer.call('retain', [keep]));
      // Retention runs every minute, so it must not keep the thread of an idle book alive.
      return idleTimer ? retained : postponeEnd(retained);
    },
    ...(spool && {
      async spool(queue, needed, settle) {
        if (!needed && (!thread || thread.hasEnded())) return null;
        const report = use((writer) => writer.call('spool', [queue, settle]));
        return needed ? postponeEnd(report) : report;
      },
    }),
    openStore: () => remoteStore(running, storageKind(options.storage) !== 'collector'),
    waitUntilIdle: (ms) => thread?.waitUntilIdle(isChdb ? CHDB_QUERY_MS : ms),
    restarts: () => restarts,
    note: (id, drafts, ended) => postponeEnd(use((writer) => writer.call('note', [id, drafts, ended]))),
    report(name, report, unfinished) {
      if (!thread || thread.hasEnded()) return;
      reported.add(name);
      thread.call('report', [name, report, unfinished]).catch(() => {});
    },
    async close() {
      closed = true;
      if (idleTimer) clearTimeout(idleTimer);
      await Promise.all([thread?.close(), ending]).finally(removeReported);
    },
  };
}

/** The writer threads of this process, and how many books use each. */
const threads = new Set<{
  readonly options: WriterOptions;
  readonly writer: RunningWriter;
  readonly users: Set<object>;
}>();

/** A writer thread that servers with the same book and the same options share, such as those for HTTP and HTTPS. */
export function shareWriterThread(options: WriterOptions): RunningWriter {
  const existing = [...threads].find((thread) => isDeepStrictEqual(thread.options, options));
  const thread = existing ?? { options, writer: startWriterThread(options), users: new Set() };
  threads.add(thread);
  const user = {};
  thread.users.add(user);
  return {
    ...thread.writer,
    // Only the first user has counts, because the metrics add up those of all books.
    routes: () => (thread.users.values().next().value === user ? thread.writer.routes() : []),
    async close() {
      if (!thread.users.delete(user) || thread.users.size > 0) return;
      threads.delete(thread);
      await thread.writer.close();
    },
  };
}
