import type { Span, SpanKind } from './profile.ts';

const QUERIES: ReadonlySet<SpanKind> = new Set(['sql', 'document', 'cache']);

/** Whether a span is a query to a database or a cache. */
export function isQuery({ kind }: Pick<Span, 'kind'>): boolean {
  return QUERIES.has(kind);
}

/** How long a span waited for a connection, in microseconds: never longer than its duration. */
export function waitOf({ wait = 0, duration }: Span): number {
  return duration === null ? wait : Math.min(wait, duration);
}

/** When each query was sent and when it ended, alternating. A query that is still open ends with the request. */
export function queryTimes(spans: readonly Span[], end: number): number[] {
  const times: number[] = [];
  for (const span of spans) {
    if (!isQuery(span)) continue;
    const { at, duration } = span;
    const to = duration === null ? Math.max(end, at) : at + duration;
    times.push(Math.min(at + waitOf(span), to), to);
  }
  return times;
}

/** The time that intervals cover, given their starts and ends in turn. Overlapping ones count once. */
export function coveredTime(times: readonly number[]): number {
  if (times.length === 0) return 0;
  const starts: number[] = [];
  for (let i = 0; i < times.length; i += 2) starts.push(i);
  starts.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  let covered = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const i of starts) {
    const [from, to] = [times[i] ?? 0, times[i + 1] ?? 0];
    covered += Math.max(0, to - Math.max(from, last));
    last = Math.max(last, to);
  }
  return covered;
}

/** One short command. A block of statements has semicolons. */
const CONTROL =
  /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|set)\b[^;]{0,80};?\s*$/i;

/** Whether a statement only begins, divides or ends a transaction, or sets something for it. */
export function isTransactionControl(statement: string): boolean {
  return CONTROL.test(statement);
}
