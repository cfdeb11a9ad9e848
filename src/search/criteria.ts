import type { IpRange } from '../net/ip.ts';
import type { ClientClass, Kind } from '../profile/entry.ts';
import type { Cursor } from './cursor.ts';
import type { Pattern } from './pattern.ts';

/** Whole numbers, both ends inside. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** What each field is compared with. */
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
  /** Tokens, not seqs: only the book can tell which profile a token means. */
  token: string;
  parent: string;
  kind: Kind;
  client: ClientClass;
}

/** One condition: the field matches any of these, or with `not`, none of them. */
export type Term = {
  [F in keyof TermValues]: {
    readonly field: F;
    readonly not: boolean;
    readonly any: readonly TermValues[F][];
  };
}[keyof TermValues];

/** What may be asked of a book: the same for the form, the API and the command line. */
export interface Criteria {
  /** All of them hold. */
  readonly terms: readonly Term[];
  readonly limit: number;
  /** Where the page starts; `null` is the newest. */
  readonly cursor: Cursor | null;
}

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 1000;
/** Most conditions of one search, and most values in all of them: engines compile each into their own words. */
export const MAX_TERMS = 50;
export const MAX_VALUES = 200;
/** Beyond this the total of matches is told as "10,000+". */
export const COUNT_CAP = 10_000;
/** Sub-requests shown with their main request. */
const MAX_CHILDREN = 100;

export const EVERYTHING: Criteria = { terms: [], limit: DEFAULT_LIMIT, cursor: null };

/** The error stage and sub-requests of the profile with this token. */
export function childrenOf(token: string): Criteria {
  return { terms: [{ field: 'parent', not: false, any: [token] }], limit: MAX_CHILDREN, cursor: null };
}
