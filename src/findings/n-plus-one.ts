import { groupQuery } from '../report/groups/group-query.ts';
import { readRepeatedQueries } from '../report/groups/repeated-queries.ts';
import type { RouteGroup } from '../report/groups/route-groups.ts';
import type { NPlusOne } from './finding.ts';
import type { Asked } from './period.ts';

/** Fewer requests do not show what most of them do. */
const MIN_READ = 3;

/** Routes that repeat a query in most of their requests. */
export async function nPlusOneQueries(
  { book, text, terms, deadline }: Asked,
  routes: readonly RouteGroup[],
): Promise<readonly NPlusOne[]> {
  const isMixed = routes.some(({ isRoute }) => isRoute);
  const repeated = await readRepeatedQueries(book, terms, routes, deadline.options());
  return [...repeated].flatMap(([group, { statement, times, caller, requests, read }]): NPlusOne[] => {
    if (read < MIN_READ) return [];
    return [
      {
        kind: 'n+1',
        subject: `${group.method} ${group.value}`,
        count: group.requests,
        query: groupQuery(text, group, isMixed),
        evidence: { statement, times, caller, requests: { count: requests, of: read } },
      },
    ];
  });
}
