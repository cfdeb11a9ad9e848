import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../../profile/entry.ts';
import type { Batch } from '../../store.ts';
import type { BatchId } from '../catalog/batch-ids.ts';
import type { Segment, SegmentSize } from '../catalog/catalog.ts';
import { type SeqRange, seqRanges, seqTaken } from '../catalog/taken-seqs.ts';
import { entryAt } from '../columns/segment-rows.ts';
import { emptyLog, openLive } from '../files/connection.ts';
import { deleteDatabase, identityOf, sizeOf, syncFile } from '../files/folder.ts';
import { ignoreFailure, orClose, transaction } from '../files/transaction.ts';
import type { Tuning } from '../tuning.ts';
import { decodeColumns, decodeDetails, encodeColumns, encodeDetails } from './block-codec.ts';
import { addShared, SegmentTable } from './segment-table.ts';
import { createDimensionIds, createProcessIds } from './shared-ids.ts';

/** The row that a segment has in its own file until it is closed. */
interface LiveState extends Omit<SegmentSize, 'bytes'> {
  /** 1 if nothing is written to it any more. */
  readonly is_full: number;
  readonly created: number;
  /** Characters of the entries, before compression. */
  readonly text: number;
}

/** The column `closed` is older than the difference between full and closed segments. */
const READ_STATE = 'SELECT *, closed AS is_full FROM state';

export function readState(db: DatabaseSync): LiveState {
  const state = db.prepare(READ_STATE).get();
  if (!state) throw new Error('its state is missing');
  return state as unknown as LiveState;
}

/** The values for the catalog when the segment is full. */
export function sizeOfLive(state: LiveState): Omit<SegmentSize, 'bytes'> & Pick<Segment, 'early'> {
  const { entries, details, earliest, latest, first_seq, last_seq } = state;
  return { entries, details, earliest, latest, early: earliest, first_seq, last_seq };
}

export function readBatches(db: DatabaseSync): BatchId[] {
  return db.prepare('SELECT id, written FROM batches').all() as unknown as BatchId[];
}

/** From now on nothing is written to the segment: processes start the next one. */
export function markFull(db: DatabaseSync): void {
  transaction(db, () => db.exec('UPDATE state SET closed = 1'));
}

/** Batches as they are written. */
interface EncodedBatches {
  readonly ids: readonly string[];
  readonly entries: readonly Entry[];
  /** JSON, as they are stored; empty for a profile without one. */
  readonly details: readonly string[];
}

export function encodeBatches(batches: readonly Batch[]): EncodedBatches {
  const profiles = batches.flatMap((batch) => batch.profiles);
  return {
    ids: batches.map(({ id }) => id),
    entries: profiles.map(({ entry }) => entry),
    details: profiles.map(({ detail }) => (detail ? JSON.stringify(detail) : '')),
  };
}

/** The bytes written, 0 if the batch is in the book. */
export type WriteResult = number | 'full';

export type LiveSegment = ReturnType<typeof liveSegment>;

export function openLiveSegment(id: number, file: string, tuning: Tuning, durable: boolean): LiveSegment {
  const db = openLive(file, false, durable);
  return orClose(db, () => liveSegment(id, file, db, tuning));
}

/** Creates a segment. The caller has locked the catalog. A failure leaves no file without tables, which a reader would report as damaged. */
export function createLiveSegment(id: number, file: string, tuning: Tuning, durable: boolean): LiveSegment {
  try {
    const db = openLive(file, true, durable);
    return orClose(db, () => liveSegment(id, file, db, tuning));
  } catch (error) {
    deleteDatabase(file);
    throw error;
  }
}

