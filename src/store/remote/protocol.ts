import { constants } from 'node:zlib';
import type { ErrorCode } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import { DEFAULT_DEADLINE_MS } from '../../worker/time-slice.ts';

/** The routes of a collector are below this path. */
export const API = '/v1';
export const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** What a collector takes in one batch. */
export const MAX_BATCH = { compressed: 8e6, expanded: 64e6, profiles: 10_000 } as const;
/** The largest lease. */
export const MAX_LEASE = 65_536;
/** The most entries whose details are read at once. */
export const MAX_DETAILS = 1000;
/** How long a query may run, in milliseconds. */
export const DEADLINE_MS = { default: DEFAULT_DEADLINE_MS, max: 60_000 } as const;

/** An id that can be part of a path, and is not one of its dot segments. */
export const BATCH_ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,159}$/;

/** The codes that a collector sends: its other failures are `store-failed`. */
export const SENT_CODES = [
  'disk-full',
  'profile-refused',
  'seq-taken',
  'store-failed',
] as const satisfies readonly ErrorCode[];
export type SentCode = (typeof SENT_CODES)[number];

/** The body of every answer that is not a success. */
export interface ErrorAnswer {
  readonly error: { readonly code: string; readonly message: string };
}

/** The answer to a batch. A profile that is refused is named; the others are stored. */
export interface BatchAnswer {
  readonly stored: number;
  readonly refused: readonly Refused[];
}

interface Refused {
  /** Its line in the batch, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** A profile for each line. */
export function batchLines(profiles: readonly Profile[]): string {
  return profiles.map((profile) => `${JSON.stringify(profile)}\n`).join('');
}
