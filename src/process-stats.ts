import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { tryOr } from './errors.ts';
import type { ResolvedOptions } from './options/options.ts';
import type { RunningWriter } from './pipeline/writer/writer-thread.ts';
import { hasTerminal } from './process/unhandled-signals.ts';
import type { Micros } from './profile/time.ts';
import type { InProgress, Unfinished } from './record/in-progress.ts';
import type { BookStats, RecordingStats } from './serve/recording-stats.ts';

const REPORT_EVERY_MS = 2000;
/** A report that has not changed is written again after this time, so that other hosts see that it is valid. */
const REPEAT_EVERY_MS = 20_000;
/** How long a request must be in progress to be reported, and how often that is checked. */
const SLOW_MS = 250;
const MAX_UNFINISHED = 100;

/** What all processes of a book have recorded. */
export interface SharedStats {
  /** The name of the report of this process. */
  readonly name: string;
  all(): Promise<BookStats>;
  stop(): void;
}

interface NotedProcess {
  readonly inProgress: readonly InProgress[];
  /** Whether this book records how the process ends. */
  isNoted(): boolean;
}

/**
 * Lets the other processes of a SQLite book know what this one has recorded, because a request for metrics reaches only one of them,
 * and what is in progress, in case this one ends without a word.
 */
export function shareStats(
  { storage, process: info }: ResolvedOptions,
  writer: Pick<RunningWriter, 'report' | 'routes'>,
  stats: () => RecordingStats,
  { inProgress, isNoted }: NotedProcess,
): SharedStats {
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const started = Math.floor((Date.now() - process.uptime() * 1000) * 1000) as Micros;
  const isSeen = hasTerminal();
  let reported = '';
  let reportedAt = Number.NEGATIVE_INFINITY;
  let unfinished: readonly Unfinished[] = [];

  function report(now: RecordingStats): void {
    reported = JSON.stringify(now);
    reportedAt = performance.now();
    writer.report(
      name,
      {
        process: info,
        host: hostname(),
        pid: process.pid,
        stats: now,
        routes: writer.routes(),
        started,
        isNoted: !isSeen && isNoted(),
      },
      // The app may have changed what is read of a request.
      unfinished.flatMap((request) => tryOr([], () => [request.progress()])),
    );
  }

  function reportChanges(): void {
    const now = stats();
    if (JSON.stringify(now) !== reported || performance.now() - reportedAt >= REPEAT_EVERY_MS) report(now);
  }

  function reportSlow(): void {
    if (isSeen || !isNoted()) return;
    const slow = slowRequests(inProgress);
    if (slow.length === unfinished.length && slow.every((request, n) => request === unfinished[n])) return;
    unfinished = slow;
    report(stats());
  }

  const timers = [
    setInterval(tryOr, REPORT_EVERY_MS, null, reportChanges).unref(),
    setInterval(tryOr, SLOW_MS, null, reportSlow).unref(),
  ];
  // After the call that starts the thread.
  setImmediate(tryOr, null, reportChanges).unref();
  return {
    name,
    async all() {
      const own = { process: info, stats: stats(), routes: writer.routes(), started };
      const { readReports, reportsFolder } = await import('./process/process-reports.ts');
      const folder = reportsFolder(storage);
      if (folder === null) return { processes: [own], bytes: null };
      const { bookBytes, bookFolder } = await import('./store/sqlite/files/folder.ts');
      const others = await readReports(folder, name);
      return { processes: [own, ...others], bytes: bookBytes(bookFolder(dirname(folder))) };
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function slowRequests(inProgress: readonly InProgress[]): Unfinished[] {
  const before = performance.now() - SLOW_MS;
  const slow: Unfinished[] = [];
  for (const list of inProgress)
    for (const request of list.unfinished?.() ?? []) {
      if (request.startedAt > before || slow.length >= MAX_UNFINISHED) break;
      slow.push(request);
    }
  return slow;
}
