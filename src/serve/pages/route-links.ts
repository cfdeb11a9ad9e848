import {
  addClause,
  clauseText,
  escapePattern,
  isValidValue,
  removeClauses,
} from '../../search/edit-query.ts';
import { MAX_QUERY_LENGTH, SORT_PARAM } from '../../search/query-text.ts';
import { MAX_PATH_LENGTH } from '../../store/fold-path.ts';
import type { GroupName } from '../../store/groups.ts';
import type { SearchLinks } from './search-links.ts';

/** Links to the requests that the figures of a route count. A link is `null` if that search is not possible. */
export interface RouteLinks {
  readonly all: string | null;
  readonly slowest: string | null;
  /** Those that match one more filter. */
  only(field: string, value: string): string | null;
}

/** The stars that a pattern may have. */
const MAX_STARS = 8;
/** Of what a star replaces, such as a UUID. */
const ID_LENGTH = 36;
/** Excludes requests that the framework has a route for. */
const WITHOUT_ROUTE = '-route:*/*';

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

function groupQuery(text: string, { value, method, isRoute }: GroupName, isMixed: boolean): string | null {
  const [field, pattern] = isRoute ? ['route', escapePattern(value)] : ['path', pathPattern(value)];
  if (!isValidValue(field, pattern) || !isValidValue('method', method)) return null;
  const clauses = [
    clauseText(field, [pattern]),
    ...(isMixed && !isRoute ? [WITHOUT_ROUTE] : []),
    clauseText('method', [method]),
    'kind:main',
  ];
  return clauses.reduce(addClause, text);
}

/** The stars of a folded path match any text. One at the end is for a path that may have been cut. */
function pathPattern(path: string): string {
  const [start = '', ...others] = path.replaceAll('\\', '\\\\').split('*');
  const mayBeCut = path.length + others.length * ID_LENGTH >= MAX_PATH_LENGTH;
  const pattern = [start, ...others.slice(0, MAX_STARS)].join('*');
  if (others.length > MAX_STARS || (mayBeCut && others.length === MAX_STARS))
    return pattern.slice(0, pattern.lastIndexOf('*') + 1);
  return mayBeCut && !pattern.endsWith('*') ? `${pattern}*` : pattern;
}
