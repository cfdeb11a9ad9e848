import type { DatabaseSync } from 'node:sqlite';
import type { BatchId, Segment, SegmentSize } from './catalog.ts';
import { transaction } from './transaction.ts';

/** What a segment that is not sealed says of itself, in its own file. */
export interface LiveState extends Omit<SegmentSize, 'bytes'> {
  readonly closed: number;
  readonly created: number;
  /** Characters of the entries, before compression. */
  readonly text: number;
}

export function readState(db: DatabaseSync): LiveState {
  const state = db.prepare('SELECT * FROM state').get();
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
export function closeForWriting(db: DatabaseSync): void {
  transaction(db, () => db.exec('UPDATE state SET closed = 1'));
}
