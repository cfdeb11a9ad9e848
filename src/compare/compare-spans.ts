import { formatDuration } from '../format/units.ts';
import type { Profile } from '../profile/profile.ts';
import { isQuery, isTransactionControl } from '../profile/query-time.ts';
import { type Difference, EQUAL, NOISE, type Subject, timesText, valuePair, WEIGHTS } from './difference.ts';
import { type SpanGroup, spanGroups } from './span-groups.ts';
import { differsInTime, type SlowerRule } from './timing.ts';

/** A statement that repeats this many times more often is reported. */
const MIN_MORE = 5;

/** The durations of the requests, in microseconds. */
interface Times {
  readonly durationA: number;
  readonly durationB: number;
  readonly rule: SlowerRule;
}

interface SpanDifference {
  readonly difference: Difference;
  /** How much longer the spans took, in microseconds, if that differs. */
  readonly gain: number;
}

/** Queries, outgoing calls and other spans: what failed, what was not reached, what is new, and what took longer. */
export function compareSpans(a: Profile, b: Profile, rule: SlowerRule): readonly SpanDifference[] {
  if (!a.detail || !b.detail) return [];
  const [groupsA, groupsB] = [spanGroups(a.detail.spans ?? []), spanGroups(b.detail.spans ?? [])];
  const times = { durationA: a.entry.duration, durationB: b.entry.duration, rule };
  const keys = [...new Set([...groupsA.keys(), ...groupsB.keys()])];
  const found = keys.map((key) => compareGroup(groupsA.get(key), groupsB.get(key), times));
  return [...leadFirst(found), ...waitDifference([...groupsA.values()], [...groupsB.values()], times)];
}

interface Placed extends SpanDifference {
  /** When it started, in microseconds since arrival. */
  readonly at: number;
  /** Whether later ones with the same weight are consequences of the first one. */
  readonly leads: boolean;
}

/** If several spans failed, were not reached or are new, the first one matters: the others are its consequences. */
function leadFirst(found: readonly Placed[]): readonly SpanDifference[] {
  const inOrder = found.filter(({ leads }) => leads).sort((x, y) => x.at - y.at);
  const byWeight = Map.groupBy(inOrder, ({ difference }) => difference.weight);
  return found.map((each) => {
    const { difference, leads } = each;
    const alike = leads ? (byWeight.get(difference.weight) ?? []) : [];
    if (alike.length === 0) return each;
    if (alike[0] !== each) return { ...each, difference: { ...difference, weight: WEIGHTS.consequence } };
    if (difference.weight !== WEIGHTS.notReached || alike.length === 1) return each;
    const outcome = `${difference.outcome}, and ${alike.length - 1} more`;
    return { ...each, difference: { ...difference, outcome } };
  });
}

function compareGroup(
  a: SpanGroup | undefined,
  b: SpanGroup | undefined,
  { durationA, durationB, rule }: Times,
): Placed {
  const one = (b ?? a) as SpanGroup;
  const pair = {
    subject: subjectOf(one),
    name: one.name,
    a: a ? groupText(a) : null,
    b: b ? groupText(b) : null,
  };
  const placed = (weight: number, outcome?: string, gain = 0): Placed => ({
    difference: { ...pair, weight, ...(outcome !== undefined && { outcome }) },
    at: (a ?? one).at,
    gain,
    leads: false,
  });
  const lead = (weight: number, outcome: string, gain = 0): Placed => ({
    ...placed(isControl ? NOISE : weight, outcome, gain),
    leads: !isControl,
  });
  const isControl = one.kind === 'sql' && isTransactionControl(one.name);
  if (b && b.failed > 0 && !a?.failed) {
    const outcome = isStatus(b.error) ? `failed with status ${b.error}` : `failed: ${b.error}`;
    return { ...placed(WEIGHTS.failed, outcome, b.time - (a?.time ?? 0)), leads: true };
  }
  if (!b) return lead(WEIGHTS.notReached, 'not called');
  if (!a) return lead(WEIGHTS.reachedNew, 'new', b.time);
  const gain = b.time - a.time;
  if (a.failed > 0 && b.failed === 0) return placed(WEIGHTS.quietLog, 'no longer fails', gain);
  if (b.open > 0 && a.open === 0)
    return placed(WEIGHTS.failed - 1, 'had not finished when the request ended', durationB);
  if (isRepeated(a.count, b.count)) {
    const was = a.count === 1 ? { a: `once, ${pair.a}` } : {};
    const repeated = placed(WEIGHTS.repeated, `ran ${timesText(b.count)}`, gain);
    return { ...repeated, difference: { ...repeated.difference, ...was } };
  }
  if (differsInTime(a.time, b.time, durationA, rule)) {
    const share = Math.min(1, Math.abs(gain) / Math.max(1, durationA, durationB));
    return placed(WEIGHTS.slower + Math.round(share * 10), `took ${formatDuration(b.time)}`, gain);
  }
  return placed(pair.a === pair.b ? EQUAL : NOISE);
}

function isRepeated(a: number, b: number): boolean {
  return Math.max(a, b) >= 2 * Math.min(a, b) && Math.abs(a - b) >= MIN_MORE;
}

/** The time that all queries together waited for a connection. Which one had to wait is chance. */
function waitDifference(
  a: readonly SpanGroup[],
  b: readonly SpanGroup[],
  { durationA, rule }: Times,
): SpanDifference[] {
  const [waitA, waitB] = [waitedIn(a), waitedIn(b)];
  if (waitA === 0 && waitB === 0) return [];
  const differs = differsInTime(waitA, waitB, durationA, rule);
  const texts = [formatDuration(waitA), formatDuration(waitB)] as const;
  const weight = differs ? WEIGHTS.slower + 10 : NOISE;
  const difference = valuePair('time', 'waiting for a connection', ...texts, weight);
  return [{ difference, gain: differs ? waitB - waitA : 0 }];
}

function waitedIn(groups: readonly SpanGroup[]): number {
  return groups.reduce((sum, { waited }) => sum + waited, 0);
}

function subjectOf({ kind }: SpanGroup): Subject {
  if (kind === 'http') return 'call';
  return isQuery({ kind }) ? 'query' : 'span';
}

/** `200, 82 ms`, `3 times, 12 ms`, `failed: timeout`. */
function groupText({ count, time, status, error, open }: SpanGroup): string {
  const facts = [
    count > 1 && timesText(count),
    status !== undefined && String(status),
    error !== '' && !isStatus(error) && `failed: ${error}`,
    open === count ? 'not finished' : formatDuration(time),
  ];
  return facts.filter((fact) => fact !== false).join(', ');
}

function isStatus(error: string): boolean {
  return /^\d{3}$/.test(error);
}
