import type { Term } from '../../../search/criteria.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import { createTally, type Survey, type Tally } from '../../survey.ts';
import { parseTags } from '../columns/rows.ts';
import { binRuns, type NumberColumn } from '../columns/segment-rows.ts';
import type { Texts } from '../columns/texts.ts';
import { parseTerms } from './parse-terms.ts';
import { coveredRange, readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';
import type { Part } from './segment-reader.ts';

/** Far more than a segment has, so that a forged one can't fill the memory. Processes with higher ids are not counted. */
const MAX_PROCESSES = 65_536;
/** One more than the first digit of any status. */
const MAX_STATUS_CLASS = 10;

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

/** Most books have no users or no tags: only the empty text. */
function hasLabels(texts: Texts): boolean {
  return texts.length > 1 || (texts.length === 1 && texts.at(0) !== '');
}

/** Adds the matches of a part to a tally; their users and tags only if asked to. Returns how many there are. */
function tallyPart(part: Part, tally: Tally, withLabels: boolean): number {
  const { rows } = part;
  const { statusClasses, stages } = part.dimensions;
  const { users, tagLists } = rows;
  const withUsers = withLabels && hasLabels(users);
  const withTags = withLabels && hasLabels(tagLists);
  const columns: NumberColumn[] = ['dimension', 'process'];
  if (withUsers) columns.push('user');
  if (withTags) columns.push('tags');
  const matches = part.matches(columns);
  const dimensionIds = rows.column('dimension');
  const counts = new Int32Array(stages.length);
  for (const { bin, from, to } of binRuns(rows, matches, tally)) {
    const [all, ofStages] = [new Int32Array(MAX_STATUS_CLASS), new Int32Array(MAX_STATUS_CLASS)];
    for (let i = from; i < to; i++) {
      const id = dimensionIds[matches[i] as number] as number;
      (counts[id] as number)++;
      (all[statusClasses[id] as number] as number)++;
      if (stages[id] === 1) (ofStages[statusClasses[id] as number] as number)++;
    }
    for (const [statusClass, entries] of all.entries())
      if (entries > 0) tally.addBin(bin, statusClass, entries, ofStages[statusClass] ?? 0);
  }
  for (let id = 0; id < counts.length; id++) {
    const entries = counts[id] ?? 0;
    const dimensions = entries > 0 && rows.dimensionsOf(id);
    if (dimensions) tally.add(dimensions, entries);
  }
  const processIds = rows.column('process');
  let largest = 0;
  for (let i = 0; i < matches.length; i++)
    largest = Math.max(largest, processIds[matches[i] as number] as number);
  const processes = Math.min(largest + 1, MAX_PROCESSES);
  countIds(part, matches, 'process', processes, (id, ...counts) =>
    tally.addProcess(rows.processOf(id), ...counts),
  );
  if (withUsers)
    countIds(part, matches, 'user', users.length, (id, ...counts) =>
      tally.addLabel('user', users.at(id), ...counts),
    );
  if (withTags)
    countIds(part, matches, 'tags', tagLists.length, (id, ...counts) => {
      for (const tag of parseTags(tagLists.at(id))) tally.addLabel('tag', tag, ...counts);
    });
  return matches.length;
}

/** Counts the matches with each id of a column, and the error stages among them. */
function countIds(
  { rows, dimensions }: Part,
  matches: Int32Array,
  column: NumberColumn,
  ids: number,
  add: (id: number, entries: number, stages: number) => void,
): void {
  const { stages } = dimensions;
  const [idOf, dimensionIds] = [rows.column(column), rows.column('dimension')];
  const [all, ofStages] = [new Int32Array(ids), new Int32Array(ids)];
  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] as number;
    const id = idOf[row] as number;
    (all[id] as number)++;
    if (stages[dimensionIds[row] as number] === 1) (ofStages[id] as number)++;
  }
  for (let id = 0; id < ids; id++) if (all[id] !== 0) add(id, all[id] as number, ofStages[id] as number);
}
