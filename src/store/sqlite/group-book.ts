import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { GroupTally, noGroups } from '../group-tally.ts';
import { type GroupBy, type Groups, groupBins, groupedTerms, MAX_GROUPS } from '../groups.ts';
import { parseTerms } from './parse-terms.ts';
import { readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';
import { coveredRange } from './walk.ts';

/** Groups that stay if there are very many, in case one of them becomes one of the largest. */
const FEWEST_KEPT = 1000;

/** Groups all matches, newest first, until the deadline. */
export function* groupBook(
  { segments, seqOf, tuning }: BookReader,
  terms: readonly Term[],
  by: GroupBy,
  limit: number,
): Sliced<Groups> {
  const parsed = parseTerms(groupedTerms(terms), seqOf);
  const listed = segments();
  const range = coveredRange(listed, parsed);
  if (!range) return noGroups();
  const kept = Math.min(MAX_GROUPS, Math.max(FEWEST_KEPT, 4 * limit));
  const tally = new GroupTally(groupBins(range, terms, by), kept);
  const searchedTo = yield* readNewestFirst(listed, parsed, tuning.longestScan, (part) =>
    part.group(by, tally),
  );
  return tally.groups(limit, searchedTo);
}
