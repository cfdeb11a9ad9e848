import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Condition } from './compile-terms.ts';
import { FIELD } from './fields.ts';
import type { Driver, Filter } from './parse-terms.ts';
import { ENTRY_COLUMNS, type Row } from './rows.ts';

/** Where a query reads the numbers of entries from. */
export interface Source {
  readonly from: string;
  /** The alias of the table: `e` for the entries themselves, `k` for a table that refers to them. */
  readonly key: 'e' | 'k';
  readonly where: Condition;
  /** Whether it also has the dimensions of the entries. */
  readonly hasDimension: boolean;
}

/** All entries. */
export const SCAN: Source = {
  from: 'entries e',
  key: 'e',
  where: { sql: 'TRUE', params: [] },
  hasDimension: true,
};

/** The entries that a driver finds in the postings. */
export function postingsSource({ field, any }: Driver): Source {
  const { sql, params } = matchesAny('k.value', any);
  const where = { sql: `k.field = ${FIELD[field]} AND ${sql}`, params };
  if (field !== 'tag' || isOneValue(any)) return { from: 'postings k', key: 'k', where, hasDimension: true };
  // An entry may have several of these tags.
  const from = `(SELECT DISTINCT k.n, k.dimension FROM postings k WHERE ${where.sql}) k`;
  return { from, key: 'k', where: { sql: 'TRUE', params }, hasDimension: true };
}

/** The entries with these seqs. */
export function seqSource(seqs: readonly number[]): Source {
  return {
    from: '(SELECT s.n FROM json_each(?) i CROSS JOIN seqs s ON s.seq = i.value) k',
    key: 'k',
    where: { sql: 'TRUE', params: [JSON.stringify(seqs)] },
    hasDimension: false,
  };
}

/** The condition that a column has one of a driver's values. */
function matchesAny(column: string, any: Driver['any']): Condition {
  if ('ids' in any)
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(any.ids)] };
  return any.every(({ from, to }) => from === to)
    ? { sql: `${column} IN (${any.map(() => '?').join(', ')})`, params: any.map(({ from }) => from) }
    : {
        sql: `(${any.map(() => `${column} BETWEEN ? AND ?`).join(' OR ')})`,
        params: any.flatMap(({ from, to }) => [from, to]),
      };
}

/** Accepts entries whose dimensions are in the list, or with `not`, are not in it. */
export interface DimensionFilter {
  readonly ids: readonly number[];
  readonly not: boolean;
}

/** The entries of a source that pass all filters, from number `first` to `last`, both inclusive. */
export interface RowQuery {
  readonly source: Source;
  readonly dimensions: DimensionFilter | null;
  readonly filter: Filter;
  readonly first: number;
  readonly last: number;
  readonly toward: 'older' | 'newer';
}

type Prepare = (sql: string) => StatementSync;

export function readRows(prepare: Prepare, query: RowQuery, limit: number): Row[] {
  const keys = selectKeys(query, limit);
  const sql = `SELECT ${ENTRY_COLUMNS} FROM (${keys.sql}) found
    CROSS JOIN entries e ON e.n = found.n
    CROSS JOIN urls u ON u.id = e.url
    CROSS JOIN agents a ON a.id = e.agent
    ORDER BY ${order('e', query)}`;
  return prepare(sql).all(...keys.params) as Row[];
}

/** The entries of a query that took the longest, of those that took at least this long. */
export function readSlowest(prepare: Prepare, query: RowQuery, limit: number, shortest: number): Row[] {
  const keys = selectKeys(query, -1);
  const sql = `SELECT ${ENTRY_COLUMNS} FROM (SELECT d.n FROM (${keys.sql}) found
      CROSS JOIN entries d ON d.n = found.n WHERE d.duration >= ? ORDER BY d.duration DESC, d.n DESC LIMIT ?) slow
    CROSS JOIN entries e ON e.n = slow.n
    CROSS JOIN urls u ON u.id = e.url
    CROSS JOIN agents a ON a.id = e.agent`;
  return prepare(sql).all(...keys.params, shortest, limit) as Row[];
}

export function countRows(prepare: Prepare, query: RowQuery, limit: number): number {
  const keys = selectKeys(query, limit);
  return Number(prepare(`SELECT count(*) AS found FROM (${keys.sql})`).get(...keys.params)?.found);
}

