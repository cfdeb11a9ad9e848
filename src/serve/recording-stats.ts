import type { ProcessInfo } from '../profile/entry.ts';
import type { RouteCounts } from '../profile/request-counts.ts';
import type { Micros } from '../profile/time.ts';

/** What happened to the recorded requests, for the page and the metrics. */
export interface RecordingStats {
  readonly recorded: number;
  readonly stored: number;
  readonly dropped: number;
  readonly held: number;
  readonly heldBytes: number;
  /** With a collector. */
  readonly spooled?: number;
  readonly spoolBytes?: number;
  readonly drops: Readonly<Record<string, number>>;
  readonly ignored: number;
  readonly droppedBodies: number;
  readonly faults: number;
  readonly restarts: number;
}

export interface ProcessStats {
  readonly process: ProcessInfo;
  readonly stats: RecordingStats;
  /** When it started. */
  readonly started: Micros;
  /** The requests that were stored. */
  readonly routes: readonly RouteCounts[];
}

/** What all processes of a book have recorded, as far as this one knows. */
export interface BookStats {
  readonly processes: readonly ProcessStats[];
  /** The size of the book; `null` if it is not a folder. */
  readonly bytes: number | null;
}
