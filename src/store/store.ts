import type { Entry } from '../profile/entry.ts';
import type { Detail, Profile } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq, Tokens } from '../profile/token.ts';
import type { Criteria, Term } from '../search/criteria.ts';
import type { Cursor } from '../search/cursor.ts';
import type { GroupBy, Groups } from './groups.ts';
import type { Slowest } from './slowest.ts';
import type { Survey } from './survey.ts';

/** Profiles that are written together. */
export interface Batch {
  /** Stays the same over every retry, so a store can tell that it has the batch already. */
  readonly id: string;
  readonly profiles: readonly Profile[];
}

/** What a store did not write of a batch. */
export interface Refused {
  /** The number of profiles. */
  readonly refused: number;
}

/** A block of seqs reserved for one process: from `first` up to, but not including, `end`. */
export interface Lease {
  readonly first: Seq;
  readonly end: number;
}

/** One page of the listing. */
export interface Page {
  /** At most `limit` entries, newest first, whichever way the page was read. */
  readonly entries: readonly Entry[];
  /** The cursor of the next page with older entries; `null` at the end of the listing. */
  readonly older: Cursor | null;
  /** The cursor of the next page with newer entries; `null` at the start of the listing. */
  readonly newer: Cursor | null;
  /**
   * Set if the search stopped early: every match from where the page starts up to this time, inclusive, is in
   * `entries`. The cursor in the direction of the search continues from there. `null` if the search was complete.
   */
  readonly searchedTo: Micros | null;
}

export interface Count {
  /** Never more than the cap. */
  readonly matches: number;
  /** There are more matches than this, or may be: the count reached its cap or its deadline. */
  readonly capped: boolean;
}

/** Limits on what a book keeps. A limit that is absent does not apply. */
export interface Retention {
  /** In milliseconds. */
  readonly age?: number;
  readonly entries?: number;
  /** Size of the whole book, details and indexes included. */
  readonly bytes?: number;
  /** `bytes` is a default: a SQLite book lowers it on a small disk, and on one in memory. */
  readonly fitsDisk?: boolean;
}

/** Returned in place of a profile that was deleted. */
export interface Expired {
  /** When it was deleted, accurate to about an hour. */
  readonly expired: Micros;
}

/** What a book contains and how much space it uses. */
export interface BookStats {
  readonly entries: number;
  readonly details: number;
  readonly oldest: Micros | null;
  readonly newest: Micros | null;
  /** The first seq that was never leased. */
  readonly nextSeq: number;
  readonly bytes: number;
  /** Tables, columns and indexes, largest first. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
}

export interface QueryOptions {
  /**
   * Milliseconds after which the query stops and returns what it has so far.
   * @default 2000
   */
  readonly deadline?: number;
  /** Aborts the query: its promise then settles soon, either with a partial result or by rejecting. */
  readonly signal?: AbortSignal;
}

/**
 * A book of profiles: the interface that every engine implements. The cases in `CONFORMANCE` check each guarantee
 * that is stated here.
 *
 * All methods may be called concurrently. Failures are `GatebookError`s. After {@link Store.close} every other method
 * rejects with the code `store-closed`.
 */
export interface Store {
  /** Converts between the book's seqs and its public tokens. The key belongs to the book and never changes. */
  readonly tokens: Tokens;

  /**
   * Writes a batch, atomically and idempotently: when the promise resolves, the whole batch is in the book and every
   * later query sees it; when it rejects, nothing of it is. Writing a batch again under the same id has no effect, also
   * while the first write is still in progress. A store may forget batch ids after a day or 10,000 batches.
   *
   * Resolves to {@link Refused} if the store, a collector, has refused some of the profiles and written all others.
   *
   * Rejects with `seq-taken` if a seq of the batch is in the book already, or twice in the batch; with
   * `profile-refused` if the engine cannot store one of the profiles. Retrying helps in neither case.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most stores have nothing to say, and are async functions
  write(batch: Batch): Promise<Refused | void>;

  /**
   * Finds a page of the entries that match every term, in the order of `compareEntries`: newest first by arrival time,
   * then by ascending seq. `matches` defines what each term means.
   *
   * A cursor is a position between entries, not an offset: entries that are written or deleted in the meantime never
   * make a page repeat or skip others. A page read toward `newer` contains the `limit` matches nearest to the cursor.
   *
   * At the deadline, or when the signal aborts, the search returns a partial page: the matches so far, `searchedTo`, and
   * a cursor in the direction of the search. Reading on from that cursor makes progress even if the deadline is 0.
   */
  search(criteria: Criteria, options?: QueryOptions): Promise<Page>;

