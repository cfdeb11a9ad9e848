import type { DatabaseSync } from 'node:sqlite';
import { UNKNOWN_PROCESS } from '../../../profile/entry.ts';
import type { Segment, SegmentState } from '../catalog/catalog.ts';
import { changedSegment, openSegment } from '../catalog/present-segment.ts';
import type { SegmentRows } from '../columns/segment-rows.ts';
import type { BookFolder } from '../files/folder.ts';
import { addBlocks, SegmentTable } from '../live/segment-table.ts';
import { ClosedTable, chunkReader } from './closed-table.ts';
import { decodeDimensions, decodeProcesses, dimensionsOfLine } from './shared-lists.ts';

/** A segment that is read as a whole: to close it, to delete a part of it, or to copy it. */
export interface OpenedSource {
  readonly rows: SegmentRows;
  /** A block of details, `null` if there is none. */
  detailBlock(id: number): Uint8Array | null;
  close(): void;
}

/** Opens a segment. Yields between short slices of work. */
export function* openSource(folder: BookFolder, segment: Segment): Generator<void, OpenedSource> {
  const db = openSegment(folder, segment);
  let isOpened = false;
  try {
    const rows = yield* readRows(db, segment.state);
    const block = db.prepare(
      segment.state === 'closed'
        ? 'SELECT data FROM details WHERE block = ?'
        : 'SELECT details AS data FROM blocks WHERE id = ?',
    );
    isOpened = true;
    return {
      rows,
      detailBlock: (id) => (block.get(id)?.data ?? null) as Uint8Array | null,
      close: () => db.isOpen && db.close(),
    };
  } finally {
    // A catch clause would miss work that is given up: it returns from a yield.
    if (!isOpened) db.close();
  }
}

/** The rows of a segment: those of a closed one are read when they are needed. */
export function* readRows(db: DatabaseSync, state: SegmentState): Generator<void, SegmentRows> {
  if (state === 'closed') return closedRows(db);
  const table = new SegmentTable();
  yield* addBlocks(table, db);
  return table.rows();
}

/** Opens a segment. Returns `null` if another process has closed, rewritten or deleted it. */
export function* openPresentSource(
  catalog: DatabaseSync,
  folder: BookFolder,
  segment: Segment,
): Generator<void, OpenedSource | null> {
  try {
    return yield* openSource(folder, segment);
  } catch (error) {
    if (changedSegment(catalog, folder, segment) === 'unchanged') throw error;
    return null;
  }
}

export function closedRows(db: DatabaseSync): SegmentRows {
  const chunk = chunkReader(db);
  const { ids, lines } = chunk('dimensions', 0, decodeDimensions) ?? decodeDimensions(null);
  const dimensions = new Map(lines.map((line, i) => [ids[i], dimensionsOfLine(line)]));
  const processes = chunk('processes', 0, decodeProcesses) ?? new Map();
  return new ClosedTable(chunk, {
    dimensionsOf: (id) => dimensions.get(id),
    processOf: (id) => processes.get(id) ?? UNKNOWN_PROCESS,
  });
}
