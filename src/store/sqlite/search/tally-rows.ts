import type { Tally } from '../../survey.ts';
import { parseTags } from '../columns/rows.ts';
import type { NumberColumn, SegmentRows, Texts } from '../columns/segment-rows.ts';
import { binRuns } from './bin-runs.ts';
import type { Part } from './segment-reader.ts';

/** Far more than a segment has, so that a forged one can't fill the memory. Others are not counted. */
const MAX_PROCESSES = 65_536;
/** One more than the first digit of any status. */
const MAX_STATUS_CLASS = 10;

/** The columns to load for users and tags, if there are any. */
function labelColumns({ users, tagLists }: SegmentRows): NumberColumn[] {
  return [
    ...(hasLabels(users) ? (['user'] as const) : []),
    ...(hasLabels(tagLists) ? (['tags'] as const) : []),
  ];
}

/** Most books have no users or no tags: only the empty text. */
function hasLabels(texts: Texts): boolean {
  return texts.length > 1 || (texts.length === 1 && texts.at(0) !== '');
}

/** Adds the matches of a part to a tally; their users and tags only if asked to. Returns how many there are. */
export function tallyPart(part: Part, tally: Tally, withLabels: boolean): number {
  const { rows } = part;
  const { statusClasses, stages } = part.figures;
  const matches = part.matches(['dimension', 'process', ...(withLabels ? labelColumns(rows) : [])]);
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
  addProcesses(rows, matches, stages, tally);
  if (withLabels) addLabels(rows, matches, stages, tally);
  return matches.length;
}

function addProcesses(rows: SegmentRows, matches: Int32Array, stages: Uint8Array, tally: Tally): void {
  const [dimensionIds, processIds] = [rows.column('dimension'), rows.column('process')];
  let largest = 0;
  for (let i = 0; i < matches.length; i++)
    largest = Math.max(largest, processIds[matches[i] as number] as number);
  const size = Math.min(largest + 1, MAX_PROCESSES);
  const [all, ofStages] = [new Int32Array(size), new Int32Array(size)];
  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] as number;
    const process = processIds[row] as number;
    (all[process] as number)++;
    if (stages[dimensionIds[row] as number] === 1) (ofStages[process] as number)++;
  }
  for (const [id, entries] of all.entries())
    if (entries > 0) tally.addProcess(rows.processOf(id), entries, ofStages[id] ?? 0);
}

function addLabels(rows: SegmentRows, matches: Int32Array, stages: Uint8Array, tally: Tally): void {
  const dimensionIds = rows.column('dimension');

  function count(
    column: 'user' | 'tags',
    texts: Texts,
    add: (text: string, entries: number, stages: number) => void,
  ): void {
    if (!hasLabels(texts)) return;
    const ids = rows.column(column);
    const [all, ofStages] = [new Int32Array(texts.length), new Int32Array(texts.length)];
    const found: number[] = [];
    for (let i = 0; i < matches.length; i++) {
      const row = matches[i] as number;
      const id = ids[row] as number;
      if (all[id] === 0) found.push(id);
      (all[id] as number)++;
      if (stages[dimensionIds[row] as number] === 1) (ofStages[id] as number)++;
    }
    for (const id of found) add(texts.at(id), all[id] ?? 0, ofStages[id] ?? 0);
  }

  count('user', rows.users, (user, ...counts) => tally.addLabel('user', user, ...counts));
  count('tags', rows.tagLists, (list, ...counts) => {
    for (const tag of parseTags(list)) tally.addLabel('tag', tag, ...counts);
  });
}
