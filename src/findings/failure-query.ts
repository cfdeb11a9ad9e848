import type { Entry } from '../profile/entry.ts';
import { pathOf } from '../search/pattern.ts';
import { valueClause } from './in-common/trait.ts';

/** The query for requests that failed as this one did; `null` if it did not fail, or can't be searched for. */
export function failureQuery({ error, errorGroup, status, route, url, method }: Entry): string | null {
  const group = errorGroup || error;
  if (group !== '') return valueClause('error', group);
  if (status < 400) return null;
  const place = route === '' ? valueClause('path', pathOf(url)) : valueClause('route', route);
  return [`status:${status}`, place, valueClause('method', method)]
    .filter((clause) => clause !== null)
    .join(' ');
}
