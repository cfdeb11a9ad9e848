import type { Exception, LogLine, Span } from '../../profile/profile.ts';
import type { Visitor } from './visitors.ts';

/** A request of the demo before it becomes profiles. Times are in microseconds. */
export interface DemoRequest {
  readonly time: number;
  readonly visitor: Visitor;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Empty if no route matched. */
  readonly route: string;
  readonly release: string;
  readonly outcome: DemoOutcome;
  /** The name of a job, which has no client. */
  readonly job?: string;
}

/** What the app did. */
export interface DemoOutcome {
  readonly status: number;
  readonly duration: number;
  readonly responseBytes: number;
  readonly spans: readonly Span[];
  readonly logs: readonly LogLine[];
  readonly exception: Exception | null;
  readonly tags: readonly string[];
}
