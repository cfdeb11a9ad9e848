import { countOf } from '../../format/count-text.ts';
import type { Micros } from '../../profile/time.ts';
import { EVERYTHING, type NumberRange, type Term } from '../../search/criteria.ts';
import { START } from '../../search/cursor.ts';
import { parseQueryText } from '../../search/query-text.ts';
import { FOREVER, termsIn, timeBounds } from '../../search/time-bounds.ts';
import { percentileOf } from '../../store/durations.ts';
import type { Group, GroupFigures, Groups } from '../../store/groups.ts';
import type { QueryOptions, Store } from '../../store/store.ts';
import type { Deadline } from '../deadline.ts';
import { readBins, sumFigures } from './group-bins.ts';
import { groupQuery } from './group-query.ts';
import { beginningOf, failsMore, isEnoughTimed, isSlower } from './route-change.ts';

export interface RouteGroup extends Group {
  /** `null` if unknown; figures of zero if there were no requests. */
  readonly before: GroupFigures | null;
  /** When it became slower, or began to fail more often; `null` if it did not, or if that can't be said. */
  readonly worseSince: Micros | null;
}

export interface RouteGroups extends Omit<Groups, 'groups'> {
  readonly groups: readonly RouteGroup[];
  /** The period that it is compared with, of the same length; `null` if the search has no start. */
  readonly before: PeriodBefore | null;
}

interface PeriodBefore {
  readonly from: Micros;
  readonly to: Micros;
  readonly state: 'compared' | 'no requests' | 'not counted' | 'too short';
  /** Of all its requests; `null` if they were not counted. */
  readonly figures: GroupFigures | null;
}

/** How many routes are read. The others are counted together. */
const MAX_READ = 500;
/** Milliseconds for each of the two periods, and to find when routes got worse. */
const PERIOD_MS = 1500;
const BEGINNINGS_MS = 500;
/** How many routes get a start date, those with the most requests. */
const MAX_BEGINNINGS = 10;

/** Groups the matches by route, compares them with the period before, and finds when routes got worse. */
export async function readRoutes(
  book: Store,
  terms: readonly Term[],
  deadline: Deadline,
): Promise<RouteGroups> {
  const found = await compareRoutes(book, terms, deadline);
  return { ...found, groups: await withBeginnings(book, terms, found.groups, deadline) };
}

/**
 * Groups the matches by route, and compares them with the period before.
 * @param earlierTime compares them with this time, of any length, such as that of the release before
 */
export async function compareRoutes(
  book: Store,
  terms: readonly Term[],
  deadline: Deadline,
  earlierTime: Pick<PeriodBefore, 'from' | 'to'> | null = null,
): Promise<RouteGroups> {
  const found = await book.groups(terms, 'route', MAX_READ, deadline.options(PERIOD_MS));
  const range = earlierTime ?? periodBefore(terms);
  if (range === null || found.searchedTo !== null || found.groups.length === 0)
    return { ...found, groups: found.groups.map((group) => ({ ...group, ...NOT_COMPARED })), before: null };
  const earlier = await book
    .groups(termsIn(terms, range), 'route', 2 * MAX_READ, deadline.options(PERIOD_MS))
    .catch(() => null);
  const state = await stateOf(book, earlier, earlierTime ? null : range, deadline.options());
  const figures = new Map(earlier?.groups.map((group) => [keyOf(group), group]));
  const unlisted = earlier?.others.requests === 0 ? earlier.others : null;
  const groups = found.groups.map((group) => ({
    ...group,
    ...NOT_COMPARED,
    ...(state === 'compared' && { before: figures.get(keyOf(group)) ?? unlisted }),
  }));
  return {
    ...found,
    groups,
    before: { ...range, state, figures: earlier && sumFigures(earlier.groups, earlier.others) },
  };
}

const NOT_COMPARED = { before: null, worseSince: null };

export function hasWorsened({ before, ...now }: RouteGroup): boolean {
  return before !== null && (isSlower(now, before) || failsMore(now, before));
}

/** `2 routes are slower or fail more often.`; empty if none is. */
export function worsenedText(groups: readonly RouteGroup[]): string {
  const count = groups.filter(hasWorsened).length;
  if (count === 0) return '';
  return `${countOf(count, 'route')} ${count === 1 ? 'is slower or fails' : 'are slower or fail'} more often.`;
}

