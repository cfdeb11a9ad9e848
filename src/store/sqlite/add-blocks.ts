import type { DatabaseSync } from 'node:sqlite';
import { decodeColumns } from './block-codec.ts';
import { fromDimensionRow, fromProcessRow, rowOfData } from './rows.ts';
import type { SegmentTable } from './segment-table.ts';

/** Adds the dimensions and processes that a segment which is not sealed has by now. */
export function addShared({ dimensions, processes }: SegmentTable, db: DatabaseSync): void {
  // Their ids are numbers from 1 on.
  const select = (name: string) => db.prepare(`SELECT id, data FROM ${name} WHERE id > ?`);
  for (const [id, row] of select('dimensions').all(dimensions.size).map(rowOfData))
    dimensions.set(id, fromDimensionRow(row));
  for (const [id, row] of select('processes').all(processes.size).map(rowOfData))
    processes.set(id, fromProcessRow(row));
}

/** Adds what was written to the segment since the last time. Yields after each block. */
export function* addBlocks(table: SegmentTable, db: DatabaseSync): Generator<void, void> {
  addShared(table, db);
  const next = db.prepare('SELECT id, columns FROM blocks WHERE id > ? ORDER BY id LIMIT 1');
  for (let row = next.get(table.lastBlock); row; row = next.get(table.lastBlock)) {
    table.addBlock(Number(row.id), decodeColumns(row.columns as Uint8Array));
    yield;
  }
}
