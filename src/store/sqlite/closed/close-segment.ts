import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import {
  readSegments,
  recordPruning,
  removeSegment,
  type Segment,
  updateSegment,
} from '../catalog/catalog.ts';
import { segmentFile } from '../catalog/present-segment.ts';
import { rowAt, type SegmentRows } from '../columns/segment-rows.ts';
import { createClosed } from '../files/connection.ts';
import { explainFullDisk, isOutOfSpace } from '../files/failure.ts';
import { deleteDatabase, sizeOf, syncFile, syncFolder } from '../files/folder.ts';
import { transaction } from '../files/transaction.ts';
import type { BookWriter } from '../live/book-writer.ts';
import { type OpenedSource, openPresentSource } from './segment-source.ts';
import type { Summary } from './summarize.ts';
import { writeClosed } from './write-closed.ts';

/** A closed segment is at most this many times as large as it was before. */
export const GROWTH = 2;

/** This share of a segment's entries may have arrived before `early`. */
const EARLY_SHARE = 0.02;

/** Whether an entry stays, by its row. */
export type Keep = (rows: SegmentRows) => (row: number) => boolean;

/**
 * Rewrites a segment: sorted, and as columns. With `keep`, only the entries that it accepts stay. The new
 * file is renamed when it is complete, so a process that is killed leaves nothing but a file to delete.
 * @returns how many entries were left out
 */
export function* closeSegment(
  { catalog, folder, lock }: Pick<BookWriter, 'catalog' | 'folder' | 'lock'>,
  segment: Segment,
  keep: Keep | null = null,
): Generator<void, number> {
  const opened = yield* openPresentSource(catalog, folder, segment);
  if (!opened) return 0;
  const unfinished = folder.unfinished(segment.id, lock.owner);
  try {
    const { rows } = opened;
    const isKept = keep?.(rows) ?? (() => true);
    const all = allRows(rows);
    const kept = all.filter(isKept);
    const removed = all.filter((row) => !isKept(row));
    // Nothing to delete, and a closed segment is only rewritten for that.
    if ((keep || segment.state === 'closed') && removed.length === 0) return 0;
    const rewrites = segment.state === 'closed' ? segment.rewrites + 1 : segment.rewrites;
    const built = kept.length === 0 ? null : yield* buildFile(unfinished, opened, kept);
    // The lock ran out, and the process that took over has deleted the file.
    if (kept.length > 0 && (!built || !existsSync(unfinished))) return 0;
    if (built) syncFile(unfinished);
    const lastRemoved = sizeOfRows(rows, removed).last_seq;
    const file = folder.closed(segment.id, rewrites);
    let isRenamed = false;
    const commit = () =>
      transaction(catalog, () => {
        // Retention may have deleted it in the meantime.
        const current = readSegments(catalog).find(({ id }) => id === segment.id);
        if (current?.state !== segment.state || current.rewrites !== segment.rewrites) return false;
        if (!lock.isMine() || (built && !existsSync(unfinished))) return false;
        if (removed.length > 0) recordPruning(catalog, lastRemoved);
        if (!built) {
          removeSegment(catalog, segment.id);
          return true;
        }
        // With the catalog locked, so that no other process can close the segment or sweep the file in between.
        renameSync(unfinished, file);
        isRenamed = true;
        syncFolder(folder.segments);
        updateSegment(catalog, {
          ...sizeOfRows(rows, kept),
          id: segment.id,
          state: 'closed',
          rewrites,
          details: built.details,
          bytes: sizeOf(file),
        });
        saveSummary(catalog, segment.id, built.summary);
        return true;
      });
    try {
      if (!commit()) return 0;
    } catch (error) {
      // A file that the catalog does not name takes space until the next sweep, which is too late on a full disk.
      if (isRenamed && isOutOfSpace(error, folder.path)) deleteDatabase(file);
      throw error;
    }
    opened.close();
    deleteDatabase(segmentFile(folder, segment));
    return removed.length;
  } catch (error) {
    // Without the unfinished file there may be space again, but less than it needs.
    deleteDatabase(unfinished);
    throw explainFullDisk(error, folder.path, segment.bytes * GROWTH);
  } finally {
    opened.close();
    deleteDatabase(unfinished);
  }
}

/** Returns `null` if the file is deleted while it is written. */
function* buildFile(file: string, source: OpenedSource, kept: Int32Array) {
  deleteDatabase(file);
  const db = createClosed(file);
  try {
    return yield* writeClosed(db, { ...source, kept });
  } catch (error) {
    if (existsSync(file)) throw error;
    return null;
  } finally {
    db.close();
  }
}

/** All rows in the reverse order of the listing. */
export function allRows(rows: SegmentRows): Int32Array {
  return Int32Array.from({ length: rows.count }, (_, position) => rowAt(rows, position));
}

export function sizeOfRows(rows: SegmentRows, kept: Int32Array) {
  rows.load(['time', 'seq'], 0, rows.count);
  const [times, seqs] = [rows.column('time'), rows.column('seq')];
  let firstSeq = Number.MAX_SAFE_INTEGER;
  let lastSeq = 0;
  for (const row of kept) {
    firstSeq = Math.min(firstSeq, seqs[row] ?? 0);
    lastSeq = Math.max(lastSeq, seqs[row] ?? 0);
  }
  const timeOf = (position: number) => times[kept[position] ?? 0] ?? 0;
  return {
    entries: kept.length,
    earliest: timeOf(0),
    latest: timeOf(kept.length - 1),
    early: timeOf(Math.floor(kept.length * EARLY_SHARE)),
    first_seq: firstSeq,
    last_seq: lastSeq,
  };
}

export function saveSummary(catalog: DatabaseSync, id: number, summary: Summary): void {
  catalog.prepare('DELETE FROM summaries WHERE segment = ?').run(id);
  const insert = catalog.prepare('INSERT INTO summaries VALUES (?, ?, ?)');
  for (const [kind, data] of Object.entries(summary)) if (data) insert.run(id, kind, data);
}
