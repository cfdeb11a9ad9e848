import { DAY, type Micros } from '../profile/time.ts';
import { type Clause, parseClauses } from './clauses.ts';
import type { NumberRange } from './criteria.ts';
import { addClause, removeClauses } from './edit-query.ts';
import { sinceText, untilText } from './time-range-text.ts';
import { type ParseContext, parseTime } from './time-text.ts';

/** Fields of the query text that limit the time. */
const TIME_FIELDS = ['since', 'until', 'at'] as const;
/** Zooming out further than this shows everything. */
const MAX_ZOOM = 366 * DAY;

/** Ages that the page offers as time ranges, with their microseconds. */
export const AGES = [
  ['15m', 900e6],
  ['1h', 3600e6],
  ['24h', DAY],
  ['7d', 7 * DAY],
] as const;

/** The query without its time range. Excluded times stay. */
export function withoutTime(query: string): string {
  return removeClauses(query, TIME_FIELDS);
}

/** The query for the time since this long ago. */
export function withAge(query: string, age: string): string {
  return addClause(withoutTime(query), `since:${age}`);
}

/** The query for the time since this one. */
export function withStart(query: string, from: Micros, zone: string): string {
  return addClause(withoutTime(query), `since:${sinceText(from, zone)}`);
}

/** Whether the query has a time range. */
export function hasTime(query: string): boolean {
  return parseClauses(query).some((clause) => !clause.not && isTime(clause));
}

/** The age that is the whole time range of the query, such as `1h`; `null` if it has another one or none. */
export function ageOf(query: string): string | null {
  const [clause, ...others] = parseClauses(query).filter((each) => !each.not && isTime(each));
  const [value] = clause?.values ?? [];
  if (clause?.name !== 'since' || clause.values.length !== 1 || others.length > 0) return null;
  return AGES.find(([age]) => age === value)?.[0] ?? null;
}

/** The query for a longer time range around the current one. */
export function zoomedOut(query: string, { from, to }: NumberRange, { now, zone }: ParseContext): string {
  const age = ageOf(query);
  if (age !== null) {
    const [longer] = AGES[AGES.findIndex(([each]) => each === age) + 1] ?? [];
    return longer === undefined ? withoutTime(query) : withAge(query, longer);
  }
  const end = Math.min(to, now);
  const length = end - from + 1;
  const others = withoutTime(query);
  if (length <= 0 || length * 3 > MAX_ZOOM) return others;
  // Three times as long: once more in each direction.
  const later = to + length;
  const zoomed = addClause(others, `since:${sinceText(Math.max(0, from - length), zone)}`);
  return later >= now ? zoomed : addClause(zoomed, `until:${untilText(later, zone)}`);
}

/** The query with absolute times, so that it finds the same requests later. */
export function withAbsoluteTimes(query: string, context: ParseContext): string {
  const clauses = parseClauses(query);
  const texts = clauses.map((clause) => {
    const absolute = isTime(clause) ? absoluteClause(clause, context) : null;
    return absolute ?? query.slice(clause.start, clause.end);
  });
  const isOpen = !clauses.some(({ name, not }) => !not && (name === 'until' || name === 'at'));
  return [
    ...texts,
    ...(isOpen ? [`until:${untilText(wholeMillisecond(context.now), context.zone)}`] : []),
  ].join(' ');
}

/** The last microsecond of a millisecond, which makes a shorter text. */
function wholeMillisecond(micros: number): number {
  return Math.floor(micros / 1000) * 1000 + 999;
}

/** Whether the query has a time that means another one later, such as `1h` or `today`. */
export function hasRelativeTime(query: string, context: ParseContext): boolean {
  const later = { ...context, now: (context.now + 10 * DAY) as ParseContext['now'] };
  return parseClauses(query).some(
    (clause) =>
      isTime(clause) &&
      clause.values.some((value) => parseTime(value, context)?.from !== parseTime(value, later)?.from),
  );
}

function isTime({ name }: Clause): boolean {
  return TIME_FIELDS.some((field) => field === name);
}

/** `null` if the clause can't be written with absolute times. */
function absoluteClause({ name, not, values }: Clause, context: ParseContext): string | null {
  const { zone } = context;
  const texts = values.map((value) => {
    const range = parseTime(value, context);
    if (!range) return null;
    if (name === 'since') return sinceText(range.from, zone);
    if (name === 'until') return untilText(wholeMillisecond(range.to), zone);
    return [sinceText(range.from, zone), sinceText(range.from, zone).slice(0, 10), value].find((text) => {
      const { from, to } = parseTime(text, context) ?? {};
      return from === range.from && to === range.to;
    });
  });
  return texts.some((text) => text == null) ? null : `${not ? '-' : ''}${name}:${texts.join(',')}`;
}