  /** Counts the entries that match every term, up to `cap`. At the deadline the result is `capped`. */
  count(terms: readonly Term[], cap: number, options?: QueryOptions): Promise<Count>;

  /**
   * Counts all matches by time and by their most frequent values, a failed request and its error stage as one. The bins span the part of the book that the time
   * terms leave. At the deadline, `searchedTo` says how far back the newest matches were counted.
   */
  survey(terms: readonly Term[], options?: QueryOptions): Promise<Survey>;

  /**
   * Finds the `limit` slowest of the entries that match every term. At the deadline, `searchedTo` says how far back the
   * newest matches were compared.
   */
  slowest(terms: readonly Term[], limit: number, options?: QueryOptions): Promise<Slowest>;

  /**
   * Groups the main requests that match every term, by client, by user or by route, and adds up the figures of each group. Error stages,
   * sub-requests and jobs are not counted; by error, failed jobs are. Returns the `limit` groups with the most requests, and all others together. At the
   * deadline, `searchedTo` says how far back the newest requests were counted.
   *
   * Up to 10,000 groups are counted separately. If there are more, requests of small groups may be counted among the others.
   */
  groups(terms: readonly Term[], by: GroupBy, limit: number, options?: QueryOptions): Promise<Groups>;

  /**
   * Reads a profile by its token. Returns `null` for text that is not a token of this book and for a profile that was
   * never written; {@link Expired} for a profile that `delete`, `prune` or `retain` has deleted.
   */
  get(token: string): Promise<Profile | Expired | null>;

  /** Reads the details of these entries, in the same order: `null` where none was kept, or the profile was deleted. */
  details(entries: readonly Entry[]): Promise<readonly (Detail | null)[]>;

  /**
   * Reserves `size` consecutive seqs. No seq is ever leased twice: not to concurrent callers or other processes, not
   * after the book is opened again, and not after its profile was deleted.
   */
  lease(size: number): Promise<Lease>;

  /**
   * Takes a name until a time. Of all calls with the same name, from any process, one resolves to `true`. After that time the store
   * may forget the name. Login links are spent this way; without this method, a link works once in each process.
   */
  claim?(name: string, until: Micros): Promise<boolean>;

  /**
   * Deletes these profiles, entries and details. Returns how many of them the book had. Safe while others write. When the promise
   * resolves, nothing of them is left in the book, and {@link Store.get} returns {@link Expired}. Without this method,
   * `gatebook delete` does not work.
   */
  delete?(seqs: readonly Seq[]): Promise<number>;

  /** Deletes every profile that arrived before this time. Returns how many. Safe while others write. */
  prune(before: Micros): Promise<number>;

  /**
   * Deletes the oldest profiles until the book is within these limits. Returns how many. Safe while others write. An
   * engine may leave a small excess (up to 4 %) for later, and may ignore `bytes` if it cannot measure its size.
   */
  retain(retention: Retention): Promise<number>;

  /** Finishes what is in progress and releases everything. Closing a closed store has no effect. */
  close(): Promise<void>;
}

/** A store of your own: Gatebook derives from these methods what it does not have. Without `prune` and `retain` it keeps everything. */
export type CustomStore = Pick<Store, 'tokens' | 'write' | 'search' | 'get' | 'lease' | 'close'> &
  Partial<Store>;