/** Counts the entries of a query by time bin and dimensions, and by process if the segment has several. */
export function tallyRows(
  prepare: Prepare,
  query: RowQuery,
  { from, step }: { readonly from: number; readonly step: number },
  byProcess: boolean,
): { bin: number; dimension: number; process?: number; entries: number }[] {
  const keys = selectKeys(query, -1);
  const columns = byProcess ? 'e.dimension, e.process' : 'e.dimension';
  const sql = `SELECT (e.time - ?) / ? AS bin, ${columns}, count(*) AS entries FROM (${keys.sql}) found
    CROSS JOIN entries e ON e.n = found.n GROUP BY bin, ${columns}`;
  return prepare(sql).all(BigInt(from), BigInt(step), ...keys.params) as unknown as ReturnType<
    typeof tallyRows
  >;
}

/** What a sealed entry is grouped by, and what is counted of it. */
export interface GroupedRow {
  readonly time: number;
  readonly dimension: number;
  readonly ip: SQLOutputValue;
  readonly url: number;
  readonly duration: number;
  readonly queries: number;
  readonly query_time: number;
}

const GROUPED_COLUMNS = 'e.time, e.dimension, e.ip, e.url, e.duration, e.queries, e.query_time';

/** The entries of a query, in any order, without the texts that many of them share. */
export function readGroupedRows(prepare: Prepare, query: RowQuery): readonly GroupedRow[] {
  const { source, dimensions, filter, first, last } = query;
  if (source === SCAN && filter.sql === 'TRUE') {
    // Twice as fast as to look up each entry by its number.
    const listed = dimensions?.not ? 'NOT IN' : 'IN';
    const sql = `SELECT ${GROUPED_COLUMNS} FROM entries e WHERE e.n BETWEEN ? AND ?
      ${dimensions ? `AND e.dimension ${listed} (SELECT value FROM json_each(?))` : ''}`;
    const ids = dimensions ? [JSON.stringify(dimensions.ids)] : [];
    return prepare(sql).all(first, last, ...ids) as unknown as GroupedRow[];
  }
  const keys = selectKeys(query, -1);
  const sql = `SELECT ${GROUPED_COLUMNS} FROM (${keys.sql}) found CROSS JOIN entries e ON e.n = found.n`;
  return prepare(sql).all(...keys.params) as unknown as GroupedRow[];
}

export function countKeys(prepare: Prepare, { from, where }: Source, cap: number): number {
  const sql = `SELECT count(*) AS found FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`;
  return Number(prepare(sql).get(...where.params, cap)?.found);
}

function selectKeys(query: RowQuery, limit: number): Condition {
  const { source, dimensions, filter, first, last } = query;
  const { key } = source;
  // A posting includes the dimensions of its entry: the entry itself is read only for other conditions.
  const needsEntry = key === 'k' && (filter.sql !== 'TRUE' || (dimensions !== null && !source.hasDimension));
  const params: SQLInputValue[] = [...source.where.params, first, last];
  const lines = [
    `SELECT ${key}.n FROM ${source.from}`,
    needsEntry ? 'CROSS JOIN entries e ON e.n = k.n' : '',
    filter.url ? 'CROSS JOIN urls u ON u.id = e.url' : '',
    filter.agent ? 'CROSS JOIN agents a ON a.id = e.agent' : '',
    `WHERE ${source.where.sql} AND ${key}.n BETWEEN ? AND ?`,
  ];
  if (dimensions !== null) {
    const alias = source.hasDimension ? key : 'e';
    lines.push(`AND ${alias}.dimension ${dimensions.not ? 'NOT IN' : 'IN'} (SELECT value FROM json_each(?))`);
    params.push(JSON.stringify(dimensions.ids));
  }
  lines.push(`AND ${filter.sql} ORDER BY ${order(key, query)} LIMIT ?`);
  params.push(...filter.params, limit);
  return { sql: lines.join(' '), params };
}

function isOneValue(any: Driver['any']): boolean {
  return 'length' in any && any.length === 1 && any[0]?.from === any[0]?.to;
}

function order(table: string, { toward }: RowQuery): string {
  return `${table}.n ${toward === 'older' ? 'DESC' : 'ASC'}`;
}
