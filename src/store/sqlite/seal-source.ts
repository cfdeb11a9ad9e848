import type { DatabaseSync } from 'node:sqlite';
import { addBlocks } from './add-blocks.ts';
import type { Segment, SegmentState } from './catalog.ts';
import { decodeDimensions, dimensionsOfLine } from './dimension-list.ts';
import type { BookFolder } from './folder.ts';
import { changedSegment, openSegment } from './present-segment.ts';
import { NO_PROCESS } from './rows.ts';
import { sealedColumns } from './sealed-columns.ts';
import { SealedTable } from './sealed-table.ts';
import { processesOfSummary } from './segment-processes.ts';
import type { SegmentRows } from './segment-rows.ts';
import { SegmentTable } from './segment-table.ts';

/** A segment that is read as a whole: to seal it, to delete a part of it, or to copy it. */
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
      segment.state === 'sealed'
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
    // Not in a catch clause: work that is given up returns from a yield.
    if (!isOpened) db.close();
  }
}

/** The rows of a segment: those of a sealed one are read when they are needed. */
export function* readRows(db: DatabaseSync, state: SegmentState): Generator<void, SegmentRows> {
  if (state === 'sealed') return sealedRows(db);
  const table = new SegmentTable();
  yield* addBlocks(table, db);
  return table.rows();
}

/** The same for a segment that another process may seal, rewrite or delete in the meantime: then returns `null`. */
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

export function sealedRows(db: DatabaseSync): SegmentRows {
  const { chunk } = sealedColumns(db);
  const { ids, lines } = decodeDimensions(chunk('dimensions', 0));
  const dimensions = new Map(lines.map((line, i) => [ids[i], dimensionsOfLine(line)]));
  const processes = processesOfSummary(chunk('processes', 0));
  return new SealedTable(chunk, {
    dimensionsOf: (id) => dimensions.get(id),
    processOf: (id) => processes.get(id) ?? NO_PROCESS,
  });
}
