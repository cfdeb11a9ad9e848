import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { GroupTally, noGroups } from '../group-tally.ts';
import { type GroupBy, type Groups, groupBins, groupedTerms } from '../groups.ts';
import { parseTerms } from './parse-terms.ts';
import type { BookReader } from './reader.ts';
import { EVERYTHING } from './search.ts';
import { completeFrom, coveredRange, walkSegments } from './walk.ts';

/** The groups of a part, and the times that it covers. */
interface Grouped {
  readonly tally: GroupTally;
  readonly from: number;
  readonly to: number;
}

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
  const total = new GroupTally(bins);
  const walk = walkSegments(segments, parsed, EVERYTHING);
  let grouped: Grouped[] = [];
  for (let next = walk.next(); next; next = walk.next()) {
    const { part, ...times } = next;
    const frontier = walk.frontier();
    const from = frontier === null ? Number.NEGATIVE_INFINITY : completeFrom([...grouped, times], frontier);
    // A part that also has entries before that time is added when all of them were read.
    const isComplete = times.from >= from;
    const tally = isComplete ? total : new GroupTally(bins, total.isOverLimit);
    part.group(by, tally);
    if (!isComplete) grouped.push({ tally, ...times });
    for (const earlier of grouped) if (earlier.from >= from) total.addTally(earlier.tally);
    grouped = grouped.filter((earlier) => earlier.from < from);
    const hasTime = yield;
    if (!hasTime && frontier !== null) return total.groups(limit, from as Micros);
  }
  for (const { tally } of grouped) total.addTally(tally);
  return total.groups(limit, null);
}
