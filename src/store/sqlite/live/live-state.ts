import type { DatabaseSync } from 'node:sqlite';
import type { BatchId, Segment, SegmentSize } from '../catalog/catalog.ts';
import { transaction } from '../files/transaction.ts';

/** What a segment that is not closed says of itself, in its own file. */
export interface LiveState extends Omit<SegmentSize, 'bytes'> {
  /** 1 if nothing is written to it any more. */
  readonly is_full: number;
  readonly created: number;
  /** Characters of the entries, before compression. */
  readonly text: number;
}

/** The column `closed` has its name from before a full segment was called so. */
export const READ_STATE = 'SELECT *, closed AS is_full FROM state';

export function readState(db: DatabaseSync): LiveState {
  const state = db.prepare(READ_STATE).get();
  if (!state) throw new Error('its state is missing');
  return state as unknown as LiveState;
}

/** The same as the catalog has it when the segment is full. */
export function sizeOfLive(state: LiveState): Omit<SegmentSize, 'bytes'> & Pick<Segment, 'early'> {
  const { entries, details, earliest, latest, first_seq, last_seq } = state;
  return { entries, details, earliest, latest, early: earliest, first_seq, last_seq };
}

export function readBatches(db: DatabaseSync): BatchId[] {
  return db.prepare('SELECT id, written FROM batches').all() as unknown as BatchId[];
}

/** Lets nothing be written any more: processes that write to it start the next segment. */
export function markFull(db: DatabaseSync): void {
  transaction(db, () => db.exec('UPDATE state SET closed = 1'));
}
