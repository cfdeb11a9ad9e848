import type { Micros } from '../profile/time.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import { FOREVER, timeBounds } from '../search/time-bounds.ts';
import { GroupTally } from '../store/group-tally.ts';
import type { Group, GroupFigures, Groups } from '../store/groups.ts';
import type { Store } from '../store/store.ts';
import { readBins } from './group-bins.ts';
import { beginningOf, failsMore, isSlower } from './route-change.ts';

/** A route, and its figures in the period before. */
export interface RouteGroup extends Group {
  /** `null` if they are not known; without requests if there were none. */
  readonly before: GroupFigures | null;
  /** When it became slower, or began to fail more often; `null` if it did not, or if that can't be said. */
  readonly worseSince: Micros | null;
}

/** The requests of a search by route. */
export interface RouteGroups extends Omit<Groups, 'groups'> {
  readonly groups: readonly RouteGroup[];
  /** The period that it is compared with, of the same length; `null` if the search has no start. */
  readonly before: PeriodBefore | null;
}

interface PeriodBefore {
  readonly from: Micros;
  readonly to: Micros;
  readonly state: 'compared' | 'no requests' | 'not counted';
}

/** Routes that are read. Those with fewer requests are counted together. */
const MAX_READ = 500;
/** Milliseconds for each of the two periods, and to find out since when routes are worse. */
const DEADLINE = 1500;
const BEGINNINGS_MS = 700;

/** Groups the matches by route, and compares them with the period before. */
export async function readRoutes(
  book: Store,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<RouteGroups> {
  const options = { signal, deadline: DEADLINE };
  const found = await book.groups(terms, 'route', MAX_READ, options);
  const range = periodBefore(terms);
  if (range === null || found.searchedTo !== null || found.groups.length === 0)
    return { ...found, groups: found.groups.map((group) => ({ ...group, ...NOT_COMPARED })), before: null };
  const earlier = await book.groups(termsIn(terms, range), 'route', 2 * MAX_READ, options).catch(() => null);
  const state = stateOf(earlier);
  const figures = new Map(earlier?.groups.map((group) => [keyOf(group), group]));
  const unlisted = earlier?.others.requests === 0 ? earlier.others : null;
  const groups = found.groups.map((group) => ({
    ...group,
    ...NOT_COMPARED,
    ...(state === 'compared' && { before: figures.get(keyOf(group)) ?? unlisted }),
  }));
  const before = { ...range, state };
  return { ...found, groups: await withBeginnings(book, terms, groups, signal), before };
}

const NOT_COMPARED = { before: null, worseSince: null };

export function hasWorsened({ before, ...now }: RouteGroup): boolean {
  return before !== null && (isSlower(now, before) || failsMore(now, before));
}

/** Adds since when routes are worse. */
async function withBeginnings(
  book: Store,
  terms: readonly Term[],
  groups: readonly RouteGroup[],
  signal: AbortSignal,
): Promise<readonly RouteGroup[]> {
  if (!groups.some(hasWorsened)) return groups;
  const options = { signal, deadline: BEGINNINGS_MS };
  const found = await readBins(book, terms, timeBounds(terms), MAX_READ, options).catch(() => null);
  // Without its first bins, the beginning is not known.
  if (found === null || found.bins.includes(null)) return groups;
  const bins = found.bins.map((bin) => new Map(bin?.groups.map((group) => [keyOf(group), group])));
  return groups.map((group) => {
    if (group.before === null || !hasWorsened(group)) return group;
    const figures = bins.map((bin) => bin.get(keyOf(group)) ?? null);
    const first = beginningOf(figures, group, group.before);
    return first === null ? group : { ...group, worseSince: (found.from + first * found.step) as Micros };
  });
}

function stateOf(earlier: Groups | null): PeriodBefore['state'] {
  if (earlier === null || earlier.searchedTo !== null) return 'not counted';
  return earlier.groups.length === 0 ? 'no requests' : 'compared';
}

function keyOf({ isRoute, method, value }: Group): string {
  return `${isRoute} ${method} ${value}`;
}

/** The period before that of the terms, as long as that; `null` if they have no start, no end, or several periods. */
function periodBefore(terms: readonly Term[]): Pick<PeriodBefore, 'from' | 'to'> | null {
  const { from, to } = timeBounds(terms);
  const start = from - (to - from + 1);
  if (from === 0 || to === FOREVER || to < from || start <= 0) return null;
  return terms.some(({ field, not, any }) => field === 'time' && !not && any.length > 1)
    ? null
    : { from: start as Micros, to: (from - 1) as Micros };
}

/** The terms with another period. */
function termsIn(terms: readonly Term[], range: NumberRange): readonly Term[] {
  return [
    ...terms.filter(({ field, not }) => field !== 'time' || not),
    { field: 'time', not: false, any: [range] },
  ];
}

/** The figures of some more groups, added to those of the others. */
export function addOthers(others: Groups['others'], groups: readonly Group[]): Groups['others'] {
  const tally = new GroupTally({ from: 0, step: 1 });
  tally.addOthers(others, others.values);
  for (const group of groups) tally.addOthers(group, 1);
  return tally.groups(0, null).others;
}
