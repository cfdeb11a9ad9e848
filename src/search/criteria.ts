import type { IpRange } from '../net/ip.ts';
import type { ClientClass, Kind } from '../profile/entry.ts';
import type { Cursor } from './cursor.ts';
import type { DetailTerm } from './detail-terms.ts';
import type { Pattern } from './pattern.ts';

/** A range of integers; both ends are inclusive. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The type of value each field is compared with. */
export interface TermValues {
  time: NumberRange;
  status: NumberRange;
  /** In microseconds. */
  duration: NumberRange;
  queries: NumberRange;
  /** In microseconds. */
  queryTime: NumberRange;
  ip: IpRange;
  url: Pattern;
  host: Pattern;
  route: Pattern;
  operation: Pattern;
  service: Pattern;
  instance: Pattern;
  environment: Pattern;
  release: Pattern;
  user: Pattern;
  /** Matches if one of the tags does. */
  tag: Pattern;
  agent: Pattern;
  /** Matches the class of the error, or its group. */
  error: Pattern;
  method: string;
  trace: string;
  /** A token, not a seq: only the book can decode its tokens. */
  token: string;
  parent: string;
  kind: Kind;
  client: ClientClass;
}

/** One condition: the field matches any of these values or, with `not`, none of them. */
export type Term = {
  [F in keyof TermValues]: {
    readonly field: F;
    readonly not: boolean;
    readonly any: readonly TermValues[F][];
  };
}[keyof TermValues];

export function kindTerm(...any: readonly Kind[]): Term {
  return { field: 'kind', not: false, any };
}

/** Requests, jobs and processes that failed. */
export const FAILED: Term = { field: 'status', not: false, any: [{ from: 500, to: 599 }] };

/** A search, as the form, the API and the command line all express it. */
export interface Criteria {
  /** A profile must match all of them. */
  readonly terms: readonly Term[];
  readonly limit: number;
  /** Where the page starts; `null` starts at the newest profile. */
  readonly cursor: Cursor | null;
  /** The slowest first, instead of the newest. `findPage` reads such a page, and `Store.search` ignores it. */
  readonly sort?: typeof SORT_BY;
  /** How many of the slowest come before this page. */
  readonly skip?: number;
  /** The oldest first, instead of the newest. `findPage` reads such a page, and `Store.search` ignores it. */
  readonly first?: typeof OLDEST_FIRST;
  /** Conditions on details. `findPage` applies them, and `Store.search` ignores them. */
  readonly details?: readonly DetailTerm[];
}

/** The only order besides that of time. */
export const SORT_BY = 'duration';
export const OLDEST_FIRST = 'oldest';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 1000;
/** Caps on the conditions of one search and on their values in total: engines compile each of them. */
export const MAX_TERMS = 50;
export const MAX_VALUES = 200;
/** Matches are counted up to this number; more are shown as "10,000+". */
export const COUNT_CAP = 10_000;
/** How many sub-requests are shown with their main request. */
const MAX_CHILDREN = 100;

export const EVERYTHING: Criteria = { terms: [], limit: DEFAULT_LIMIT, cursor: null };

/**
 * Whether a search asks for error stages themselves: by `kind:error`, or by tokens. In all other searches a failed
 * request and its error stage are listed as two rows and counted as one request.
 */
export function asksForStages(terms: readonly Term[]): boolean {
  return asksFor(terms, (kinds) => kinds.every((kind) => kind === 'error'));
}

/** Whether a search asks for these kinds, or for profiles by their tokens. */
function asksFor(terms: readonly Term[], areAsked: (kinds: readonly Kind[]) => boolean): boolean {
  return terms.some(({ field, not, any }) => {
    if (not) return false;
    return field === 'kind' ? areAsked(any) : field === 'token' || field === 'parent';
  });
}

const NO_PROCESS: Term = { field: 'kind', not: true, any: ['process'] };

/** The terms as an engine must apply them: the starts and ends of processes are listed only by `kind:process`, or by tokens. */
export function appliedTerms(terms: readonly Term[]): readonly Term[] {
  return asksFor(terms, (kinds) => kinds.includes('process')) ? terms : [...terms, NO_PROCESS];
}

/** The terms that match what a search counts: its matches without error stages, unless it asks for them. */
export function countedTerms(terms: readonly Term[]): readonly Term[] {
  return asksForStages(terms) ? terms : [...terms, { field: 'kind', not: true, any: ['error'] }];
}

/** Criteria that match the error stage and sub-requests of the profile with this token. */
export function childrenOf(token: string): Criteria {
  return { terms: [{ field: 'parent', not: false, any: [token] }], limit: MAX_CHILDREN, cursor: null };
}

/** An error in a search: where it is, what is wrong, and how to fix it. */
export interface Mistake {
  /** The parameter that contains it; `q` is the query text. */
  readonly param: string;
  /** The text of that parameter, because a parameter can be repeated. */
  readonly text: string;
  /** The range of characters that is wrong. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fix: string;
}

/** The result of parsing a value: the value, or what is wrong and how to fix it. */
export type Parsed<T> = { readonly value: T } | { readonly message: string; readonly fix: string };
