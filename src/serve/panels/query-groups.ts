import type { Span, SpanKind } from '../../profile/profile.ts';

export interface QueryGroup {
  readonly kind: SpanKind;
  readonly system: string;
  readonly statement: string;
  readonly count: number;
  /** In microseconds, of those that were done. */
  readonly total: number;
  readonly longest: number;
  readonly errors: readonly string[];
}

const QUERIES: ReadonlySet<SpanKind> = new Set(['sql', 'document', 'cache']);

export function isQuery({ kind }: Span): boolean {
  return QUERIES.has(kind);
}

/** Queries by what they ask, in the order they were first asked. Their values are not in them, so a loop is a group. */
export function queryGroups(spans: readonly Span[]): readonly QueryGroup[] {
  const groups = new Map<string, QueryGroup>();
  for (const { kind, system = '', name, duration, error } of spans.filter(isQuery)) {
    const key = JSON.stringify([kind, system, name]);
    const known = groups.get(key);
    const took = duration ?? 0;
    groups.set(key, {
      kind,
      system,
      statement: name,
      count: (known?.count ?? 0) + 1,
      total: (known?.total ?? 0) + took,
      longest: Math.max(known?.longest ?? 0, took),
      errors: [...(known?.errors ?? []), ...(error === undefined ? [] : [error])],
    });
  }
  return [...groups.values()];
}

/** How many queries they are, and how many of them were asked more than once. */
export function countQueries(groups: readonly QueryGroup[]): { queries: number; repeated: number } {
  return {
    queries: groups.reduce((sum, { count }) => sum + count, 0),
    repeated: groups.filter(({ count }) => count > 1).length,
  };
}
