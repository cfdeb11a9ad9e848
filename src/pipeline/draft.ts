import type { DetailState, Kind } from '../profile/entry.ts';
import type { Activity, Exception } from '../profile/profile.ts';
import type { Seq } from '../profile/token.ts';

/**
 * A request that has ended, just as it was read: not redacted, not encoded. That is done by the scribe, away from
 * the request thread; until then it lies in memory, as the request itself did.
 */
export interface Draft {
  /** From the lease in hand when the request started; without one, given when it is written. */
  readonly seq: Seq | null;
  readonly time: number;
  readonly status: number;
  readonly ip: string;
  readonly method: string;
  /** The request's target, or its absolute URL. */
  readonly target: string;
  readonly secure: boolean;
  /** The Host header; the address that was dialled is asked when it is no sound one. */
  readonly host: string | undefined;
  readonly dialled: string;
  readonly route: string;
  /** In microseconds. */
  readonly duration: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly agent: string;
  readonly traceparent: string;
  readonly error: string;
  readonly state: DetailState;
  readonly detail: RawDetail | null;
  /** The error stage and the sub-requests, in their order. */
  readonly stages: readonly Stage[];
}

export interface Stage {
  readonly seq: Seq | null;
  readonly kind: Exclude<Kind, 'main'>;
  /** What the app calls it; empty for an error stage, which has its request's route. */
  readonly name: string;
  readonly duration: number;
  /** What a sub-request threw; that of an error stage is its request's. */
  readonly exception?: Exception;
}

export interface RawDetail {
  readonly httpVersion: string;
  readonly socketIp: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The block of headers that went out. */
  readonly sent: string;
  readonly exception: Exception | null;
  /** What was seen while it was handled. */
  readonly activity?: Activity | null;
}

/** How many entries a draft will be. */
export function entriesIn({ stages }: Draft): number {
  return 1 + stages.length;
}
