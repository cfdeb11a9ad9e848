import type { Entry } from '../../../profile/entry.ts';
import type { Term } from '../../../search/criteria.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import { GroupTally, noGroups } from '../../group-tally.ts';
import { type GroupBy, type Groups, groupBins, groupedTerms, MAX_GROUPS } from '../../groups.ts';
import { type Slowest, slowestOf } from '../../slowest.ts';
import { createTally, type Survey } from '../../survey.ts';
import { entryAt } from '../columns/segment-rows.ts';
import { groupRows, NUMBERS_TO_GROUP } from './group-rows.ts';
import { parseTerms } from './parse-terms.ts';
import { readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';
import type { Part } from './segment-reader.ts';
import { tallyPart } from './tally-rows.ts';
import { coveredRange } from './walk.ts';

/** Groups that stay if there are very many, in case one of them becomes one of the largest. */
const FEWEST_KEPT = 1000;

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
    counted += tallyPart(part, tally, withLabels);
  });
  return tally.survey(searchedTo);
}

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
  const searchedTo = yield* readNewestFirst(
    listed,
    parsed,
    tuning.longestScan,
    ({ rows, figures, matches }) => groupRows(rows, matches(NUMBERS_TO_GROUP[by]), figures, by, tally),
  );
  return tally.groups(limit, searchedTo);
}

/** Compares all matches, newest first, until the deadline. */
export function* slowestBook(
  { segments, seqOf, tuning }: BookReader,
  terms: readonly Term[],
  limit: number,
): Sliced<Slowest> {
  let entries: readonly Entry[] = [];
  const parsed = parseTerms(terms, seqOf);
  const searchedTo = yield* readNewestFirst(segments(), parsed, tuning.longestScan, (part) => {
    const found = slowestIn(part, limit, entries[limit - 1]?.duration ?? 0);
    if (found.length > 0) entries = slowestOf([...entries, ...found], limit);
  });
  return { entries, searchedTo };
}

/** The slowest matches that took at least this long. */
function slowestIn({ rows, matches }: Part, limit: number, shortest: number): readonly Entry[] {
  const found = matches(['duration']);
  const durations = rows.column('duration');
  const slow = found.filter((row) => (durations[row] ?? 0) >= shortest);
  // Those that are as slow as the last one are compared by their place in the listing.
  const sorted = Float64Array.from(slow, (row) => durations[row] ?? 0).sort();
  const least = sorted.at(-limit) ?? 0;
  return [...slow.filter((row) => (durations[row] ?? 0) >= least)].flatMap((row) => entryAt(rows, row) ?? []);
}
