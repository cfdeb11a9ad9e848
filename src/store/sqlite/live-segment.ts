import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { DecodedBatch } from './batch-codec.ts';
import { decodeColumns, decodeDetails, encodeColumns, encodeDetails, entryAt } from './block-codec.ts';
import type { SegmentSize } from './catalog.ts';
import { emptyLog, openLive } from './connection.ts';
import { createDimensionIds } from './dimension-ids.ts';
import { identityOf } from './file-identity.ts';
import { deleteDatabase, sizeOf, syncFile } from './folder.ts';
import { createProcessIds } from './process-ids.ts';
import { type SeqRange, seqRanges, seqTaken } from './seq-ranges.ts';
import { orClose, transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

export interface LiveState extends Omit<SegmentSize, 'bytes'> {
  readonly closed: number;
  readonly created: number;
  /** Characters of the entries, before compression. */
  readonly text: number;
}

/** The bytes written, or why nothing was: the segment was closed, or the batch is in the book. */
export type WriteResult = number | 'closed' | 'known';

/** The segment that is being written, by this process and others. */
export interface LiveSegment {
  readonly id: number;
  /**
   * Writes a batch in one transaction.
   * @param isElsewhere whether another segment has the batch
   * @param findTaken a seq of these ranges that another segment has
   */
  write(
    batch: DecodedBatch,
    isElsewhere: () => boolean,
    findTaken: (ranges: readonly SeqRange[]) => number | null,
  ): WriteResult;
  state(): LiveState;
  /** Whether its file is still where it was opened. */
  isInPlace(): boolean;
  /** The file and its log. */
  bytes(): number;
  /** The same after the last write of this process: what a write that failed leaves in the log does not count. */
  writtenBytes(): number;
  /** Lets nothing be written any more. */
  closeForWriting(): void;
  batches(): { id: string; written: number }[];
  /** Copies the log into the file, which also makes it durable. */
  checkpoint(): void;
  /** Gives back the space of the log, unless a reader needs it at this moment. */
  emptyLog(): void;
  close(): void;
}

export function openLiveSegment(id: number, file: string, tuning: Tuning): LiveSegment {
  const db = openLive(file, false);
  return orClose(db, () => liveSegment(id, file, db, tuning));
}

/** The caller has locked the catalog. If it fails, no file without tables is left, which a reader would report as damaged. */
export function createLiveSegment(id: number, file: string, tuning: Tuning): LiveSegment {
  try {
    const db = openLive(file, true);
    return orClose(db, () => liveSegment(id, file, db, tuning));
  } catch (error) {
    deleteDatabase(file);
    throw error;
  }
}

function liveSegment(id: number, file: string, db: DatabaseSync, tuning: Tuning): LiveSegment {
  const opened = identityOf(file, false);
  const sql = {
    init: db.prepare(
      'INSERT INTO state SELECT 0, ?, 0, 0, 0, 0, 0, 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM state)',
    ),
    version: db.prepare('PRAGMA data_version'),
    state: db.prepare('SELECT * FROM state'),
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
  transaction(db, () => sql.init.run(Date.now()));
  const dimensionIds = createDimensionIds(db, tuning.distinct);
  const processIds = createProcessIds(db, tuning.distinct.processes);
  let knownVersion = -1;
  let smallBlocks = 0;

  const state = () => sql.state.get() as unknown as LiveState;
  const bytes = () => sizeOf(file) + sizeOf(`${file}-wal`);
  let writtenBytes = bytes();

  /** Returns the bytes of the new block. */
  function insert({ entries, details }: DecodedBatch, ranges: readonly SeqRange[]): number {
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

  function findTakenHere(ranges: readonly SeqRange[]): number | null {
    for (const [first, last] of ranges) {
      const range = sql.overlap.get(last);
      if (range && Number(range.last) >= first) return first;
    }
    return null;
  }

  /** An app with little traffic writes a block per request. */
  function mergeSmallBlocks(): void {
    if (smallBlocks < tuning.smallBlocks) return;
    smallBlocks = 0;
    // The batch is written, even if there is no space to merge.
    try {
      transaction(db, () => {
        if (state().closed === 0) mergeBlocks(db, tuning.smallBlock);
      });
    } catch {}
  }

  return {
    id,
    state,
    write(batch, isElsewhere, findTaken) {
      let result: WriteResult = 0;
      try {
        transaction(db, () => {
          const version = Number(sql.version.get()?.data_version);
          if (version !== knownVersion) {
            knownVersion = version;
            dimensionIds.expire();
            processIds.expire();
          }
          if (state().closed === 1) result = 'closed';
          else if (Number(sql.addBatch.run(batch.id, Date.now()).changes) === 0 || isElsewhere())
            result = 'known';
          else if (batch.entries.length > 0) {
            const ranges = seqRanges(batch.entries);
            const taken = findTakenHere(ranges) ?? findTaken(ranges);
            if (taken !== null) throw seqTaken();
            for (const [first, last] of ranges) sql.addSeqs.run(first, last);
            result = insert(batch, ranges);
          }
        });
      } catch (error) {
        dimensionIds.clear();
        processIds.clear();
        throw error;
      }
      writtenBytes = bytes();
      if (typeof result === 'number') mergeSmallBlocks();
      return result;
    },
    isInPlace: () => identityOf(file, false) === opened,
    bytes,
    writtenBytes: () => writtenBytes,
    closeForWriting: () => transaction(db, () => db.exec('UPDATE state SET closed = 1')),
    batches: () =>
      db.prepare('SELECT id, written FROM batches').all() as unknown as { id: string; written: number }[],
    checkpoint() {
      // SQLite syncs the log only if it can copy a part of it, which a reader may prevent. Sealing deletes the files.
      if (existsSync(`${file}-wal`)) syncFile(`${file}-wal`);
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    },
    emptyLog: () => emptyLog(db),
    close: () => db.close(),
  };
}

const IS_SMALL = 'entries < ? AND length(columns) + ifnull(length(details), 0) < ?';

/** Replaces small blocks by a single one. Readers see by the number of merges that they must start over. */
function mergeBlocks(db: DatabaseSync, { entries: maxEntries, bytes: maxBytes }: Tuning['smallBlock']): void {
  const rows = db
    .prepare(`SELECT id, columns, details FROM blocks WHERE ${IS_SMALL} ORDER BY id`)
    .all(maxEntries, maxBytes);
  if (rows.length < 2) return;
  const entries = [];
  const dimensions: number[] = [];
  const processes: number[] = [];
  const details: string[] = [];
  for (const { columns, details: block } of rows) {
    const decoded = decodeColumns(columns as Uint8Array);
    const lines = block === null ? [] : decodeDetails(block as Uint8Array);
    for (let i = 0; i < decoded.seq.length; i++) {
      entries.push(entryAt(decoded, i));
      dimensions.push(decoded.dimension[i] ?? 0);
      processes.push(decoded.process[i] ?? 0);
      details.push(lines[i] ?? '');
    }
  }
  db.prepare(`DELETE FROM blocks WHERE ${IS_SMALL}`).run(maxEntries, maxBytes);
  db.prepare('INSERT INTO blocks (entries, columns, details) VALUES (?, ?, ?)').run(
    entries.length,
    encodeColumns(entries, dimensions, processes, details).columns,
    encodeDetails(details),
  );
  db.exec('UPDATE state SET merges = merges + 1');
}
