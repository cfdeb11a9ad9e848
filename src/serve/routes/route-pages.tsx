import { inCommon } from '../../findings/in-common/in-common.ts';
import { slowerRoutes } from '../../findings/slower-routes.ts';
import { formatDuration } from '../../format/units.ts';
import { createDeadline } from '../../report/deadline.ts';
import { readBins } from '../../report/groups/group-bins.ts';
import { readReleaseStarts } from '../../report/groups/release-starts.ts';
import { readRepeatedQueries } from '../../report/groups/repeated-queries.ts';
import { type RouteGroup, type RouteGroups, readRoutes } from '../../report/groups/route-groups.ts';
import type { Term } from '../../search/criteria.ts';
import { addClause, filtersOf } from '../../search/edit-query.ts';
import { hasStar, unescapePattern } from '../../search/escape-value.ts';
import { parseQueryText } from '../../search/query-text.ts';
import { timeBounds, withEnd } from '../../search/time-bounds.ts';
import { percentileOf } from '../../store/durations.ts';
import { findPage } from '../../store/find-page.ts';
import { groupedTerms } from '../../store/groups.ts';
import type { Store } from '../../store/store.ts';
import type { GroupedSearch, Subject } from '../pages/grouping-page.tsx';
import { OneRoute, type RouteDetail } from '../pages/routes/one-route.tsx';
import { RoutesSection } from '../pages/routes/routes-section.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** Milliseconds to find the routes that repeat a query. */
const REPEATED_MS = 200;
/** In milliseconds. */
const ROUTES_MS = 3500;
const SLOWER_MS = 500;
const BINS_MS = 500;
const IN_COMMON_MS = 700;
const LISTED = 10;
/** Fewer failures have little in common: the slow requests are asked about. */
const MIN_FAILED = 3;
/** What took this many times as long as nine of ten requests before is slow. */
const SLOW = 1.5;

/** The routes of the app, their durations and errors, and how these changed; and one of them. */
export function addRoutes(routes: Routes): void {
  const { base } = routes;
  addGrouping(
    routes,
    '/routes',
    async (search, book, signal) => {
      const terms = withEnd(search.terms);
      const groups = await readRoutes(book, terms, createDeadline(ROUTES_MS, signal));
      const repeated = await readRepeatedQueries(book, terms, groups.groups, {
        deadline: REPEATED_MS,
        signal,
      });
      const [route, ...others] = groups.groups;
      const isOne = route && others.length + groups.others.values === 0 && askedRoute(search.here.text);
      if (isOne) {
        const detail = await readDetail(book, { search, terms, groups, route }, signal);
        return (
          <OneRoute {...{ route, search, base }} detail={{ ...detail, repeated: repeated.get(route) }} />
        );
      }
      const releases = await readReleaseStarts(book, terms, signal);
      return <RoutesSection {...{ routes: groups, releases, repeated, search, base }} />;
    },
    askedRoute,
  );
}

/** The route that a search asks for. */
function askedRoute(text: string): Subject | null {
  const filters = filtersOf(text).filter(({ not, values }) => !not && values.length === 1);
  const [asked, ...others] = filters.filter(({ name }) => name === 'route' || name === 'path');
  const [value = ''] = asked?.values ?? [];
  const isPattern = asked?.name === 'route' && hasStar(value);
  if (value === '' || isPattern || others.length > 0) return null;
  const [method = ''] = filters.find(({ name }) => name === 'method')?.values ?? [];
  return { name: method, text: unescapePattern(value) };
}

interface Found {
  readonly search: GroupedSearch;
  /** Its terms, with an end. */
  readonly terms: readonly Term[];
  readonly groups: RouteGroups;
  readonly route: RouteGroup;
}

async function readDetail(
  book: Store,
  { search, terms, groups, route }: Found,
  signal: AbortSignal,
): Promise<Omit<RouteDetail, 'repeated'>> {
  const { text } = search.here;
  const asked = { book, text, terms, deadline: createDeadline(SLOWER_MS, signal) };
  const releases = await readReleaseStarts(book, terms, signal);
  const [slower = null] = await slowerRoutes(asked, { ...timeBounds(terms), releases }, groups).catch(
    () => [],
  );
  const durations = await readBins(book, terms, { signal, deadline: BINS_MS });
  const page = await findPage(
    book,
    { terms: groupedTerms(terms), limit: LISTED, cursor: null },
    { signal },
  ).catch(() => null);
  const limit = slower ? slower.evidence.was * SLOW : (percentileOf(route.durations, 0.9) ?? 0);
  const asksForFailed = !slower && route.serverErrors >= MIN_FAILED;
  const clause = asksForFailed ? 'status:5xx' : `duration:>${Math.max(1, Math.round(limit / 1000))}ms`;
  const { terms: own } = parseQueryText(clause, search.context);
  const found = await inCommon(book, [...terms, ...own], { deadline: IN_COMMON_MS, signal }).catch(
    () => null,
  );
  const which = asksForFailed ? 'with 5xx' : `over ${formatDuration(limit)}`;
  return {
    durations,
    releases,
    slower,
    asked: found && { query: addClause(text, clause), which, inCommon: found },
    listed: page && { entries: page.entries, isComplete: page.older === null, tokens: book.tokens },
  };
}
