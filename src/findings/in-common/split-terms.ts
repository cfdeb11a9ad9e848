import { wholeTerm } from '../../compare/similar-requests.ts';
import { kindTerm, type Term } from '../../search/criteria.ts';
import type { FacetValue, Survey } from '../../store/survey.ts';

/** What a search asks about, and where. */
interface SplitTerms {
  readonly defining: readonly Term[];
  /** What the others must match too. */
  readonly scope: readonly Term[];
}

/** How a request ended, and how long it took. */
const OUTCOMES: ReadonlySet<Term['field']> = new Set(['status', 'error', 'duration', 'queries', 'queryTime']);
/** Whether a term asks for requests by how they ended, or how long they took. */
export function asksForOutcome({ field, not }: Term): boolean {
  return OUTCOMES.has(field) && !not;
}

/** A part of the book, never what is asked about. */
const PARTS: ReadonlySet<Term['field']> = new Set(['time', 'kind', 'service', 'environment']);
const KINDS = kindTerm('main', 'job');

/** The failures of a route are compared with its other requests, the requests of a user with those of all others. */
export function splitTerms(terms: readonly Term[]): SplitTerms {
  const hasOutcome = terms.some(asksForOutcome);
  const isDefining = (term: Term) =>
    hasOutcome ? OUTCOMES.has(term.field) : !PARTS.has(term.field) && !term.not;
  const scope = terms.filter((term) => !isDefining(term));
  const hasKind = scope.some(({ field, not }) => field === 'kind' && !not);
  return { defining: terms.filter(isDefining), scope: hasKind ? scope : [...scope, KINDS] };
}

/** A route, or a job. */
export interface ParentRequests {
  readonly name: string;
  readonly terms: readonly Term[];
}

/** The share that one route must have of the requests, to compare them with its others only. */
const NEARLY_ALL = 0.9;

export function parentOf({ facets, matches }: Survey, scope: readonly Term[]): ParentRequests | null {
  const only = (values: readonly FacetValue[]) => {
    const [most] = values;
    return most && most.value !== '' && most.count >= NEARLY_ALL * matches ? most.value : null;
  };
  const route = only(facets.route);
  const operation = route === null && facets.route[0]?.value === '' ? only(facets.operation) : null;
  if (operation !== null) return named(operation, wholeTerm('operation', operation));
  if (route === null || scope.some(({ field, not }) => field === 'route' && !not)) return null;
  const method = only(facets.method);
  const own = wholeTerm('route', route);
  if (method === null) return named(route, own);
  return named(`${method} ${route}`, own, { field: 'method', not: false, any: [method] });
}

function named(name: string, own: Term | null, ...others: readonly Term[]): ParentRequests | null {
  return own && { name, terms: [own, ...others] };
}
