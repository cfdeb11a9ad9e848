import type { Term } from '../../search/criteria.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { createTally, type Survey } from '../survey.ts';
import { parseTerms } from './parse-terms.ts';
import { readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';
import { coveredRange } from './walk.ts';

/** Counts all matches, newest first, until the deadline. */
export function* surveyBook({ segments, seqOf, tuning }: BookReader, terms: readonly Term[]): Sliced<Survey> {
  const listed = segments();
  const parsed = parseTerms(terms, seqOf);
  const range = coveredRange(listed, parsed);
  if (!range) return createTally(0, 0).survey(null);
  const tally = createTally(range.from, range.to, terms);
  let counted = 0;
  const searchedTo = yield* readNewestFirst(listed, parsed, tuning.longestScan, (part) => {
    const withLabels = counted < tuning.labelled;
    if (!withLabels) tally.endLabels(tuning.labelled);
    counted += part.tally(tally, withLabels);
  });
  return tally.survey(searchedTo);
}
