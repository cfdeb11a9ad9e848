import type { ClientOf } from '../net/client.ts';
import type { DetailPolicy } from '../pipeline/detail-policy.ts';
import type { Queue } from '../pipeline/queue.ts';
import type { BodySettings } from './bodies/watched-bodies.ts';
import type { IgnoreRules } from './ignore.ts';
import type { Toolbar } from './toolbar/toolbar.ts';
import type { TrailSettings } from './trail-items.ts';
import type { UserReader } from './user.ts';

/** A book as recordings see it: where finished requests go, and what to record about them. */
export interface RecordingBook {
  readonly queue: Queue;
  readonly details: DetailPolicy;
  readonly clientOf: ClientOf;
  readonly ignore: IgnoreRules;
  readonly userOf: UserReader;
  /** `null` if nothing is observed while requests are handled. */
  readonly trails: TrailSettings | null;
  /** Set only if bodies are recorded. */
  readonly bodies?: BodySettings;
  /** Set in development only. */
  readonly toolbar?: Toolbar;
  readonly counts: RecordCounts;
}

export interface RecordCounts {
  /** Requests skipped because of the `ignore` option. */
  ignored: number;
  /** Bodies dropped to stay within the budget. */
  droppedBodies: number;
  /** Errors inside Gatebook. The app never notices; the book may lack that request. */
  faults: number;
}
