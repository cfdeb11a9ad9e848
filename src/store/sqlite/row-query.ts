import type { SQLInputValue } from 'node:sqlite';
import type { Entry } from '../../profile/entry.ts';
import type { Condition } from './compile-terms.ts';
import type { Driver, Filter } from './parse-terms.ts';
import type { Reader } from './reader.ts';
import { ENTRY_COLUMNS, type Row, toEntry } from './rows.ts';
import { FIELD, type Segment } from './segments.ts';

/** Where a query reads the seq and time of entries from. */
export interface Source {
  readonly from: string;
  /** The alias of the table: `e` for the entries themselves, `k` for a table that refers to them. */
  readonly key: 'e' | 'k';
  readonly where: Condition;
}

/** The range of time that a query covers, and its direction. */
export interface Window {
  readonly toward: 'older' | 'newer';
  /** Times of arrival, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** The position to continue from, if the search has a cursor. */
  readonly after: { readonly time: number; readonly seq: number } | null;
}

/** All entries, in order of time. */
export const SCAN: Source = {
  from: 'entries e INDEXED BY entries_listing',
  key: 'e',
  where: { sql: 'TRUE', params: [] },
};

/** The entries of a segment that a driver finds, in the postings and among the pending entries. */
export function postingsSource({ field, any }: Driver, segment: Segment): Source {
  const posting = matchesAny('k.value', any);
  const where: Condition = {
    sql: `k.segment = ? AND k.field = ? AND ${posting.sql}`,
    params: [segment.id, FIELD[field], ...posting.params],
  };
  if (segment.pending === 0) return { from: 'postings k', key: 'k', where };
  const pending = matchesAny(`k.${field}`, any);
  return {
    from: `(SELECT k.seq, k.time, k.dimension FROM postings k WHERE ${where.sql}
      UNION ALL SELECT k.seq, k.time, k.dimension FROM pending k WHERE k.segment = ? AND ${pending.sql}) k`,
    key: 'k',
    where: { sql: 'TRUE', params: [...where.params, segment.id, ...pending.params] },
  };
}

/** The condition that a column has one of a driver's values. */
export function matchesAny(column: string, any: Driver['any']): Condition {
  if ('ids' in any)
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(any.ids)] };
  return any.every(({ from, to }) => from === to)
    ? { sql: `${column} IN (${any.map(() => '?').join(', ')})`, params: any.map(({ from }) => from) }
    : {
        sql: `(${any.map(() => `${column} BETWEEN ? AND ?`).join(' OR ')})`,
        params: any.flatMap(({ from, to }) => [from, to]),
      };
}

/** The entries with these seqs. */
export function seqSource(seqs: readonly number[]): Source {
  return {
    from: 'entries e',
    key: 'e',
    where: { sql: 'e.seq IN (SELECT value FROM json_each(?))', params: [JSON.stringify(seqs)] },
  };
}

/** Accepts entries whose dimensions are in the list, or with `not`, are not in it. */
export interface DimensionFilter {
  readonly ids: readonly number[];
  readonly not: boolean;
}

/** One query of a search: the entries of a source that pass all filters and lie in the window. */
export interface RowQuery {
  readonly source: Source;
  readonly dimensions: DimensionFilter | null;
  readonly filter: Filter;
  readonly window: Window;
}

export function readEntries(reader: Reader, query: RowQuery, limit: number): Entry[] {
  const keys = selectKeys(query, limit);
  const sql = `SELECT ${ENTRY_COLUMNS} FROM (${keys.sql}) found
    CROSS JOIN entries e ON e.seq = found.seq
    CROSS JOIN urls u ON u.id = e.url
    CROSS JOIN agents a ON a.id = e.agent
    ORDER BY ${order('e', query.window)}`;
  const rows = reader.prepare(sql).all(...keys.params) as Row[];
  return rows.flatMap((row) => {
    const dimensions = reader.dimensions.get(Number(row.dimension));
    return dimensions ? toEntry(row, dimensions) : [];
  });
}

export function countEntries(reader: Reader, query: RowQuery, limit: number): number {
  const keys = selectKeys(query, limit);
  return Number(reader.prepare(`SELECT count(*) AS found FROM (${keys.sql})`).get(...keys.params)?.found);
}

/** Counts the entries of a query by time bin and dimensions. */
export function tallyEntries(
  reader: Reader,
  query: RowQuery,
  { from, step }: { readonly from: number; readonly step: number },
): { bin: number; dimension: number; entries: number }[] {
  const keys = selectKeys(query, -1);
  const sql = `SELECT (e.time - ?) / ? AS bin, e.dimension, count(*) AS entries FROM (${keys.sql}) found
    CROSS JOIN entries e ON e.seq = found.seq GROUP BY bin, e.dimension`;
  return reader.prepare(sql).all(BigInt(from), BigInt(step), ...keys.params) as unknown as ReturnType<
    typeof tallyEntries
  >;
}

function selectKeys({ source, dimensions, filter, window }: RowQuery, limit: number): Condition {
  const { key } = source;
  // A posting includes the dimensions of its entry: the entry itself is read only for other conditions.
  const needsEntry = filter.sql !== 'TRUE';
  const params: SQLInputValue[] = [...source.where.params, window.from, window.to];
  const lines = [
    `SELECT ${key}.seq, ${key}.time FROM ${source.from}`,
    key === 'k' && needsEntry ? 'CROSS JOIN entries e ON e.seq = k.seq' : '',
    filter.url ? 'CROSS JOIN urls u ON u.id = e.url' : '',
    filter.agent ? 'CROSS JOIN agents a ON a.id = e.agent' : '',
    `WHERE ${source.where.sql} AND ${key}.time BETWEEN ? AND ?`,
  ];
  if (window.after) {
    const [time, seq] = window.toward === 'older' ? ['<', '>'] : ['>', '<'];
    lines.push(`AND (${key}.time ${time} ? OR ${key}.seq ${seq} ?)`);
    params.push(window.after.time, window.after.seq);
  }
  if (dimensions !== null) {
    lines.push(`AND ${key}.dimension ${dimensions.not ? 'NOT IN' : 'IN'} (SELECT value FROM json_each(?))`);
    params.push(JSON.stringify(dimensions.ids));
  }
  lines.push(`AND ${filter.sql} ORDER BY ${order(key, window)} LIMIT ?`);
  params.push(...filter.params, limit);
  return { sql: lines.join(' '), params };
}

function order(table: string, { toward }: Window): string {
  return toward === 'older' ? `${table}.time DESC, ${table}.seq ASC` : `${table}.time ASC, ${table}.seq DESC`;
}
