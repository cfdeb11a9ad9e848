import type { DatabaseSync } from 'node:sqlite';
import { decodeColumns } from './block-codec.ts';
import type { Segment } from './catalog.ts';
import { decodeDimensions, dimensionsOfLine } from './dimension-list.ts';
import type { BookFolder } from './folder.ts';
import { changedSegment, openSegment } from './present-segment.ts';
import { fromDimensionRow, fromProcessRow, NO_PROCESS, rowOfData } from './rows.ts';
import { sealedColumns } from './sealed-columns.ts';
import { SealedTable } from './sealed-table.ts';
import { processesOfSummary } from './segment-processes.ts';
import type { SegmentRows } from './segment-rows.ts';
import { SegmentTable } from './segment-table.ts';

/** A segment that is read as a whole: to seal it, to delete a part of it, or to copy it. */
export interface OpenedSource {
  readonly rows: SegmentRows;
  detailBlock(id: number): Uint8Array | null;
  close(): void;
}

/** Opens a segment. Yields between short slices of work. */
export function* openSource(folder: BookFolder, segment: Segment): Generator<void, OpenedSource> {
  const db = openSegment(folder, segment);
  try {
    const close = () => db.isOpen && db.close();
    if (segment.state === 'sealed')
      return { rows: sealedRows(db), detailBlock: sealedColumns(db).detailBlock, close };
    const rows = yield* unsealedRows(db);
    const block = db.prepare('SELECT details FROM blocks WHERE id = ?');
    return { rows, detailBlock: (id) => (block.get(id)?.details ?? null) as Uint8Array | null, close };
  } catch (error) {
    db.close();
    throw error;
  }
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

function* unsealedRows(db: DatabaseSync): Generator<void, SegmentRows> {
  const table = new SegmentTable();
  for (const [id, row] of db.prepare('SELECT id, data FROM dimensions').all().map(rowOfData))
    table.dimensions.set(id, fromDimensionRow(row));
  for (const [id, row] of db.prepare('SELECT id, data FROM processes').all().map(rowOfData))
    table.processes.set(id, fromProcessRow(row));
  const next = db.prepare('SELECT id, columns FROM blocks WHERE id > ? ORDER BY id LIMIT 1');
  for (let row = next.get(0); row; row = next.get(row.id ?? null)) {
    table.addBlock(Number(row.id), decodeColumns(row.columns as Uint8Array));
    yield;
  }
  return table.rows();
}
