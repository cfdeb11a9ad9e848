import type { Token } from '../../profile/token.ts';
import type { Term } from '../../search/criteria.ts';
import { FOREVER } from '../../search/time-bounds.ts';
import type { Group } from '../../store/groups.ts';
import { groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import { queryGroups } from '../profile/query-groups.ts';
import { isNPlusOne, MIN_N_PLUS_ONE } from '../profile/query-texts.ts';
import { routeTerms } from './route-groups.ts';

/** An N+1 query that most requests of a route with queries have. */
export interface RepeatedQuery {
  readonly statement: string;
  /** The latest request that was read and has it, and how often it ran there. */
  readonly token: Token;
  readonly times: number;
  /** The line of the app that made most of the calls; empty if it is not known. */
  readonly caller: string;
  /** The requests that have it, of those that were read. */
  readonly requests: number;
  readonly read: number;
}

/** The routes that have one. */
export type RepeatedQueries = ReadonlyMap<Group, RepeatedQuery>;

interface RepeatedOptions {
  /** Milliseconds for all routes. Those that are not reached in time are not in the result. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Routes that are read, those with the most queries. */
const MAX_ROUTES = 10;
/** The latest requests of a route among which some are read, and how many. */
const MAX_FOUND = 20;
const MAX_READ = 5;

/** Others, such as a redirect to a login, say nothing. */
const WITH_QUERIES: Term = { field: 'queries', not: false, any: [{ from: 1, to: FOREVER }] };

/** Finds the routes that repeat a query in most of their requests with queries, from the details of a few. */
export async function readRepeatedQueries(
  book: Store,
  terms: readonly Term[],
  groups: readonly Group[],
  { deadline, signal }: RepeatedOptions,
): Promise<RepeatedQueries> {
  const end = performance.now() + deadline;
  const isMixed = groups.some(({ isRoute }) => isRoute);
  const candidates = groups
    .filter(({ queries, requests }) => queries >= requests)
    .toSorted((a, b) => b.queries - a.queries)
    .slice(0, MAX_ROUTES);
  const found = new Map<Group, RepeatedQuery>();
  for (const group of candidates) {
    const left = end - performance.now();
    const own = routeTerms(group, isMixed);
    if (left <= 0 || signal.aborted) break;
    const repeated = own && (await readRoute(book, [...terms, ...own], { deadline: left, signal }));
    if (repeated) found.set(group, repeated);
  }
  return found;
}

async function readRoute(
  book: Store,
  terms: readonly Term[],
  options: RepeatedOptions,
): Promise<RepeatedQuery | null> {
  const criteria = { terms: groupedTerms([...terms, WITH_QUERIES]), limit: MAX_FOUND, cursor: null };
  const { entries } = await book.search(criteria, options).catch(() => ({ entries: [] }));
  const kept = entries.filter(({ detail }) => detail === 'kept').slice(0, MAX_READ);
  const candidates = kept.filter(({ queries }) => queries >= MIN_N_PLUS_ONE);
  if (candidates.length <= kept.length / 2) return null;
  const details = await book.details(candidates).catch(() => []);
  const repeats = candidates.flatMap(({ seq }, i) => {
    const worst = queryGroups(details[i]?.spans ?? [])
      .filter(isNPlusOne)
      .toSorted((a, b) => b.count - a.count)[0];
    if (!worst) return [];
    const { statement, count, callers } = worst;
    return { token: book.tokens.tokenOf(seq), statement, times: count, caller: callers[0]?.text ?? '' };
  });
  const [latest] = repeats;
  return latest && repeats.length > kept.length / 2
    ? { ...latest, requests: repeats.length, read: kept.length }
    : null;
}
