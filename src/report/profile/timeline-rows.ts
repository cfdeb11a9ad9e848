import { countOf } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import type { Phases, Profile, Span, SpanKind } from '../../profile/profile.ts';
import { hasFailed } from '../../profile/profile.ts';
import { waitOf } from '../../profile/query-time.ts';

export interface Bar {
  /** In microseconds since the request arrived. */
  readonly from: number;
  /** When a query had a connection; the same as `from` if it did not wait for one. */
  readonly sent: number;
  readonly to: number;
  /** Still running when the request ended. */
  readonly open: boolean;
  readonly failed: boolean;
  /** The status of a failed outgoing request. */
  readonly status?: number;
}

/** One row of the timeline: a phase, or all spans with the same name and parent. */
export interface TimelineRow {
  readonly kind: SpanKind | 'phase';
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly total: number;
  /** The number of its ancestors. */
  readonly depth: number;
  /** The line of the app that made the first call. */
  readonly calledFrom?: string;
  /** Rows that the queries returned or changed; absent if none says it. */
  readonly rows?: number;
}

export interface TimelineRows {
  /** The end of the time axis, in microseconds. */
  readonly end: number;
  readonly rows: readonly TimelineRow[];
  /** The number of spans without a row, the shortest ones. The table has them. */
  readonly hidden: number;
}

/** More rows would not be readable. */
const MAX_ROWS = 60;

interface Group extends TimelineRow {
  readonly bars: Bar[];
  total: number;
  rows?: number;
  readonly parent: Group | null;
  readonly children: Group[];
}

/**
 * The rows of a timeline: the phases, and below each the spans that started in it. Spans with the same name and parent
 * share a row, so a loop takes one row.
 * @param maxRows shows the longest ones, up to this number
 */
export function timelineRows({ entry, detail }: Profile, maxRows = MAX_ROWS): TimelineRows {
  const { phases, spans = [] } = detail ?? {};
  const finished = Math.max(entry.duration, phases?.finished ?? 0);
  const end = spans.reduce((last, { at, duration }) => Math.max(last, at + (duration ?? 0)), finished || 1);
  const { top, all } = groupsOf(spans, finished);
  const kept = longestGroups(all, maxRows);
  const rows: TimelineRow[] = [];
  let hidden = 0;
  const walk = (groups: readonly Group[], above: number) => {
    for (const group of groups) {
      if (kept.has(group)) rows.push(above === 0 ? group : { ...group, depth: group.depth + above });
      else hidden += group.bars.length;
      walk(group.children, above);
    }
  };
  const steps = phases ? phaseRows(phases, entry.kind === 'job') : [];
  let rest: readonly Group[] = top;
  for (const [i, step] of steps.entries()) {
    rows.push(step);
    const until = i === steps.length - 1 ? Number.POSITIVE_INFINITY : (step.bars[0]?.to ?? 0);
    const isWithin = ({ bars }: Group) => (bars[0]?.from ?? 0) < until;
    walk(rest.filter(isWithin), 1);
    rest = rest.filter((group) => !isWithin(group));
  }
  walk(rest, 0);
  return { end, rows, hidden };
}

function groupsOf(spans: readonly Span[], finished: number): { top: Group[]; all: Group[] } {
  const top: Group[] = [];
  const all: Group[] = [];
  const groupOfSpan: Group[] = [];
  const byParent = new Map<Group | null, Map<string, Group>>();
  for (const span of spans) {
    // A parent precedes its children in the list.
    const parent = (span.parent !== null && groupOfSpan[span.parent]) || null;
    const siblings = byParent.get(parent) ?? new Map<string, Group>();
    byParent.set(parent, siblings);
    const key = `${span.kind} ${span.name}`;
    let group = siblings.get(key);
    if (!group) {
      const depth = parent ? parent.depth + 1 : 0;
      group = {
        ...{ kind: span.kind, name: span.name, bars: [], total: 0, depth, parent, children: [] },
        ...(span.calledFrom !== undefined && { calledFrom: span.calledFrom }),
      };
      siblings.set(key, group);
      (parent?.children ?? top).push(group);
      all.push(group);
    }
    const to = span.duration === null ? Math.max(finished, span.at) : span.at + span.duration;
    const sent = Math.min(span.at + waitOf(span), to);
    group.bars.push({
      from: span.at,
      sent,
      to,
      open: span.duration === null,
      failed: hasFailed(span),
      ...(span.error === undefined && hasFailed(span) && { status: span.status }),
    });
    group.total += to - span.at;
    if (span.rows !== undefined) group.rows = (group.rows ?? 0) + span.rows;
    groupOfSpan.push(group);
  }
  return { top, all };
}

/** The groups with the longest total time, and their ancestors. */
function longestGroups(all: readonly Group[], maxRows: number): ReadonlySet<Group> {
  const kept = new Set<Group>();
  for (const group of [...all].sort((a, b) => b.total - a.total)) {
    if (kept.size >= maxRows) break;
    for (let next: Group | null = group; next && !kept.has(next); next = next.parent) kept.add(next);
  }
  return kept;
}

function phaseRows({ handler, headers, finished }: Phases, isJob: boolean): TimelineRow[] {
  const whole = isJob ? 'Job' : 'Request';
  const steps: [name: string, to: number | undefined][] = [
    ['Middleware', handler],
    [handler === undefined ? 'Until the first byte' : 'Handler', headers],
    [headers === undefined ? whole : 'Response', finished],
  ];
  const rows: TimelineRow[] = [];
  let from = 0;
  for (const [name, to] of steps) {
    if (to === undefined) continue;
    // Steps can be out of order: headers may be sent before the handler is entered.
    const start = Math.min(from, to);
    const bars = [{ from: start, sent: start, to, open: false, failed: false }];
    rows.push({ kind: 'phase', name, bars, total: to - start, depth: 0 });
    from = to;
  }
  return rows;
}

/** `82 ms`, `12× 240 µs (waited 5 µs), failed`, `82 ms, 404`. */
export function waterfallTime({ bars, total }: TimelineRow): string {
  const times = bars.length > 1 ? `${bars.length}× ` : '';
  const waited = bars.reduce((sum, { from, sent }) => sum + sent - from, 0);
  const wait = waited > 0 ? ` (waited ${formatDuration(waited)})` : '';
  const failure = bars.find(({ failed }) => failed);
  const end = failure
    ? `, ${failure.status ?? 'failed'}`
    : bars.some(({ open }) => open)
      ? ', not finished'
      : '';
  return `${times}${formatDuration(total)}${wait}${end}`;
}

/** `2 shorter spans are not drawn` */
export function notDrawnText(hidden: number): string {
  return `${countOf(hidden, 'shorter span')} ${hidden === 1 ? 'is' : 'are'} not drawn`;
}
