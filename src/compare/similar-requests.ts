import type { Entry } from '../profile/entry.ts';
import type { Term } from '../search/criteria.ts';
import { escapePattern } from '../search/escape-value.ts';
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
    { field: 'kind', not: false, any: [kind === 'error' ? 'main' : kind] },
    { field: 'method', not: false, any: [method] },
  ];
  if (kind === 'process') return null;
  if (kind === 'job') return exactly(terms, 'operation', operation, 'run of this job');
  if (route !== '' && kind !== 'sub') return exactly(terms, 'route', route, 'request to this route');
  const path = pathOf(url);
  const whole = wholePattern(path);
  const withQuery = wholePattern(`${path}?`);
  if (!whole || !withQuery) return null;
  const paths: Pattern[] = [
    { match: 'target', parts: whole.parts },
    { match: 'target', parts: [...withQuery.parts, ''] },
  ];
  const similar = {
    terms: [...terms, { field: 'url', not: false, any: paths } as const],
    what: 'request to this URL',
  };
  return host === '' ? similar : exactly(similar.terms, 'host', host, similar.what);
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
  field: 'operation' | 'route' | 'host' | 'user' | 'error' | 'release' | 'instance',
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
