import type { Span, SpanKind } from '../../profile/profile.ts';
import { isQuery, waitOf } from '../../profile/query-time.ts';
import { transactionNumbers } from './transactions.ts';

/** A text, and how many queries have it. */
export interface Tally {
  readonly text: string;
  readonly count: number;
}

/** Identical queries. */
export interface QueryGroup {
  readonly kind: SpanKind;
  readonly system: string;
  readonly database: string;
  readonly statement: string;
  readonly count: number;
  /** Sum of the times that finished queries ran, in microseconds. Does not include `waited`. */
  readonly total: number;
  readonly longest: number;
  /** Sum of the times that they waited for a connection, in microseconds. */
  readonly waited: number;
  /** Rows returned or changed; `null` if not known. */
  readonly rows: number | null;
  /** How many were still running when the request ended. */
  readonly open: number;
  readonly failed: number;
  /** Distinct errors, the most frequent one first. */
  readonly errors: readonly Tally[];
  /** The lines of the app that made the calls, where known, the most frequent one first. */
  readonly callers: readonly Tally[];
  /** The numbers of their transactions, as shown. */
  readonly transactions: readonly number[];
}

/** Groups identical queries, the longest total first. Statements hold no values, so a loop is one group. */
export function queryGroups(spans: readonly Span[]): readonly QueryGroup[] {
  const numbers = transactionNumbers(spans);
  const groups = Map.groupBy(spans.filter(isQuery), ({ kind, system, database, name }) =>
    JSON.stringify([kind, system, database, name]),
  );
  return [...groups.values()]
    .map((queries) => groupOf(queries, numbers))
    .sort((a, b) => b.total - a.total || b.waited - a.waited);
}

function groupOf(queries: readonly Span[], numbers: ReadonlyMap<number, number>): QueryGroup {
  const [{ kind, system = '', database = '', name }] = queries as [Span];
  const times = queries.map((query) => (query.duration === null ? 0 : query.duration - waitOf(query)));
  const rows = queries.flatMap((query) => query.rows ?? []);
  const errors = queries.flatMap(({ error }) => error ?? []);
  return {
    kind,
    system,
    database,
    statement: name,
    count: queries.length,
    total: sum(times),
    longest: Math.max(...times),
    waited: sum(queries.map(waitOf)),
    rows: rows.length === 0 ? null : sum(rows),
    open: queries.filter(({ duration }) => duration === null).length,
    failed: errors.length,
    errors: tally(errors),
    callers: tally(queries.flatMap(({ calledFrom }) => calledFrom ?? [])),
    transactions: [
      ...new Set(queries.flatMap(({ transaction }) => numbers.get(transaction ?? Number.NaN) ?? [])),
    ],
  };
}

/** The number of queries, and how many distinct ones ran more than once. */
export function countQueries(groups: readonly QueryGroup[]): { queries: number; repeated: number } {
  return {
    queries: sum(groups.map(({ count }) => count)),
    repeated: groups.filter(({ count }) => count > 1).length,
  };
}

function tally(texts: readonly string[]): readonly Tally[] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, { length }]) => ({ text, count: length }))
    .sort((a, b) => b.count - a.count);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
