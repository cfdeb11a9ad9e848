import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { type ErrorCode, GatebookError } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import type { TokenKey } from '../../profile/token.ts';
import { DEFAULT_DEADLINE_MS } from '../../worker/time-slice.ts';
import type { Batch, Lease } from '../store.ts';

/** The routes of a collector are below this path. */
export const API = '/v1';
/** The checksum shows a file of a spool that was torn. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

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

/** The answer to a lease. */
export interface LeaseAnswer extends Lease {
  readonly tokenKey: TokenKey;
  /** The service and the environment that the key writes for, as an id. */
  readonly writer: string;
  /** Of the key; absent for that of the owner. */
  readonly service?: string;
  readonly environment?: string | undefined;
  /** The version of Gatebook that collects. */
  readonly version: string;
}

/** A batch as it is sent. */
export interface PackedBatch {
  readonly id: string;
  readonly body: Buffer;
}

const compress = promisify(zstdCompress);

/** Throws `profile-refused` if a collector would not take it. */
export async function packBatch({ id, profiles }: Batch): Promise<PackedBatch> {
  const lines = batchLines(profiles);
  const body = await compress(lines, ZSTD);
  if (body.length > MAX_BATCH.compressed || lines.length > MAX_BATCH.expanded)
    throw new GatebookError('profile-refused', 'A batch is larger than a collector accepts.');
  return { id: BATCH_ID.test(id) ? id : createHash('sha256').update(id).digest('hex'), body };
}

/** A profile for each line. */
function batchLines(profiles: readonly Profile[]): string {
  return profiles.map((profile) => `${JSON.stringify(profile)}\n`).join('');
}
