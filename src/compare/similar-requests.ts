import type { Entry } from '../profile/entry.ts';
import { kindTerm, type Term } from '../search/criteria.ts';
import { escapePattern } from '../search/escape-value.ts';
import { pathPatterns } from '../search/fields.ts';
import { type Pattern, parsePattern, pathOf } from '../search/pattern.ts';

/** Requests to the same route, URL or job as another one. */
export interface Similar {
  readonly terms: readonly Term[];
  readonly what: string;
}

/** Requests with this route and method; with this path if no route matched; runs of this job. `null` if they can't be searched for. */
export function similarTo({ kind, route, operation, url, host, method }: Entry): Similar | null {
  const terms: Term[] = [
    // An error stage always fails, so its request is compared.
    kindTerm(kind === 'error' ? 'main' : kind),
    { field: 'method', not: false, any: [method] },
  ];
  if (kind === 'process') return null;
  if (kind === 'job') return exactly(terms, 'operation', operation, 'run of this job');
  if (route !== '' && kind !== 'sub') return exactly(terms, 'route', route, 'request to this route');
  const path = wholePattern(pathOf(url));
  if (!path) return null;
  const own: Term = { field: 'url', not: false, any: pathPatterns(path) };
  const what = 'request to this URL';
  return host === '' ? { terms: [...terms, own], what } : exactly([...terms, own], 'host', host, what);
}

function exactly(
  terms: readonly Term[],
  field: 'operation' | 'route' | 'host',
  value: string,
  what: string,
): Similar | null {
  const term = wholeTerm(field, value);
  return term && { terms: [...terms, term], what };
}

/** A term for exactly this value; `null` if it can't be searched for. */
export function wholeTerm(
  field: 'operation' | 'route' | 'host' | 'user' | 'error' | 'release' | 'instance' | 'service',
  value: string,
  not = false,
): Term | null {
  const pattern = wholePattern(value);
  return pattern && { field, not, any: [pattern] };
}

/** A pattern without wildcards; `null` if the value is empty, too long or has control characters. */
function wholePattern(value: string): Pattern | null {
  return parsePattern(escapePattern(value), 'whole');
}
