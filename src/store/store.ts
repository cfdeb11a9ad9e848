import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq, Tokens } from '../profile/token.ts';
import type { Criteria, Term } from '../search/criteria.ts';
import type { Cursor } from '../search/cursor.ts';

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
}

export interface Count {
  readonly matches: number;
  /** There are more than these. */
  readonly capped: boolean;
}

/** A book of profiles. Whoever holds one does not know which engine keeps it. */
export interface Store {
  readonly tokens: Tokens;
  /** All of the batch or nothing of it is kept; when this resolves, it is. */
  write(batch: Batch): Promise<void>;
  search(criteria: Criteria): Promise<Page>;
  /** How many match, counting to `cap` at most. */
  count(terms: readonly Term[], cap: number): Promise<Count>;
  get(token: string): Promise<Profile | null>;
  lease(size: number): Promise<Lease>;
  /** Takes away what arrived before this time, and says how many profiles that were. */
  prune(before: Micros): Promise<number>;
  close(): Promise<void>;
}
