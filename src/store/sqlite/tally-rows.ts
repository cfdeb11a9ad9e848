import { dimensionFigures, largestOf } from './dimension-figures.ts';
import { parseTags } from './rows.ts';
import type { Bins, Cell, Counts, LabelCount, ProcessCount } from './segment-reader.ts';
import type { NumberColumn, SegmentRows, Texts } from './segment-rows.ts';

export const NO_COUNTS: Counts = { cells: [], processes: [], labels: [] };

type Counted = Pick<LabelCount, 'entries' | 'stages'>;

/** The columns to load for users and tags, if there are any. */
export function labelColumns({ users, tagLists }: SegmentRows): NumberColumn[] {
  return [
    ...(hasLabels(users) ? (['user'] as const) : []),
    ...(hasLabels(tagLists) ? (['tags'] as const) : []),
  ];
}

/** Most books have no users or no tags: only the empty text. */
function hasLabels(texts: Texts): boolean {
  return texts.length > 1 || (texts.length === 1 && texts.at(0) !== '');
}

/** Counts rows, which are in the order of time, by bin and dimensions, by process, and by user and tag. */
export function tallyRows(
  rows: SegmentRows,
  matches: Int32Array,
  { from, step }: Bins,
  withLabels: boolean,
): Counts {
  const [times, dimensionIds] = [rows.column('time'), rows.column('dimension')];
  const processIds = rows.column('process');
  const { stages } = dimensionFigures(rows, matches);
  const cells: Cell[] = [];
  /** The counts of the present bin by id of dimensions, and the ids that have one. */
  const counts = new Int32Array(stages.length);
  const counted: number[] = [];
  let bin = Number.NaN;
  let start = 0;
  let end = 0;
  const processes = new Int32Array(largestOf(processIds, matches) + 1);
  const stagesOfProcesses = new Int32Array(processes.length);

  function flush(): void {
    for (const id of counted) {
      const dimensions = rows.dimensionsOf(id);
      if (dimensions) cells.push({ bin, dimensions, entries: counts[id] ?? 0 });
      counts[id] = 0;
    }
    counted.length = 0;
  }

  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] as number;
    const time = times[row] as number;
    if (!(time >= start && time < end)) {
      flush();
      bin = Math.floor((time - from) / step);
      start = from + bin * step;
      end = start + step;
    }
    const id = dimensionIds[row] as number;
    if (counts[id] === 0) counted.push(id);
    (counts[id] as number)++;
    const process = processIds[row] as number;
    (processes[process] as number)++;
    if (stages[id] === 1) (stagesOfProcesses[process] as number)++;
  }
  flush();
  const found: ProcessCount[] = [];
  for (let id = 0; id < processes.length; id++) {
    const entries = processes[id] ?? 0;
    if (entries > 0) found.push({ process: rows.processOf(id), entries, stages: stagesOfProcesses[id] ?? 0 });
  }
  return { cells, processes: found, labels: withLabels ? labelsOf(rows, matches, stages) : null };
}

function labelsOf(rows: SegmentRows, matches: Int32Array, stages: Uint8Array): LabelCount[] {
  const labels: LabelCount[] = [];
  const dimensionIds = rows.column('dimension');

  function count(column: 'user' | 'tags', texts: Texts, add: (text: string, counts: Counted) => void): void {
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
    for (const id of found) add(texts.at(id), { entries: all[id] ?? 0, stages: ofStages[id] ?? 0 });
  }

  count('user', rows.users, (value, counts) => labels.push({ facet: 'user', value, ...counts }));
  count('tags', rows.tagLists, (list, counts) => {
    for (const value of parseTags(list)) labels.push({ facet: 'tag', value, ...counts });
  });
  return labels;
}
