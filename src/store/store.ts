import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq, Tokens } from '../profile/token.ts';
import type { Criteria, Term } from '../search/criteria.ts';
import type { Cursor } from '../search/cursor.ts';
import type { Survey } from './survey.ts';

export interface Batch {
  /** Made once where the batch is made: a batch that arrives again under its id is kept once. */
  readonly id: string;
  readonly profiles: readonly Profile[];
}

/** Some of the book's numbers, given to one recorder for good: `first` up to, not including, `end`. */
export interface Lease {
  readonly first: Seq;
  readonly end: number;
}

/** A page of the listing, newest first. */
export interface Page {
  readonly entries: readonly Entry[];
  /** Where to read on; `null` where the listing ends. */
  readonly older: Cursor | null;
  readonly newer: Cursor | null;
  /** When time ran out: how far it was looked. There may be more to find, and the cursor that way finds it. */
  readonly searchedTo: Micros | null;
}

export interface Count {
  readonly matches: number;
  /** There are more than these, or time ran out before all were looked at. */
  readonly capped: boolean;
}

/** How much of the past a book keeps. What is not given does not bound it. */
export interface Retention {
  /** Milliseconds. */
  readonly age?: number;
  readonly entries?: number;
  /** Of the whole book, details and indexes included. */
  readonly bytes?: number;
}

/** A profile that was there, and when retention took it away. */
export interface Expired {
  readonly expired: Micros;
}

/** How long a question may take, and who may call it off. */
export interface QueryOptions {
  /**
   * Milliseconds after which what was found so far is the answer.
   * @default 2000
   */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** A book of profiles. Whoever holds one does not know which engine keeps it. */
export interface Store {
  readonly tokens: Tokens;
  /** All of the batch or nothing of it is kept; when this resolves, it is. */
  write(batch: Batch): Promise<void>;
  search(criteria: Criteria, options?: QueryOptions): Promise<Page>;
  /** How many match, counting to `cap` at most. */
  count(terms: readonly Term[], cap: number, options?: QueryOptions): Promise<Count>;
  /** All matches at a glance: a histogram over time and the most frequent values. */
  survey(terms: readonly Term[], options?: QueryOptions): Promise<Survey>;
  get(token: string): Promise<Profile | Expired | null>;
  lease(size: number): Promise<Lease>;
  /** Takes away what arrived before this time, and says how many profiles that were. */
  prune(before: Micros): Promise<number>;
  /** Takes the oldest away until the book is within these bounds, and says how many profiles that were. */
  retain(retention: Retention): Promise<number>;
  close(): Promise<void>;
}
