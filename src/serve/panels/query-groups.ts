import type { Span, SpanKind } from '../../profile/profile.ts';

export interface QueryGroup {
  readonly kind: SpanKind;
  readonly system: string;
  readonly statement: string;
  readonly count: number;
  /** In microseconds. Counts only queries that finished. */
  readonly total: number;
  readonly longest: number;
  readonly errors: readonly string[];
}

const QUERIES: ReadonlySet<SpanKind> = new Set(['sql', 'document', 'cache']);

export function isQuery({ kind }: Span): boolean {
  return QUERIES.has(kind);
}

/** Groups identical queries, in the order they first ran. Statements hold no values, so a loop is one group. */
export function queryGroups(spans: readonly Span[]): readonly QueryGroup[] {
  const groups = new Map<string, QueryGroup>();
  for (const { kind, system = '', name, duration, error } of spans.filter(isQuery)) {
    const key = JSON.stringify([kind, system, name]);
    const known = groups.get(key);
    const time = duration ?? 0;
    groups.set(key, {
      kind,
      system,
      statement: name,
      count: (known?.count ?? 0) + 1,
      total: (known?.total ?? 0) + time,
      longest: Math.max(known?.longest ?? 0, time),
      errors: [...(known?.errors ?? []), ...(error === undefined ? [] : [error])],
    });
  }
  return [...groups.values()];
}

/** The number of queries, and how many distinct ones ran more than once. */
export function countQueries(groups: readonly QueryGroup[]): { queries: number; repeated: number } {
  return {
    queries: groups.reduce((sum, { count }) => sum + count, 0),
    repeated: groups.filter(({ count }) => count > 1).length,
  };
}
