import type { Phases, Profile, Span, SpanKind } from '../../profile/profile.ts';

export interface Bar {
  /** In microseconds since the request arrived. */
  readonly from: number;
  readonly to: number;
  /** Still under way as the request ended. */
  readonly open: boolean;
  readonly failed: boolean;
}

/** One line of the timeline: a phase, a span, or all spans of one name in one place. */
export interface TimelineRow {
  readonly kind: SpanKind | 'phase';
  readonly name: string;
  readonly bars: readonly Bar[];
  /** In microseconds, all bars together. */
  readonly total: number;
}

export interface TimelineRows {
  /** Where the axis ends. */
  readonly end: number;
  readonly rows: readonly TimelineRow[];
  /** Spans that have no row, the shortest: the table has them. */
  readonly hidden: number;
}

/** More rows than this nobody reads as a picture. */
const MOST_ROWS = 60;

interface Group extends TimelineRow {
  readonly bars: Bar[];
  total: number;
  readonly parent: Group | null;
  readonly inside: Group[];
}

/** The rows of a timeline. Spans alike that were made in the same place share one, so that a loop is one line. */
export function timelineRows({ entry, detail }: Profile): TimelineRows {
  const { phases, spans = [] } = detail ?? {};
  const finished = Math.max(entry.duration, phases?.finished ?? 0);
  const end = spans.reduce((last, { at, duration }) => Math.max(last, at + (duration ?? 0)), finished || 1);
  const { top, all } = groupsOf(spans, finished);
  const kept = longest(all);
  const rows: TimelineRow[] = phases ? phaseRows(phases) : [];
  let hidden = 0;
  const walk = (groups: readonly Group[]) => {
    for (const group of groups) {
      if (kept.has(group)) rows.push(group);
      else hidden += group.bars.length;
      walk(group.inside);
    }
  };
  walk(top);
  return { end, rows, hidden };
}

function groupsOf(spans: readonly Span[], finished: number): { top: Group[]; all: Group[] } {
  const top: Group[] = [];
  const all: Group[] = [];
  const ofSpan: Group[] = [];
  const known = new Map<Group | null, Map<string, Group>>();
  for (const span of spans) {
    // A span is listed after the one it was made in.
    const parent = (span.parent !== null && ofSpan[span.parent]) || null;
    const siblings = known.get(parent) ?? new Map<string, Group>();
    known.set(parent, siblings);
    const key = `${span.kind} ${span.name}`;
    let group = siblings.get(key);
    if (!group) {
      group = { kind: span.kind, name: span.name, bars: [], total: 0, parent, inside: [] };
      siblings.set(key, group);
      (parent?.inside ?? top).push(group);
      all.push(group);
    }
    const to = span.duration === null ? Math.max(finished, span.at) : span.at + span.duration;
    group.bars.push({ from: span.at, to, open: span.duration === null, failed: span.error !== undefined });
    group.total += to - span.at;
    ofSpan.push(group);
  }
  return { top, all };
}

/** The groups that took longest, each with all it was made in. */
function longest(all: readonly Group[]): ReadonlySet<Group> {
  const kept = new Set<Group>();
  for (const group of [...all].sort((a, b) => b.total - a.total)) {
    if (kept.size >= MOST_ROWS) break;
    for (let one: Group | null = group; one && !kept.has(one); one = one.parent) kept.add(one);
  }
  return kept;
}

function phaseRows({ handler, headers, finished }: Phases): TimelineRow[] {
  const steps: [name: string, to: number | undefined][] = [
    ['until the handler', handler],
    [
      handler === undefined ? 'until the head of the answer' : 'handler, until the head of the answer',
      headers,
    ],
    [headers === undefined ? 'until the end' : 'sending the answer', finished],
  ];
  const rows: TimelineRow[] = [];
  let from = 0;
  for (const [name, to] of steps) {
    if (to === undefined) continue;
    // A step may be reached out of turn, when the head is written before the handler is entered.
    const start = Math.min(from, to);
    const bars = [{ from: start, to, open: false, failed: false }];
    rows.push({ kind: 'phase', name, bars, total: to - start });
    from = to;
  }
  return rows;
}
