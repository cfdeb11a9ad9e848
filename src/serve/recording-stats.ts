import type { ProcessInfo } from '../profile/entry.ts';

/** What happened to the recorded requests, for the page and the metrics. */
export interface RecordingStats {
  readonly recorded: number;
  readonly stored: number;
  readonly dropped: number;
  readonly held: number;
  readonly heldBytes: number;
  readonly drops: Readonly<Record<string, number>>;
  readonly ignored: number;
  readonly droppedBodies: number;
  readonly faults: number;
  readonly restarts: number;
}

export interface ProcessStats {
  readonly process: ProcessInfo;
  readonly stats: RecordingStats;
}
