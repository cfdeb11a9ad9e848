import type { ClientClass, Kind } from '../profile/entry.ts';
import type { IpRange } from '../profile/ip.ts';
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
export const EVERYTHING: Criteria = { terms: [], limit: DEFAULT_LIMIT, cursor: null };
