import type { Entry } from '../../profile/entry.ts';
import type { Batch } from '../store.ts';

/** A batch on its way to the writer thread. Text is much cheaper to send than a structured clone. */
export interface EncodedBatch {
  readonly id: string;
  readonly entries: string;
  /** One line of JSON per profile, empty if it has no detail. */
  readonly details: string;
}

export function encodeBatch({ id, profiles }: Batch): EncodedBatch {
  return {
    id,
    entries: JSON.stringify(profiles.map(({ entry }) => entry)),
    details: profiles.map(({ detail }) => (detail ? JSON.stringify(detail) : '')).join('\n'),
  };
}

/** A batch as it is written. Details stay JSON, as they are stored. */
export interface DecodedBatch {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly details: readonly string[];
}

/** Accepts plain batches too: those from the same thread are not encoded. */
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
