import { groupQuery } from '../../../report/groups/group-query.ts';
import { addClause, clauseText, removeClauses } from '../../../search/edit-query.ts';
import { MAX_QUERY_LENGTH, SORT_PARAM } from '../../../search/query-text.ts';
import type { GroupName } from '../../../store/groups.ts';
import type { SearchLinks } from '../search-links.ts';

/** Links to the requests that the figures of a route count. A link is `null` if that search is not possible. */
export interface RouteLinks {
  readonly all: string | null;
  readonly slowest: string | null;
  /** Those that match one more filter. */
  only(field: string, value: string): string | null;
}

/**
 * The searches behind a group.
 * @param isMixed whether requests with and without a route were grouped
 */
export function routeLinks(search: SearchLinks, group: GroupName, isMixed: boolean): RouteLinks {
  const query = groupQuery(removeClauses(search.text, [SORT_PARAM]), group, isMixed);
  const link = (text: string | null) =>
    text === null || text.length > MAX_QUERY_LENGTH ? null : search.href(text);
  const only = (field: string, value: string) => link(query && addClause(query, clauseText(field, [value])));
  return { all: link(query), slowest: only(SORT_PARAM, 'duration'), only };
}
