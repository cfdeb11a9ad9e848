import type { Entry } from '../../profile/entry.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { type Slowest, slowestOf } from '../slowest.ts';
import { parseTerms } from './parse-terms.ts';
import { readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';

/** Compares all matches, newest first, until the deadline. */
export function* slowestBook(
  { segments, seqOf, tuning }: BookReader,
  terms: readonly Term[],
  limit: number,
): Sliced<Slowest> {
  let entries: readonly Entry[] = [];
  const parsed = parseTerms(terms, seqOf);
  const searchedTo = yield* readNewestFirst(segments(), parsed, tuning.longestScan, (part) => {
    const found = part.slowest(limit, entries[limit - 1]?.duration ?? 0);
    if (found.length > 0) entries = slowestOf([...entries, ...found], limit);
  });
  return { entries, searchedTo };
}
