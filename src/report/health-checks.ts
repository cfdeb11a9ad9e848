import { asksForHealth } from '../clients/health-checks.ts';
import type { Term } from '../search/criteria.ts';
import { pathOf } from '../search/pattern.ts';
import { type Groups, groupedTerms } from '../store/groups.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { sumFigures } from './groups/group-bins.ts';

/** The requests of monitors, if they are a large part of all. */
export interface HealthChecks {
  /** Of all requests. */
  readonly percent: number;
  /** The paths that only health checks ask for, most frequent first. */
  readonly paths: readonly string[];
}

const LARGE_PART = 1 / 4;
/** How many requests there must be. */
const ENOUGH = 100;
/** The newest health checks, whose paths are named, and how many paths. */
const READ = 100;
const MAX_PATHS = 3;
/** The line is copied, and anybody can call himself a monitor. */
const PLAIN_PATH = /^\/[\w./-]{1,80}$/;

const OF_MONITORS: Term = { field: 'client', not: false, any: ['monitor'] };

/** Whether health checks are a large part of the requests of a search, unless it asks for some class of clients. `groups` are those of the search. */
export async function readHealthChecks(
  book: Store,
  terms: readonly Term[],
  { groups, others, searchedTo }: Pick<Groups, 'groups' | 'others' | 'searchedTo'>,
  options: QueryOptions,
): Promise<HealthChecks | null> {
  if (searchedTo !== null || terms.some(({ field, not }) => field === 'client' && !not)) return null;
  const { requests, clients } = sumFigures(groups, others);
  if (requests < ENOUGH || clients.monitor <= requests * LARGE_PART) return null;
  const ofMonitors = [...groupedTerms(terms), OF_MONITORS];
  const { entries } = await book.search({ terms: ofMonitors, limit: READ, cursor: null }, options);
  const counts = new Map<string, number>();
  for (const { method, url } of entries) {
    const path = pathOf(url);
    if (path !== '/' && asksForHealth(method, path) && PLAIN_PATH.test(path))
      counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const paths = [...counts].sort(([, a], [, b]) => b - a).map(([path]) => path);
  return { percent: Math.round((100 * clients.monitor) / requests), paths: paths.slice(0, MAX_PATHS) };
}

/** The option that records none of them; `null` if they ask for what visitors ask for too. */
export function ignoreLine({ paths }: HealthChecks): string | null {
  return paths.length === 0 ? null : `ignore: { paths: [${paths.map((path) => `'${path}'`).join(', ')}] }`;
}

/** What to do instead. */
export const OWN_PATH = 'Give them a path of their own, such as /healthz: ignore can leave it out.';
