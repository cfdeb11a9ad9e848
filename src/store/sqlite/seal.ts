import { existsSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { buildSealed, type Summary } from './build-sealed.ts';
import { readSegments, recordPruning, removeSegment, type Segment, updateSegment } from './catalog.ts';
import { createSealed } from './connection.ts';
import { explainFullDisk, isOutOfSpace } from './failure.ts';
import { EARLY_SHARE } from './fields.ts';
import { type BookFolder, deleteDatabase, sizeOf, syncFile, syncFolder } from './folder.ts';
import type { MaintenanceLock } from './maintenance-lock.ts';
import { segmentFile } from './present-segment.ts';
import { openPresentSource } from './seal-source.ts';
import type { SealSource } from './sealed-values.ts';
import type { SegmentTable } from './segment-table.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** A sealed segment is at most this many times as large as it was before. */
export const GROWTH = 4;

export interface SealContext {
  readonly catalog: DatabaseSync;
  readonly folder: BookFolder;
  readonly tuning: Tuning;
  /** Of several processes, one rewrites segments at a time. */
  readonly lock: MaintenanceLock;
}

/**
 * Rewrites a segment: sorted, compact and with all indexes. With `keep`, only the entries that it accepts stay. The new
 * file gets its name when it is complete, so a process that is killed leaves nothing but a file to delete.
 * @returns how many entries were left out
 */
export function* sealSegment(
  { catalog, folder, tuning, lock }: SealContext,
  segment: Segment,
  keep: ((time: number, seq: number) => boolean) | null = null,
): Generator<void, number> {
  const opened = yield* openPresentSource(catalog, folder, segment);
  if (!opened) return 0;
  const unfinished = folder.unfinished(segment.id, lock.owner);
  try {
    const { table } = opened;
    const rows = keptRows(table, keep);
    const removed = table.count - rows.length;
    // A sealed segment is only rewritten to delete a part of it.
    if (segment.state === 'sealed' && removed === 0) return 0;
    const source: SealSource = { table, rows, detailBlock: opened.detailBlock };
    deleteDatabase(unfinished);
    const rewrites = segment.state === 'sealed' ? segment.rewrites + 1 : segment.rewrites;
    let built: { summary: Summary; details: number } | null = null;
    if (rows.length > 0) {
      try {
        built = yield* buildFile(unfinished, source, tuning);
      } catch (error) {
        if (existsSync(unfinished)) throw error;
      }
      // A process that was slower than its lock: another one has taken over, and has deleted the file.
      if (!existsSync(unfinished)) return 0;
      syncFile(unfinished);
    }
    const file = folder.sealed(segment.id, rewrites);
    const commit = () =>
      transaction(catalog, () => {
        // Retention may have deleted it in the meantime.
        const current = readSegments(catalog).find(({ id }) => id === segment.id);
        if (current?.state !== segment.state || current.rewrites !== segment.rewrites) return false;
        if (!lock.isMine() || (built && !existsSync(unfinished))) return false;
        if (removed > 0) recordPruning(catalog, lastRemoved(table, rows));
        if (!built) {
          removeSegment(catalog, segment.id);
          return true;
        }
        // With the catalog locked, so that no other process can seal the segment or sweep the file in between.
        renameSync(unfinished, file);
        syncFolder(folder.segments);
        updateSegment(catalog, {
          ...sizeOfRows(table, rows),
          id: segment.id,
          state: 'sealed',
          rewrites,
          details: built.details,
          bytes: sizeOf(file),
        });
        saveSummary(catalog, segment.id, built.summary);
        return true;
      });
    if (!unlessDiskFull(commit, folder.path, () => deleteDatabase(file))) return 0;
    opened.close();
    deleteDatabase(segmentFile(folder, segment));
    return removed;
  } catch (error) {
    // There may be space again, but less than it needs.
    deleteDatabase(unfinished);
    throw explainFullDisk(error, folder.path, segment.bytes * GROWTH);
  } finally {
    opened.close();
    deleteDatabase(unfinished);
  }
}

/** A file that the catalog does not name takes space until the next sweep, which is too late on a full disk. */
function unlessDiskFull<T>(commit: () => T, folder: string, cleanUp: () => void): T {
  try {
    return commit();
  } catch (error) {
    if (isOutOfSpace(error, folder)) cleanUp();
    throw error;
  }
}

export function* buildFile(file: string, source: SealSource, tuning: Tuning): ReturnType<typeof buildSealed> {
  const db = createSealed(file);
  try {
    return yield* buildSealed(db, source, tuning);
  } finally {
    db.close();
  }
}

function keptRows(table: SegmentTable, keep: ((time: number, seq: number) => boolean) | null): Int32Array {
  const order = table.order.subarray(0, table.count);
  return keep ? order.filter((row) => keep(table.time[row] ?? 0, table.seq[row] ?? 0)) : order;
}

export function sizeOfRows(table: SegmentTable, rows: Int32Array) {
  let firstSeq = Number.MAX_SAFE_INTEGER;
  let lastSeq = 0;
  for (const row of rows) {
    firstSeq = Math.min(firstSeq, table.seq[row] ?? 0);
    lastSeq = Math.max(lastSeq, table.seq[row] ?? 0);
  }
  const timeAt = (position: number) => table.time[rows[position] ?? 0] ?? 0;
  return {
    entries: rows.length,
    earliest: timeAt(0),
    latest: timeAt(rows.length - 1),
    early: timeAt(Math.floor(rows.length * EARLY_SHARE)),
    first_seq: firstSeq,
    last_seq: lastSeq,
  };
}

function lastRemoved(table: SegmentTable, rows: Int32Array): number {
  const kept = new Set(rows);
  let last = 0;
  for (let row = 0; row < table.count; row++) if (!kept.has(row)) last = Math.max(last, table.seq[row] ?? 0);
  return last;
}

export function saveSummary(catalog: DatabaseSync, id: number, summary: Summary): void {
  catalog.prepare('DELETE FROM summaries WHERE segment = ?').run(id);
  const insert = catalog.prepare('INSERT INTO summaries VALUES (?, ?, ?)');
  for (const [kind, data] of Object.entries(summary)) if (data) insert.run(id, kind, data);
}
