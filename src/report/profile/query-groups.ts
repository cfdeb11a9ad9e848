import type { Profile, Span, SpanKind } from '../../profile/profile.ts';
import { coveredTime, isQuery, queryTimes, waitOf } from '../../profile/query-time.ts';
import { transactionNumbers } from './transactions.ts';

export interface Tally {
  readonly text: string;
  readonly count: number;
}

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

/** All queries of a request. Times are in microseconds; overlapping queries are counted once. */
export interface QuerySummary {
  readonly count: number;
  /** While at least one query ran. */
  readonly ran: number;
  /** The part of the request, from 0 to 1, while at least one query ran. */
  readonly share: number;
  /** While at least one query waited for a connection. */
  readonly waited: number;
  readonly overlaps: boolean;
  readonly failed: number;
  readonly open: number;
  /** Queries with a statement whose calling line is known. Only the lines of its first calls are recorded. */
  readonly located: number;
}

export function querySummary({ entry, detail }: Profile): QuerySummary {
  const queries = (detail?.spans ?? []).filter(isQuery);
  const end = Math.max(entry.duration, detail?.phases?.finished ?? 0);
  const runs = queryTimes(queries, end);
  const waits = queries.flatMap(({ at }, i) => [at, runs[2 * i] ?? at]);
  const ran = coveredTime(runs);
  const located = new Set(
    queries.filter(({ calledFrom }) => calledFrom !== undefined).map(({ name }) => name),
  );
  const withinRequest = coveredTime(runs.map((time) => Math.min(time, end)));
  return {
    count: queries.length,
    ran,
    share: end === 0 ? 0 : withinRequest / end,
    waited: coveredTime(waits),
    overlaps: runs.reduce((total, time, i) => total + (i % 2 === 0 ? -time : time), 0) > ran,
    failed: queries.filter(({ error }) => error !== undefined).length,
    open: queries.filter(({ duration }) => duration === null).length,
    located: queries.filter(({ name }) => located.has(name)).length,
  };
}
