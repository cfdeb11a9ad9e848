import { compareEntries, type Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Tokens } from '../profile/token.ts';
import type { Term } from '../search/criteria.ts';
import { matches } from '../search/matches.ts';

/** The slowest matches of a search. */
export interface Slowest {
  /** The longest duration first; those with the same duration in the order of the listing. */
  readonly entries: readonly Entry[];
  /** Set if the search stopped early: it compared the matches from this time on. `null` if it compared all. */
  readonly searchedTo: Micros | null;
}

/** The first `limit` entries by duration. */
export function slowestOf(entries: readonly Entry[], limit: number): readonly Entry[] {
  return entries.toSorted((a, b) => b.duration - a.duration || compareEntries(a, b)).slice(0, limit);
}

/** The slowest matches in a list of entries. For a store that goes through all its entries, this is `Store.slowest`. */
export function slowestEntries(
  entries: readonly Entry[],
  terms: readonly Term[],
  limit: number,
  seqOf: Tokens['seqOf'],
): Slowest {
  const found = entries.filter((entry) => matches(entry, terms, seqOf));
  return { entries: slowestOf(found, limit), searchedTo: null };
}