/** Adds when each route got worse, until the deadline. */
async function withBeginnings(
  book: Store,
  terms: readonly Term[],
  groups: readonly RouteGroup[],
  whole: Deadline,
): Promise<readonly RouteGroup[]> {
  const { deadline: millis, signal } = whole.options(BEGINNINGS_MS);
  const end = performance.now() + millis;
  const isMixed = groups.some(({ isRoute }) => isRoute);
  const beginnings = new Map<RouteGroup, Micros>();
  for (const group of groups.filter(hasWorsened).slice(0, MAX_BEGINNINGS)) {
    const deadline = end - performance.now();
    const own = deadline > 0 ? routeTerms(group, isMixed) : null;
    const found = own && (await readBins(book, [...terms, ...own], { signal, deadline }).catch(() => null));
    // The change may be in the bins that were not read.
    if (!found || found.searchedTo !== null || group.before === null) continue;
    const first = beginningOf(found.bins, group, group.before);
    if (first !== null) beginnings.set(group, (found.from + first * found.step) as Micros);
  }
  return groups.map((group) => ({ ...group, worseSince: beginnings.get(group) ?? null }));
}

/** The terms that match the requests of a route; `null` if it can't be searched for. */
export function routeTerms(group: Group, isMixed: boolean): readonly Term[] | null {
  const query = groupQuery('', group, isMixed);
  return query === null ? null : parseQueryText(query, { now: 0 as Micros, zone: 'UTC' }).terms;
}

async function stateOf(
  book: Store,
  earlier: Groups | null,
  whole: NumberRange | null,
  options: QueryOptions,
): Promise<PeriodBefore['state']> {
  if (earlier === null || earlier.searchedTo !== null) return 'not counted';
  if (earlier.groups.length === 0) return 'no requests';
  if (whole === null) return 'compared';
  const oldest = await book.search({ ...EVERYTHING, limit: 1, cursor: START }, options).catch(() => null);
  const [first] = oldest?.entries ?? [];
  return first && first.time > whole.from ? 'too short' : 'compared';
}

function keyOf({ isRoute, method, value }: Group): string {
  return `${isRoute} ${method} ${value}`;
}

/** The period of equal length before that of the terms; `null` if they have no start, no end, or several periods. */
export function periodBefore(terms: readonly Term[]): Pick<PeriodBefore, 'from' | 'to'> | null {
  const { from, to } = timeBounds(terms);
  const start = from - (to - from + 1);
  if (from === 0 || to === FOREVER || to < from || start <= 0) return null;
  return terms.some(({ field, not, any }) => field === 'time' && !not && any.length > 1)
    ? null
    : { from: start as Micros, to: (from - 1) as Micros };
}

/** The figures to sort routes by, the largest first. */
const ROUTE_ORDERS = {
  time: ({ duration }) => duration,
  requests: ({ requests }) => requests,
  '5xx': ({ serverErrors, requests }) => serverErrors / requests,
  '4xx': ({ clientErrors, requests }) => clientErrors / requests,
  p50: ({ durations }) => percentileOf(durations, 0.5) ?? 0,
  p90: ({ durations }) => percentileOf(durations, 0.9) ?? 0,
  p99: ({ durations }) => percentileOf(durations, 0.99) ?? 0,
  queries: ({ queries, requests }) => queries / requests,
} satisfies Record<string, (figures: GroupFigures) => number>;

/** The routes whose p90 rose most, and those that it is not known of last. */
export const CHANGE_ORDER = 'change';
export type RouteOrder = keyof typeof ROUTE_ORDERS | typeof CHANGE_ORDER;

const DEFAULT_ORDER: RouteOrder = 'time';

export function routeOrder(name: string): RouteOrder {
  return name === CHANGE_ORDER || Object.hasOwn(ROUTE_ORDERS, name) ? (name as RouteOrder) : DEFAULT_ORDER;
}

type Sorted = GroupFigures & { readonly before?: GroupFigures | null };

export function sortRoutes<T extends Sorted>(groups: readonly T[], order: RouteOrder): T[] {
  const figureOf: (figures: Sorted) => number = order === CHANGE_ORDER ? changeOf : ROUTE_ORDERS[order];
  return groups
    .map((group) => ({ group, value: figureOf(group) }))
    .sort((a, b) => b.value - a.value || b.group.duration - a.group.duration)
    .map(({ group }) => group);
}

/** How many times as long as before; 0 if either period has too few requests. */
function changeOf({ before, ...now }: Sorted): number {
  if (!before || !isEnoughTimed(now, before)) return 0;
  const [p90 = 0, usual = 0] = [now, before].map(({ durations }) => percentileOf(durations, 0.9) ?? 0);
  return p90 / Math.max(1, usual);
}
