import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Columns, decodeColumns, decodeDetails } from './block-codec.ts';
import type { Segment } from './catalog.ts';
import {
  DIMENSION_COLUMNS,
  type Dimensions,
  ENTRY_COLUMNS,
  PROCESS_COLUMNS,
  type Row,
  toDimensions,
  toProcess,
} from './rows.ts';
import { addSealedRows } from './seal-source.ts';
import type { SealSource } from './sealed-values.ts';
import { processesOfSummary } from './segment-processes.ts';
import { SegmentTable } from './segment-table.ts';
import { dimensionsOfSummary } from './summaries.ts';

const MAX_SEQ = 2 ** 48;
/** More than a segment ever has of entries, blocks or dimensions. */
const MAX_ID = 2 ** 17;
const ROWS_PER_READ = 1024;

/**
 * Reads what can be read of a damaged segment. Entries without dimensions, with impossible values or with a seq that
 * occurred before are left out. An entry whose process can't be read has none.
 * @param summary the dimensions and the processes in the summary of a sealed segment
 */
export function readDamaged(
  db: DatabaseSync,
  { state }: Segment,
  summary: { readonly dimensions: Uint8Array | null; readonly processes: Uint8Array | null },
): SealSource {
  const table = new SegmentTable();
  for (const [id, dimensions] of readDimensions(db, summary.dimensions)) table.dimensions.set(id, dimensions);
  for (const [id, process] of attempt(() => processesOfSummary(summary.processes)) ?? [])
    table.processes.set(id, process);
  const sql = `SELECT id, ${PROCESS_COLUMNS} FROM processes WHERE id >= ? AND id < ?`;
  for (const row of readAll(db, 'processes', 'id', sql)) table.processes.set(Number(row.id), toProcess(row));
  if (state === 'sealed') readRows(db, table);
  else readBlocks(db, table);
  const block = attempt(() =>
    db.prepare(
      state === 'sealed'
        ? 'SELECT data FROM details WHERE block = ?'
        : 'SELECT details AS data FROM blocks WHERE id = ?',
    ),
  );
  const detailBlock = (id: number) => (block && attempt(() => block.get(id)?.data as Uint8Array)) ?? null;
  const unreadable = forgetUnreadable(table, detailBlock);
  return {
    table,
    rows: usableRows(table),
    detailBlock: (id) => (unreadable.has(id) ? null : detailBlock(id)),
  };
}

/** Takes details that can't be read from their entries. Returns the blocks that can't be read at all. */
function forgetUnreadable(table: SegmentTable, detailBlock: SealSource['detailBlock']): Set<number> {
  const rows = Array.from({ length: table.count }, (_, row) => row).filter(
    (row) => (table.line[row] ?? -1) >= 0,
  );
  const unreadable = new Set<number>();
  for (const [id, blockRows] of Map.groupBy(rows, (row) => table.block[row] ?? 0)) {
    const data = detailBlock(id);
    const lines = data && attempt(() => decodeDetails(data));
    if (!lines) unreadable.add(id);
    for (const row of blockRows)
      if (!attempt(() => JSON.parse(lines?.[table.line[row] ?? 0] ?? ''))) table.line[row] = -1;
  }
  return unreadable;
}

/** From the table if it is whole, else from the summary if there is one, else what is left of the table. */
function readDimensions(db: DatabaseSync, summary: Uint8Array | null): (readonly [number, Dimensions])[] {
  const sql = `SELECT id, ${DIMENSION_COLUMNS} FROM dimensions WHERE id >= ? AND id < ?`;
  const whole = attempt(() => db.prepare(sql).all(0, MAX_ID) as Row[]);
  const summarized = whole ? [] : (attempt(() => dimensionsOfSummary(summary)) ?? []);
  if (summarized.length > 0) return summarized.map(([id, dimensions]) => [id, dimensions]);
  return (whole ?? readAll(db, 'dimensions', 'id', sql))
    .map((row) => [Number(row.id), toDimensions(row)] as const)
    .filter(([, { method, host, route, operation, error }]) =>
      [method, host, route, operation, error].every((text) => typeof text === 'string'),
    );
}

function readRows(db: DatabaseSync, table: SegmentTable): void {
  const entries = `SELECT e.n, e.detail, ${ENTRY_COLUMNS} FROM entries e CROSS JOIN urls u ON u.id = e.url
    CROSS JOIN agents a ON a.id = e.agent WHERE e.n >= ? AND e.n < ? ORDER BY e.n`;
  const rows = readAll(db, 'entries', 'n', entries);
  addSealedRows(table, rows.filter(isPlausible));
}

const INTEGERS = [
  'seq',
  'time',
  'dimension',
  'process',
  'duration',
  'request_bytes',
  'response_bytes',
  'queries',
  'query_time',
];

function isPlausible(row: Row): boolean {
  return (
    INTEGERS.every((name) => Number.isSafeInteger(row[name])) &&
    typeof row.url === 'string' &&
    typeof row.agent === 'string' &&
    row.ip !== null &&
    (row.user === null || typeof row.user === 'string') &&
    [row.parent, row.detail].every(
      (value) => value === null || (Number.isSafeInteger(value) && Number(value) >= 0),
    )
  );
}

function readBlocks(db: DatabaseSync, table: SegmentTable): void {
  for (const { id, columns } of readAll(
    db,
    'blocks',
    'id',
    'SELECT id, columns FROM blocks WHERE id >= ? AND id < ?',
  )) {
    const decoded = attempt(() => decodeColumns(columns as Uint8Array));
    if (decoded && isUsable(decoded)) table.addBlock(Number(id), decoded);
  }
}

function isUsable(columns: Columns): boolean {
  const { ips, urls, agents, users = [], tagLists = [], trace, parent, ...numbers } = columns;
  const count = numbers.seq.length;
  return (
    [ips, urls, agents, users, tagLists, trace].every((texts) =>
      texts.every((text) => typeof text === 'string'),
    ) &&
    parent.every((seq) => seq === null || Number.isSafeInteger(seq)) &&
    Object.values(numbers).every((column) => column.length === count && column.every(Number.isSafeInteger))
  );
}

/** The rows that can be written again, in the order of the listing's reverse. */
function usableRows(table: SegmentTable): Int32Array {
  const seqs = new Set<number>();
  return table.order.subarray(0, table.count).filter((row) => {
    const seq = table.seq[row] ?? -1;
    if (seq < 0 || seq >= MAX_SEQ || seqs.has(seq) || !table.dimensions.has(table.dimension[row] ?? -1))
      return false;
    seqs.add(seq);
    return true;
  });
}

/** Reads all rows of a table that can be read. */
function readAll(db: DatabaseSync, table: string, id: string, sql: string): Row[] {
  const read = attempt(() => db.prepare(sql));
  if (!read) return [];
  const last = attempt(() => Number(db.prepare(`SELECT max(${id}) AS id FROM ${table}`).get()?.id));
  const end = Math.min(last ?? MAX_ID, MAX_ID) + 1;
  const rows: Row[] = [];
  for (let from = 0; from < end; from += ROWS_PER_READ)
    for (const row of readRange(read, from, Math.min(from + ROWS_PER_READ, end))) rows.push(row);
  return rows;
}

/** Reads the rows in a range of ids. If that fails, it tries each half, down to single rows. */
function readRange(read: StatementSync, from: number, end: number): Row[] {
  const rows = attempt(() => read.all(from, end) as Row[]);
  if (rows) return rows;
  if (end - from === 1) return [];
  const middle = Math.floor((from + end) / 2);
  return [...readRange(read, from, middle), ...readRange(read, middle, end)];
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
