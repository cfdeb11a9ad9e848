import type { SQLInputValue } from 'node:sqlite';
import type { Entry } from '../../profile/entry.ts';
import type { Condition } from './compile-terms.ts';
import type { Driver, Filter } from './parse-terms.ts';
import type { Reader } from './reader.ts';
import { ENTRY_COLUMNS, type Row, toEntry } from './rows.ts';
import { FIELD, type Segment } from './segments.ts';

/** Where the keys of entries are read from, in the order of their time where that is possible. */
export interface Source {
  readonly from: string;
  /** The table that has the keys: the entries themselves, or a table that points to them. */
  readonly key: 'e' | 'k';
  readonly where: Condition;
}

/** Which of them are wanted. */
export interface Window {
  readonly toward: 'older' | 'newer';
  /** Times of arrival, both ends inside. */
  readonly from: number;
  readonly to: number;
  /** The place reading goes on from, if it lies in there. */
  readonly after: { readonly time: number; readonly seq: number } | null;
}

/** The newest-first walk over everything. */
export const WALK: Source = {
  from: 'entries e INDEXED BY entries_listing',
  key: 'e',
  where: { sql: 'TRUE', params: [] },
};

/** The entries of a span with one of a driver's values: those posted, and those that wait to be. */
export function under({ field, any }: Driver, span: Segment): Source {
  const posted = among('k.value', any);
  const where: Condition = {
    sql: `k.span = ? AND k.field = ? AND ${posted.sql}`,
    params: [span.id, FIELD[field], ...posted.params],
  };
  if (span.unposted === 0) return { from: 'postings k', key: 'k', where };
  const waiting = among(`k.${field}`, any);
  return {
    from: `(SELECT k.seq, k.time, k.shape FROM postings k WHERE ${where.sql}
      UNION ALL SELECT k.seq, k.time, k.shape FROM unposted k WHERE k.span = ? AND ${waiting.sql}) k`,
    key: 'k',
    where: { sql: 'TRUE', params: [...where.params, span.id, ...waiting.params] },
  };
}

/** One of a driver's values, or between two of them. */
export function among(column: string, any: Driver['any']): Condition {
  if ('ids' in any)
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(any.ids)] };
  return any.every(({ from, to }) => from === to)
    ? { sql: `${column} IN (${any.map(() => '?').join(', ')})`, params: any.map(({ from }) => from) }
    : {
        sql: `(${any.map(() => `${column} BETWEEN ? AND ?`).join(' OR ')})`,
        params: any.flatMap(({ from, to }) => [from, to]),
      };
}

/** The entries with these numbers. */
export function numbered(seqs: readonly number[]): Source {
  return {
    from: 'entries e',
    key: 'e',
    where: { sql: 'e.seq IN (SELECT value FROM json_each(?))', params: [JSON.stringify(seqs)] },
  };
}

/** The shapes entries may have: one of these, or any but these, whichever are fewer to name. */
export interface DimensionChoice {
  readonly ids: readonly number[];
  readonly not: boolean;
}

/** Entries to look at: those of a source, of these shapes only (`null`: of any), that a filter lets pass. */
export interface RowQuery {
  readonly source: Source;
  readonly shapes: DimensionChoice | null;
  readonly filter: Filter;
  readonly window: Window;
}

export function readEntries(reader: Reader, lot: RowQuery, limit: number): Entry[] {
  const keys = selectKeys(lot, limit);
  const sql = `SELECT ${ENTRY_COLUMNS} FROM (${keys.sql}) found
    CROSS JOIN entries e ON e.seq = found.seq
    CROSS JOIN urls u ON u.id = e.url
    CROSS JOIN agents a ON a.id = e.agent
    ORDER BY ${order('e', lot.window)}`;
  const rows = reader.prepare(sql).all(...keys.params) as Row[];
  return rows.map((row) => toEntry(row, reader.shapes.get(Number(row.shape))));
}

export function countEntries(reader: Reader, lot: RowQuery, limit: number): number {
  const keys = selectKeys(lot, limit);
  return Number(reader.prepare(`SELECT count(*) AS found FROM (${keys.sql})`).get(...keys.params)?.found);
}

/** How many entries of the lot there are, by the bin of their arrival and by their shape. */
export function tallyEntries(
  reader: Reader,
  lot: RowQuery,
  { from, step }: { readonly from: number; readonly step: number },
): { bin: number; shape: number; entries: number }[] {
  const keys = selectKeys(lot, -1);
  const sql = `SELECT (e.time - ?) / ? AS bin, e.shape, count(*) AS entries FROM (${keys.sql}) found
    CROSS JOIN entries e ON e.seq = found.seq GROUP BY bin, e.shape`;
  return reader.prepare(sql).all(BigInt(from), BigInt(step), ...keys.params) as unknown as ReturnType<
    typeof tallyEntries
  >;
}

function selectKeys({ source, shapes, filter, window }: RowQuery, limit: number): Condition {
  const { key } = source;
  // A posting knows its entry's shape: it takes a look at the entry itself only to ask for more.
  const asksEntry = filter.sql !== 'TRUE';
  const params: SQLInputValue[] = [...source.where.params, window.from, window.to];
  const lines = [
    `SELECT ${key}.seq, ${key}.time FROM ${source.from}`,
    key === 'k' && asksEntry ? 'CROSS JOIN entries e ON e.seq = k.seq' : '',
    filter.url ? 'CROSS JOIN urls u ON u.id = e.url' : '',
    filter.agent ? 'CROSS JOIN agents a ON a.id = e.agent' : '',
    `WHERE ${source.where.sql} AND ${key}.time BETWEEN ? AND ?`,
  ];
  if (window.after) {
    const [time, seq] = window.toward === 'older' ? ['<', '>'] : ['>', '<'];
    lines.push(`AND (${key}.time ${time} ? OR ${key}.seq ${seq} ?)`);
    params.push(window.after.time, window.after.seq);
  }
  if (shapes !== null) {
    lines.push(`AND ${key}.shape ${shapes.not ? 'NOT IN' : 'IN'} (SELECT value FROM json_each(?))`);
    params.push(JSON.stringify(shapes.ids));
  }
  lines.push(`AND ${filter.sql} ORDER BY ${order(key, window)} LIMIT ?`);
  params.push(...filter.params, limit);
  return { sql: lines.join(' '), params };
}

function order(table: string, { toward }: Window): string {
  return toward === 'older' ? `${table}.time DESC, ${table}.seq ASC` : `${table}.time ASC, ${table}.seq DESC`;
}
