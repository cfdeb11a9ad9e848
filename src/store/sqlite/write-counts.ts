import type { DatabaseSync } from 'node:sqlite';
import { CLIENT_CLASSES, KINDS } from '../../profile/entry.ts';
import { compress } from './block-codec.ts';
import { COUNTED_TOGETHER, MINUTE } from './fields.ts';
import { type Dimensions, NO_PROCESS, toProcessRow } from './rows.ts';
import type { SealSource } from './sealed-values.ts';

/** Writes the processes and their counts. Returns the processes for the summary. */
export function writeProcesses(db: DatabaseSync, { table, rows }: SealSource): Uint8Array {
  const counts = new Map<number, Int32Array>();
  for (const row of rows) {
    const id = table.process[row] ?? 0;
    const cells = counts.get(id) ?? new Int32Array(KINDS.length * CLIENT_CLASSES.length);
    counts.set(id, cells);
    const cell = cellOf(table.dimensionsAt(row));
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  const insert = db.prepare('INSERT INTO processes VALUES (?, ?, ?, ?)');
  const insertCount = db.prepare('INSERT INTO process_counts VALUES (?, ?, ?, ?)');
  const listed = [...counts].map(([id, cells]) => {
    const values = [id, ...toProcessRow(table.processes.get(id) ?? NO_PROCESS)];
    insert.run(...values);
    for (const [cell, entries] of cells.entries())
      if (entries > 0) insertCount.run(id, ...kindAndClient(cell), entries);
    return values;
  });
  return compress(JSON.stringify(listed));
}

/** A number for the kind and the class of the client. */
function cellOf({ kind, client }: Dimensions): number {
  return KINDS.indexOf(kind) * CLIENT_CLASSES.length + CLIENT_CLASSES.indexOf(client);
}

function kindAndClient(cell: number): [kind: number, client: number] {
  return [Math.floor(cell / CLIENT_CLASSES.length), cell % CLIENT_CLASSES.length];
}

export function writeMinutes(db: DatabaseSync, { table, rows }: SealSource): void {
  const cells = KINDS.length * CLIENT_CLASSES.length;
  const counts = new Map<number, number>();
  const length = (table.time[rows.at(-1) ?? 0] ?? 0) - (table.time[rows[0] ?? 0] ?? 0);
  const [, unit = 1] = COUNTED_TOGETHER.find(([minutes]) => length >= minutes * MINUTE) ?? [];
  for (const row of rows) {
    const dimensions = table.dimensionsAt(row);
    const minute = Math.floor((table.time[row] ?? 0) / MINUTE / unit) * unit;
    const key = (minute * 10 + Math.floor(dimensions.status / 100)) * cells + cellOf(dimensions);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const insert = db.prepare('INSERT INTO minutes VALUES (?, ?, ?, ?, ?)');
  for (const [key, entries] of counts) {
    const minuteAndClass = Math.floor(key / cells);
    insert.run(Math.floor(minuteAndClass / 10), minuteAndClass % 10, ...kindAndClient(key % cells), entries);
  }
}
