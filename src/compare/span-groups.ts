import { textStart } from '../format/cut-text.ts';
import type { Span } from '../profile/profile.ts';
import { waitOf } from '../profile/query-time.ts';
import { shapeOf } from './value-shape.ts';

/** The spans of a request for one statement or one call. */
export interface SpanGroup {
  readonly kind: Span['kind'];
  /** The name of the first span. */
  readonly name: string;
  readonly count: number;
  /** When the first one started, in microseconds since arrival. */
  readonly at: number;
  /** Without waiting for a connection and without child spans, in microseconds. */
  readonly time: number;
  readonly waited: number;
  readonly failed: number;
  /** The first error or failed status; empty if none failed. */
  readonly error: string;
  /** The status of the last response; undefined if there was none. */
  readonly status?: number;
  readonly open: number;
}

const MAX_NAME_LENGTH = 2000;

/** Groups spans by statement, or by method, host and path of a call, without ids. */
export function spanGroups(spans: readonly Span[]): ReadonlyMap<string, SpanGroup> {
  const own = ownTimes(spans);
  const indexes = spans.map((_, i) => i);
  const groups = Map.groupBy(indexes, (i) => keyOf(spans[i] as Span));
  return new Map([...groups].map(([key, members]) => [key, groupOf(spans, members, own)]));
}

function keyOf({ kind, system = '', database = '', name }: Span): string {
  const text = kind === 'http' ? name.replace(/[?#].*$/s, '') : name;
  return [kind, system, database, shapeOf(textStart(text, MAX_NAME_LENGTH))].join('\n');
}

function groupOf(spans: readonly Span[], members: readonly number[], own: readonly number[]): SpanGroup {
  const all = members.map((i) => spans[i] as Span);
  const [{ kind, name }] = all as [Span];
  const failures = all.flatMap((span) => failureOf(span) ?? []);
  const status = all.findLast((span) => span.status !== undefined)?.status;
  return {
    kind,
    name,
    count: all.length,
    at: Math.min(...all.map(({ at }) => at)),
    time: members.reduce((sum, i) => sum + (own[i] ?? 0), 0),
    waited: all.reduce((sum, span) => sum + waitOf(span), 0),
    failed: failures.length,
    error: failures[0] ?? '',
    ...(status !== undefined && { status }),
    open: all.filter(({ duration }) => duration === null).length,
  };
}

function failureOf({ kind, error, status }: Span): string | null {
  if (error !== undefined) return error;
  return kind === 'http' && status !== undefined && status >= 400 ? String(status) : null;
}

/** The time that each span took itself. Children that overlap may cover more than their parent. */
function ownTimes(spans: readonly Span[]): number[] {
  const own = spans.map((span) => (span.duration === null ? 0 : span.duration - waitOf(span)));
  for (const [i, { parent, duration }] of spans.entries()) {
    // A parent precedes its children in the list.
    const before = parent !== null && parent < i ? own[parent] : undefined;
    if (parent !== null && before !== undefined) own[parent] = before - (duration ?? 0);
  }
  return own.map((time) => Math.max(0, time));
}
