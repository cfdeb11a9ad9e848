import type { Micros } from '../profile/time.ts';
import { groupQuery } from '../report/groups/group-query.ts';
import type { RouteGroup } from '../report/groups/route-groups.ts';
import { type QueryGroup, queryGroups } from '../report/profile/query-groups.ts';
import { isNPlusOne } from '../report/profile/query-texts.ts';
import { parseQueryText } from '../search/query-text.ts';
import { timeBounds } from '../search/time-bounds.ts';
import type { NPlusOne } from './finding.ts';
import { readSample } from './in-common/sample.ts';
import type { Asked } from './period.ts';

/** A request with fewer queries has none that is repeated so often. */
const MIN_QUERIES = 5;
const MIN_REQUESTS = 5;
/** Routes that are looked at, those with the most time in queries first. */
const MAX_ROUTES = 8;

/** Routes that repeat a query in most of their requests. */
export async function nPlusOneQueries(
  asked: Asked,
  routes: readonly RouteGroup[],
): Promise<readonly NPlusOne[]> {
  const { book, text, terms, deadline } = asked;
  const isMixed = routes.some(({ isRoute }) => isRoute);
  const found: NPlusOne[] = [];
  const candidates = routes.filter(
    ({ requests, queries }) => requests >= MIN_REQUESTS && queries >= requests * (MIN_QUERIES / 2),
  );
  for (const group of candidates.toSorted((a, b) => b.queryTime - a.queryTime).slice(0, MAX_ROUTES)) {
    const own = groupQuery('', group, isMixed);
    if (own === null || deadline.isOver) continue;
    const route = parseQueryText(own, { now: 0 as Micros, zone: 'UTC' }).terms;
    const sample = await readSample(book, [...terms, ...route], timeBounds(terms), deadline);
    const repeated = sample.flatMap(({ detail }) => queryGroups(detail?.spans ?? []).filter(isNPlusOne));
    const [worst] = [...Map.groupBy(repeated, ({ statement }) => statement).values()].sort(byQueries);
    if (!worst || sample.length < MIN_REQUESTS || worst.length * 2 <= sample.length) continue;
    const [usual] = [medianOf(worst)];
    found.push({
      kind: 'n+1',
      subject: `${group.method} ${group.value}`,
      count: group.requests,
      query: groupQuery(text, group, isMixed),
      evidence: {
        statement: usual.statement,
        times: usual.count,
        caller: usual.callers[0]?.text ?? '',
        requests: { count: worst.length, of: sample.length },
      },
    });
  }
  return found;
}

type Runs = readonly [QueryGroup, ...QueryGroup[]];

function byQueries(a: readonly QueryGroup[], b: readonly QueryGroup[]): number {
  const queries = (groups: readonly QueryGroup[]) => groups.reduce((sum, { count }) => sum + count, 0);
  return queries(b) - queries(a);
}

/** The group of the request that repeats its query as often as is usual. */
function medianOf(groups: readonly QueryGroup[]): QueryGroup {
  const sorted = groups.toSorted((a, b) => a.count - b.count) as unknown as Runs;
  return sorted[Math.floor(sorted.length / 2)] ?? sorted[0];
}
