import type { IpRange } from '../net/ip.ts';
import type { ClientClass, Kind } from '../profile/entry.ts';
import type { Cursor } from './cursor.ts';
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
  ip: IpRange;
  url: Pattern;
  host: Pattern;
  route: Pattern;
  agent: Pattern;
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

/** A search, as the form, the API and the command line all express it. */
export interface Criteria {
  /** A profile must match all of them. */
  readonly terms: readonly Term[];
  readonly limit: number;
  /** Where the page starts; `null` starts at the newest profile. */
  readonly cursor: Cursor | null;
}

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

/** Criteria that match the error stage and sub-requests of the profile with this token. */
export function childrenOf(token: string): Criteria {
  return { terms: [{ field: 'parent', not: false, any: [token] }], limit: MAX_CHILDREN, cursor: null };
}
