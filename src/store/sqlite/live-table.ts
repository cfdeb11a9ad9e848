import type { DatabaseSync } from 'node:sqlite';
import { decodeColumns } from './block-codec.ts';
import { fromDimensionRow, fromProcessRow, rowOfData } from './rows.ts';
import { SegmentTable } from './segment-table.ts';

/** Reads a segment that is not sealed into memory. Blocks that were written since are added by `refresh`. */
export interface LiveTable {
  refresh(): SegmentTable;
}

export function createLiveTable(db: DatabaseSync): LiveTable {
  const sql = {
    version: db.prepare('PRAGMA data_version'),
    merges: db.prepare('SELECT merges FROM state'),
    blocks: db.prepare('SELECT id, columns FROM blocks WHERE id > ? ORDER BY id'),
    dimensions: db.prepare('SELECT id, data FROM dimensions WHERE id > ? ORDER BY id'),
    processes: db.prepare('SELECT id, data FROM processes WHERE id > ? ORDER BY id'),
  };
  let table = new SegmentTable();
  let lastBlock = 0;
  let lastDimension = 0;
  let lastProcess = 0;
  let knownVersion = -1;
  let knownMerges = 0;

  function read(): void {
    const merges = Number(sql.merges.get()?.merges ?? 0);
    if (merges !== knownMerges) {
      knownMerges = merges;
      lastBlock = 0;
      lastDimension = 0;
      lastProcess = 0;
      table = new SegmentTable();
    }
    for (const [id, row] of sql.dimensions.all(lastDimension).map(rowOfData)) {
      table.dimensions.set(id, fromDimensionRow(row));
      lastDimension = id;
    }
    for (const [id, row] of sql.processes.all(lastProcess).map(rowOfData)) {
      table.processes.set(id, fromProcessRow(row));
      lastProcess = id;
    }
    for (const { id, columns } of sql.blocks.iterate(lastBlock)) {
      table.addBlock(Number(id), decodeColumns(columns as Uint8Array));
      lastBlock = Number(id);
    }
  }

  return {
    refresh() {
      const version = Number(sql.version.get()?.data_version);
      if (version === knownVersion) return table;
      // In one transaction, so that blocks and dimensions belong together.
      db.exec('BEGIN');
      try {
        read();
        knownVersion = version;
      } finally {
        db.exec('COMMIT');
      }
      return table;
    },
  };
}
