import type { Entry } from '../../profile/entry.ts';
import type { Batch } from '../store.ts';

/** A batch on its way to the thread that writes: as text it costs a fraction of a clone, and details stay as they are kept. */
export interface EncodedBatch {
  readonly id: string;
  readonly entries: string;
  /** A line each, empty where there is none. */
  readonly details: string;
}

export function encodeBatch({ id, profiles }: Batch): EncodedBatch {
  return {
    id,
    entries: JSON.stringify(profiles.map(({ entry }) => entry)),
    details: profiles.map(({ detail }) => (detail ? JSON.stringify(detail) : '')).join('\n'),
  };
}

/** What the book writes: entries, and for each the JSON of its detail. */
export interface DecodedBatch {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly details: readonly string[];
}

/** A batch that comes from the same thread was never packed. */
export function decodeBatch(batch: EncodedBatch | Batch): DecodedBatch {
  if ('profiles' in batch) {
    return {
      id: batch.id,
      entries: batch.profiles.map(({ entry }) => entry),
      details: batch.profiles.map(({ detail }) => (detail ? JSON.stringify(detail) : '')),
    };
  }
  return { id: batch.id, entries: JSON.parse(batch.entries) as Entry[], details: batch.details.split('\n') };
}
