import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { asksForStages, type Term } from '../../search/criteria.ts';
import { matches } from '../../search/matches.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { createTally, type Survey, type Tally } from '../survey.ts';
import { MINUTE } from './fields.ts';
import { type ParsedTerms, parseTerms } from './parse-terms.ts';
import type { BookReader, ListedSegment } from './reader.ts';
import type { Dimensions } from './rows.ts';
import { EVERYTHING } from './search.ts';
import type { Counts, IsCounted, WholeCounts } from './segment-reader.ts';
import { completeFrom, coveredRange, walkBook } from './walk.ts';

/** The counts of a part, and the times that it covers. */
interface Counted {
  readonly counts: Counts;
  readonly from: number;
  readonly to: number;
}

/** Counts all matches: from the counts of the segments if these are enough, otherwise part by part until the deadline. */
export function* surveyBook(reader: BookReader, terms: readonly Term[]): Sliced<Survey> {
  const segments = reader.segments();
  const parsed = parseTerms(terms, reader.seqOf);
  const range = coveredRange(segments, parsed);
  if (!range) return createTally(0, 0).survey(null);
  const tally = createTally(range.from, range.to, terms);
  const isCounted = tally.step % MINUTE === 0 ? wholeCounter(terms) : null;
  if (isCounted) return yield* tallySegments(segments, parsed, tally, isCounted, asksForStages(terms));

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
 * What the counts of a segment must be filtered by; `null` if they are not enough for the terms, which may be of time, in
 * one range each, of the kind and of the class of clients.
 */
function wholeCounter(terms: readonly Term[]): IsCounted | null {
  const counted = terms.filter(({ field }) => field === 'kind' || field === 'client');
  const times = terms.filter(({ field, not, any }) => field === 'time' && !not && any.length === 1);
  if (counted.length + times.length < terms.length) return null;
  return (of) => matches(of as Entry, counted, () => null);
}

/**
 * Surveys segments from their counts, and those at the ends of the time part by part. It yields to other calls but ignores the
 * deadline: partial figures would not add up, and the number of minutes bounds the work.
 */
function* tallySegments(
  segments: readonly ListedSegment[],
  parsed: ParsedTerms,
  tally: Tally,
  isCounted: IsCounted,
  countsStages: boolean,
): Sliced<Survey> {
  const { from, to } = parsed;
  /** Segments share most of their dimensions, and to count facets takes longer than to add up. */
  const dimensions = new Map<Dimensions, number>();
  for (const segment of segments) {
    if (segment.latest < from || segment.earliest > to) continue;
    const reader = segment.open();
    const isWhole = segment.earliest >= from && segment.latest <= to;
    const counts = isWhole ? reader?.tallyWhole(isCounted, tally) : null;
    if (counts) addWhole(tally, dimensions, counts, countsStages);
    else
      for (const part of reader?.parts(parsed, { ...EVERYTHING, from, to }) ?? []) {
        addCounts(tally, part.tally(tally));
        yield;
      }
    yield;
  }
  for (const [counted, entries] of dimensions) tally.add(counted, entries);
  return tally.survey(null);
}

function addWhole(
  tally: Tally,
  sums: Map<Dimensions, number>,
  counts: WholeCounts,
  countsStages: boolean,
): void {
  for (const { dimensions, entries } of counts.dimensions)
    sums.set(dimensions, (sums.get(dimensions) ?? 0) + entries);
  for (const { process, entries, stages } of counts.processes) tally.addProcess(process, entries, stages);
  for (const { bin, class: statusClass, kind, entries } of counts.bins)
    if (kind !== 'error' || countsStages) tally.addToBin(bin, statusClass, entries);
}
