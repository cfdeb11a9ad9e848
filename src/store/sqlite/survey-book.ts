import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { createTally, type Survey, type Tally } from '../survey.ts';
import { parseTerms } from './parse-terms.ts';
import type { BookReader } from './reader.ts';
import { EVERYTHING } from './search.ts';
import type { Counts } from './segment-reader.ts';
import type { Tuning } from './tuning.ts';
import { completeFrom, coveredRange, walkSegments } from './walk.ts';

/** The counts of a part, and the times that it covers. */
interface Counted {
  readonly counts: Counts;
  readonly from: number;
  readonly to: number;
}

/** Counts all matches part by part, newest first, until the deadline. */
export function* surveyBook(reader: BookReader, terms: readonly Term[]): Sliced<Survey> {
  const segments = reader.segments();
  const parsed = parseTerms(terms, reader.seqOf);
  const range = coveredRange(segments, parsed);
  if (!range) return createTally(0, 0).survey(null);
  const tally = createTally(range.from, range.to, terms);
  const walk = walkSegments(segments, parsed, EVERYTHING);
  let counted: Counted[] = [];
  let labelled = 0;
  for (let next = walk.next(); next; next = walk.next()) {
    const counts = next.part.tally(tally, labelled < reader.tuning.labelled);
    for (const { entries } of counts.processes) labelled += entries;
    counted.push({ counts, from: next.from, to: next.to });
    const frontier = walk.frontier();
    if (frontier === null) break;
    const from = completeFrom(counted, frontier);
    for (const part of counted) if (part.from >= from) addCounts(tally, part.counts, reader.tuning);
    counted = counted.filter((part) => part.from < from);
    const hasTime = yield;
    if (!hasTime) return tally.survey(from as Micros);
  }
  for (const { counts } of counted) addCounts(tally, counts, reader.tuning);
  return tally.survey(null);
}

function addCounts(tally: Tally, { cells, processes, labels }: Counts, { labelled }: Tuning): void {
  for (const { bin, dimensions, entries } of cells) tally.addCell(bin, dimensions, entries);
  for (const { process, entries, stages } of processes) tally.addProcess(process, entries, stages);
  if (!labels) tally.endLabels(labelled);
  for (const { facet, value, entries, stages } of labels ?? []) tally.addLabel(facet, value, entries, stages);
}
