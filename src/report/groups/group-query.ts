import { addClause, clauseText, isValidValue } from '../../search/edit-query.ts';
import { escapePattern } from '../../search/escape-value.ts';
import { MAX_PATH_LENGTH } from '../../store/fold-path.ts';
import type { GroupName } from '../../store/groups.ts';

/** The stars that a pattern may have. */
const MAX_STARS = 8;
/** The length of an id that a star replaces, such as a UUID. */
const ID_LENGTH = 36;
/** Excludes requests that the framework has a route for. */
const WITHOUT_ROUTE = '-route:*/*';

/**
 * The query that finds the requests of a route; `null` if that is not possible.
 * @param text the query that was grouped
 * @param isMixed whether requests with and without a route were grouped
 */
export function groupQuery(
  text: string,
  { value, method, isRoute }: GroupName,
  isMixed: boolean,
): string | null {
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

/** A folded path as a pattern. If the path may have been cut, it ends with a star. */
function pathPattern(path: string): string {
  const [start = '', ...others] = path.replaceAll('\\', '\\\\').split('*');
  const mayBeCut = path.length + others.length * ID_LENGTH >= MAX_PATH_LENGTH;
  const pattern = [start, ...others.slice(0, MAX_STARS)].join('*');
  if (others.length > MAX_STARS || (mayBeCut && others.length === MAX_STARS))
    return pattern.slice(0, pattern.lastIndexOf('*') + 1);
  return mayBeCut && !pattern.endsWith('*') ? `${pattern}*` : pattern;
}
