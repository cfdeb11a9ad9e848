import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { GroupTally, noGroups } from '../group-tally.ts';
import { type GroupBy, type Groups, groupBins, groupedTerms, MAX_GROUPS } from '../groups.ts';
import { parseTerms } from './parse-terms.ts';
import type { BookReader } from './reader.ts';
import { EVERYTHING } from './search.ts';
import { completeFrom, coveredRange, type WalkedPart, walkSegments } from './walk.ts';

/** Groups that stay if there are very many, in case one of them becomes one of the largest. */
const FEWEST_KEPT = 1000;

/** Groups the matches part by part, newest first, until the deadline. */
export function* groupBook(
  reader: BookReader,
  terms: readonly Term[],
  by: GroupBy,
  limit: number,
): Sliced<Groups> {
  const parsed = parseTerms(groupedTerms(terms), reader.seqOf);
  const segments = reader.segments();
  const range = coveredRange(segments, parsed);
  if (!range) return noGroups();
  const bins = groupBins(range, terms, by);
  const total = new GroupTally(bins, Math.min(MAX_GROUPS, Math.max(FEWEST_KEPT, 4 * limit)));
  const walk = walkSegments(segments, parsed, EVERYTHING);
  /** Parts that also have entries from before the time up to which all were read: they are added when all of them were. */
  let waiting: WalkedPart[] = [];
  for (let next = walk.next(); next; next = walk.next()) {
    waiting.push(next);
    const frontier = walk.frontier();
    if (frontier === null) break;
    const from = completeFrom(waiting, frontier);
    for (const part of waiting) if (part.from >= from) part.part.group(by, total);
    waiting = waiting.filter((part) => part.from < from);
    const hasTime = yield;
    if (!hasTime) return total.groups(limit, from as Micros);
  }
  for (const { part } of waiting) part.group(by, total);
  return total.groups(limit, null);
}
