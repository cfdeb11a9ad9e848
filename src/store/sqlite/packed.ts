import type { Entry } from '../../profile/entry.ts';
import type { Batch } from '../store.ts';

/** A batch on its way to the thread that writes: as text it costs a fraction of a clone, and details stay as they are kept. */
export interface PackedBatch {
  readonly id: string;
  readonly entries: string;
  /** A line each, empty where there is none. */
  readonly details: string;
}

export function pack({ id, profiles }: Batch): PackedBatch {
  return {
    id,
    entries: JSON.stringify(profiles.map(({ entry }) => entry)),
    details: profiles.map(({ detail }) => (detail ? JSON.stringify(detail) : '')).join('\n'),
  };
}

export function unpack({ entries, details }: PackedBatch): {
  readonly entries: readonly Entry[];
  readonly details: readonly string[];
} {
  return { entries: JSON.parse(entries) as Entry[], details: details.split('\n') };
}
