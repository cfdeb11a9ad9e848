import { hostname } from 'node:os';
import type { ResolvedOptions } from './options/options.ts';
import type { RunningWriter } from './pipeline/writer/writer-thread.ts';
import type { ProcessStats, RecordingStats } from './serve/recording-stats.ts';

const REPORT_EVERY_MS = 2000;
/** A report that has not changed is written again after this time, so that other hosts see that it is valid. */
const REPEAT_EVERY_MS = 20_000;

/** What all processes of a book have recorded. */
export interface SharedStats {
  all(): Promise<readonly ProcessStats[]>;
  stop(): void;
}

/** Lets the other processes of a SQLite book know what this one has recorded: a request for metrics reaches only one of them. */
export function shareStats(
  { storage, process: info }: ResolvedOptions,
  writer: Pick<RunningWriter, 'report'>,
  stats: () => RecordingStats,
): SharedStats {
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  let reported = '';
  let reportedAt = 0;
  const timer = setInterval(() => {
    const now = stats();
    const text = JSON.stringify(now);
    if (text === reported && performance.now() - reportedAt < REPEAT_EVERY_MS) return;
    reported = text;
    reportedAt = performance.now();
    writer.report(name, { process: info, host: hostname(), pid: process.pid, stats: now });
  }, REPORT_EVERY_MS).unref();
  return {
    async all() {
      const { readReports, reportsFolder } = await import('./process/process-reports.ts');
      const folder = reportsFolder(storage);
      const others = folder === null ? [] : await readReports(folder, name);
      return [{ process: info, stats: stats() }, ...others];
    },
    stop: () => clearInterval(timer),
  };
}
