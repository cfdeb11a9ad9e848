import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { createTally, type Survey, type Tally } from '../survey.ts';
import { MINUTE } from './fields.ts';
import { parseTerms } from './parse-terms.ts';
import type { BookReader, ListedSegment } from './reader.ts';
import { EVERYTHING } from './search.ts';
import type { Counts } from './segment-reader.ts';
import { completeFrom, coveredRange, walkBook } from './walk.ts';

/** The counts of a part, and the times that it covers. */
interface Counted {
  readonly counts: Counts;
  readonly from: number;
  readonly to: number;
}

/** Counts all matches: without terms from the counts of the segments, otherwise part by part until the deadline. */
export function* surveyBook(reader: BookReader, terms: readonly Term[]): Sliced<Survey> {
  const segments = reader.segments();
  const parsed = parseTerms(terms, reader.seqOf);
  const range = coveredRange(segments, parsed);
  if (!range) return createTally(0, 0).survey(null);
  const tally = createTally(range.from, range.to, terms);
  if (terms.length === 0 && tally.step % MINUTE === 0) return yield* tallySegments(segments, tally);

  const walk = walkBook(reader, parsed, EVERYTHING);
  let counted: Counted[] = [];
  for (let next = walk.next(); next; next = walk.next()) {
    counted.push({ counts: next.part.tally(tally), from: next.from, to: next.to });
    const frontier = walk.frontier();
    if (frontier === null) break;
    const from = completeFrom(counted, frontier);
    for (const part of counted) if (part.from >= from) addCounts(tally, part.counts);
    counted = counted.filter((part) => part.from < from);
    const hasTime = yield;
    if (!hasTime) return tally.survey(from as Micros);
  }
  for (const { counts } of counted) addCounts(tally, counts);
  return tally.survey(null);
}

function addCounts(tally: Tally, { cells, processes }: Counts): void {
  for (const { bin, dimensions, entries } of cells) tally.addCell(bin, dimensions, entries);
  for (const { process, entries, stages } of processes) tally.addProcess(process, entries, stages);
}

/**
 * Surveys the whole book from the counts of its segments. It yields to other calls but ignores the deadline: partial
 * figures would not add up, and the number of minutes bounds the work.
 */
function* tallySegments(segments: readonly ListedSegment[], tally: Tally): Sliced<Survey> {
  for (const segment of segments) {
    const reader = segment.open();
    if (!reader) continue;
    const { cells, processes } = reader.tallyAll();
    for (const { dimensions, entries } of cells) tally.add(dimensions, entries);
    for (const { process, entries, stages } of processes) tally.addProcess(process, entries, stages);
    for (const { minute, class: statusClass, entries } of reader.minutes())
      tally.addToBin(Math.floor((minute * MINUTE - tally.from) / tally.step), statusClass, entries);
    yield;
  }
  return tally.survey(null);
}
