import type { DatabaseSync } from 'node:sqlite';
import { type Columns, decodeColumns } from './block-codec.ts';
import type { Segment } from './catalog.ts';
import { LINES_PER_BLOCK } from './fields.ts';
import type { BookFolder } from './folder.ts';
import { changedSegment, openSegment } from './present-segment.ts';
import {
  DIMENSION_COLUMNS,
  ENTRY_COLUMNS,
  formatTags,
  fromIpValue,
  fromTraceValue,
  PROCESS_COLUMNS,
  parseTags,
  type Row,
  toDimensions,
  toProcess,
} from './rows.ts';
import { SegmentTable } from './segment-table.ts';

const ROWS_PER_READ = 1000;

/** A segment that is read to be written again. */
export interface OpenedSource {
  readonly table: SegmentTable;
  detailBlock(id: number): Uint8Array | null;
  close(): void;
}

/** Reads a segment into memory. Yields between short slices of work. */
export function* openSource(folder: BookFolder, segment: Segment): Generator<void, OpenedSource> {
  const isSealed = segment.state === 'sealed';
  const db = openSegment(folder, segment);
  try {
    const table = new SegmentTable();
    for (const row of db.prepare(`SELECT id, ${DIMENSION_COLUMNS} FROM dimensions`).all() as (Row & {
      id: number;
    })[])
      table.dimensions.set(row.id, toDimensions(row));
    for (const row of db.prepare(`SELECT id, ${PROCESS_COLUMNS} FROM processes`).all() as (Row & {
      id: number;
    })[])
      table.processes.set(row.id, toProcess(row));
    yield* isSealed ? readSealed(db, table) : readBlocks(db, table);
    const block = db.prepare(
      isSealed
        ? 'SELECT data FROM details WHERE block = ?'
        : 'SELECT details AS data FROM blocks WHERE id = ?',
    );
    return {
      table,
      detailBlock: (id) => (block.get(id)?.data ?? null) as Uint8Array | null,
      close: () => db.isOpen && db.close(),
    };
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

function* readBlocks(db: DatabaseSync, table: SegmentTable): Generator<void, void> {
  const next = db.prepare('SELECT id, columns FROM blocks WHERE id > ? ORDER BY id LIMIT 1');
  for (let row = next.get(0); row; row = next.get(row.id ?? null)) {
    table.addBlock(Number(row.id), decodeColumns(row.columns as Uint8Array));
    yield;
  }
}

function* readSealed(db: DatabaseSync, table: SegmentTable): Generator<void, void> {
  const read = db.prepare(
    `SELECT e.n, e.detail, ${ENTRY_COLUMNS} FROM entries e CROSS JOIN urls u ON u.id = e.url
     CROSS JOIN agents a ON a.id = e.agent WHERE e.n > ? ORDER BY e.n LIMIT ${ROWS_PER_READ}`,
  );
  let last = 0;
  for (;;) {
    const rows = read.all(last) as Row[];
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.n);
    addSealedRows(table, rows);
    yield;
  }
}

/** Adds rows of a sealed segment, those of the same block together, so that each knows where its detail is. */
export function addSealedRows(table: SegmentTable, rows: readonly Row[]): void {
  for (const [block, sameBlock] of Map.groupBy(rows, blockOf))
    table.addBlock(block, toColumns(sameBlock), sameBlock.map(lineOf));
}

const blockOf = ({ detail }: Row) => (detail === null ? 0 : Math.floor(Number(detail) / LINES_PER_BLOCK));
const lineOf = ({ detail }: Row) => Number(detail ?? 0) % LINES_PER_BLOCK;

function toColumns(rows: readonly Row[]): Columns {
  const numbers = (name: string) => rows.map((row) => Number(row[name]));
  const positions = rows.map((_, i) => i);
  return {
    seq: numbers('seq'),
    time: numbers('time'),
    dimension: numbers('dimension'),
    process: numbers('process'),
    ip: positions,
    url: positions,
    agent: positions,
    duration: numbers('duration'),
    requestBytes: numbers('request_bytes'),
    responseBytes: numbers('response_bytes'),
    trace: rows.map(({ trace = null }) => fromTraceValue(trace)),
    parent: rows.map(({ parent }) => (parent === null ? null : Number(parent))),
    detail: rows.map(({ detail }) => (detail === null ? 0 : 1)),
    ips: rows.map(({ ip = '' }) => fromIpValue(ip)),
    urls: rows.map(({ url }) => String(url)),
    agents: rows.map(({ agent }) => String(agent)),
    queries: numbers('queries'),
    queryTime: numbers('query_time'),
    user: positions,
    users: rows.map(({ user }) => String(user ?? '')),
    tags: positions,
    tagLists: rows.map(({ tags }) => formatTags(parseTags(String(tags ?? '')))),
  };
}