/** The segment that is being written, by this process and others. */
function liveSegment(id: number, file: string, db: DatabaseSync, tuning: Tuning) {
  const opened = identityOf(file, false);
  const init = 'INSERT INTO state SELECT 0, ?, 0, 0, 0, 0, 0, 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM state)';
  transaction(db, () => db.prepare(init).run(Date.now()));
  const sql = {
    version: db.prepare('PRAGMA data_version'),
    state: db.prepare(READ_STATE),
    addBatch: db.prepare('INSERT INTO batches VALUES (?, ?) ON CONFLICT DO NOTHING'),
    addBlock: db.prepare('INSERT INTO blocks (entries, columns, details) VALUES (?, ?, ?)'),
    overlap: db.prepare('SELECT first, last FROM seqs WHERE first <= ? ORDER BY first DESC LIMIT 1'),
    addSeqs: db.prepare('INSERT INTO seqs VALUES (?, ?)'),
    update: db.prepare(
      `UPDATE state SET entries = entries + ?1, details = details + ?2, text = text + ?3,
       earliest = CASE entries WHEN 0 THEN ?4 ELSE min(earliest, ?4) END,
       latest = CASE entries WHEN 0 THEN ?5 ELSE max(latest, ?5) END,
       first_seq = CASE entries WHEN 0 THEN ?6 ELSE min(first_seq, ?6) END,
       last_seq = CASE entries WHEN 0 THEN ?7 ELSE max(last_seq, ?7) END`,
    ),
  };
  const dimensionIds = createDimensionIds(db, tuning.distinct);
  const processIds = createProcessIds(db, tuning.distinct.processes);
  let knownVersion = -1;
  let smallBlocks = 0;

  const state = () => sql.state.get() as unknown as LiveState;
  const bytes = () => sizeOf(file) + sizeOf(`${file}-wal`);
  let writtenBytes = bytes();

  /** Returns the bytes of the new block. */
  function insert({ entries, details }: EncodedBatches, ranges: readonly SeqRange[]): number {
    const dimensions = entries.map((entry) => dimensionIds.idOf(entry));
    const processes = entries.map((entry) => processIds.idOf(entry));
    const { columns, text } = encodeColumns(entries, dimensions, processes, details);
    const encodedDetails = encodeDetails(details);
    sql.addBlock.run(entries.length, columns, encodedDetails);
    let earliest = Number.MAX_SAFE_INTEGER;
    let latest = Number.MIN_SAFE_INTEGER;
    for (const { time } of entries) {
      earliest = Math.min(earliest, time);
      latest = Math.max(latest, time);
    }
    sql.update.run(
      entries.length,
      details.reduce((count, detail) => count + (detail === '' ? 0 : 1), 0),
      text,
      earliest,
      latest,
      ranges[0]?.[0] ?? 0,
      ranges.at(-1)?.[1] ?? 0,
    );
    const bytes = columns.length + (encodedDetails?.length ?? 0);
    if (entries.length < tuning.smallBlock.entries && bytes < tuning.smallBlock.bytes) smallBlocks++;
    return bytes;
  }

  /** Returns whether they are new. */
  function addBatches(ids: readonly string[], isElsewhere: (id: string) => boolean): boolean {
    const isNew = (id: string) => sql.addBatch.run(id, Date.now()).changes === 1 && !isElsewhere(id);
    if (ids.every(isNew)) return true;
    if (ids.length > 1) throw new Error('the book has one of the batches');
    return false;
  }

  function isTakenHere([first, last]: SeqRange): boolean {
    const range = sql.overlap.get(last);
    return range !== undefined && Number(range.last) >= first;
  }

  /** An app with little traffic writes a block per request. */
  function mergeSmallBlocks(): void {
    if (smallBlocks < tuning.smallBlocks) return;
    smallBlocks = 0;
    // The batch is written, even if there is no space to merge.
    ignoreFailure(() =>
      transaction(db, () => {
        if (state().is_full === 0) mergeBlocks(db, tuning.smallBlock);
      }),
    );
  }

  return {
    id,
    state,
    /**
     * Writes batches in one transaction.
     * @param isElsewhere whether another segment has a batch
     * @param isTaken whether another segment has a seq of these ranges
     */
    write(
      batches: EncodedBatches,
      isElsewhere: (id: string) => boolean,
      isTaken: (ranges: readonly SeqRange[]) => boolean,
    ): WriteResult {
      let result: WriteResult = 0;
      try {
        transaction(db, () => {
          const version = Number(sql.version.get()?.data_version);
          if (version !== knownVersion) {
            knownVersion = version;
            dimensionIds.expire();
            processIds.expire();
          }
          if (state().is_full === 1) result = 'full';
          else if (addBatches(batches.ids, isElsewhere) && batches.entries.length > 0) {
            const ranges = seqRanges(Float64Array.from(batches.entries, ({ seq }) => seq));
            if (ranges.some(isTakenHere) || isTaken(ranges)) throw seqTaken();
            for (const [first, last] of ranges) sql.addSeqs.run(first, last);
            result = insert(batches, ranges);
          }
        });
      } catch (error) {
        dimensionIds.clear();
        processIds.clear();
        throw error;
      }
      writtenBytes = bytes();
      mergeSmallBlocks();
      return result;
    },
    /** Whether the file is still where it was opened. */
    isInPlace: () => identityOf(file, false) === opened,
    /** The file and its log. */
    bytes,
    /** The bytes after the last write of this process: what a write that failed leaves in the log does not count. */
    writtenBytes: () => writtenBytes,
    markFull: () => markFull(db),
    batches: () => readBatches(db),
    /** Copies the log into the file, which also makes it durable. */
    checkpoint(): void {
      // SQLite syncs the log only if it can copy a part of it, which a reader may prevent. Closing deletes the files.
      if (existsSync(`${file}-wal`)) syncFile(`${file}-wal`);
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    },
    /** Gives back the space of the log, unless a reader needs it at this moment. */
    emptyLog: () => emptyLog(db),
    close: () => db.close(),
  };
}

const IS_SMALL = 'entries < ? AND length(columns) + ifnull(length(details), 0) < ?';

/** Replaces small blocks by a single one. When the number of merges has changed, readers read the segment again. */
function mergeBlocks(db: DatabaseSync, { entries: maxEntries, bytes: maxBytes }: Tuning['smallBlock']): void {
  const rows = db
    .prepare(`SELECT id, columns, details FROM blocks WHERE ${IS_SMALL} ORDER BY id`)
    .all(maxEntries, maxBytes);
  if (rows.length < 2) return;
  const table = new SegmentTable();
  addShared(table, db);
  const details: string[] = [];
  for (const { id, columns, details: block } of rows) {
    const decoded = decodeColumns(columns as Uint8Array);
    const lines = block === null ? [] : decodeDetails(block as Uint8Array);
    table.addBlock(Number(id), decoded);
    details.push(...decoded.seq.map((_, i) => lines[i] ?? ''));
  }
  const merged = table.rows();
  const entries = details.map((_, row) => {
    const entry = entryAt(merged, row);
    if (!entry) throw new Error('an entry has unknown dimensions');
    return entry;
  });
  const ids = (name: 'dimension' | 'process') => Array.from(merged.column(name).subarray(0, entries.length));
  db.prepare(`DELETE FROM blocks WHERE ${IS_SMALL}`).run(maxEntries, maxBytes);
  db.prepare('INSERT INTO blocks (entries, columns, details) VALUES (?, ?, ?)').run(
    entries.length,
    encodeColumns(entries, ids('dimension'), ids('process'), details).columns,
    encodeDetails(details),
  );
  db.exec('UPDATE state SET merges = merges + 1');
}
