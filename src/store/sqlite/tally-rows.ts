import { dimensionFigures, largestOf } from './dimension-figures.ts';
import type { Bins, Cell, Counts, ProcessCount } from './segment-reader.ts';
import type { SegmentRows } from './segment-rows.ts';

/** The columns to load. */
export const COLUMNS_TO_TALLY = ['time', 'dimension', 'process'] as const;

/** Counts rows, which are in the order of time, by bin and dimensions, and by process. */
export function tallyRows(rows: SegmentRows, matches: Int32Array, { from, step }: Bins): Counts {
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
  return { cells, processes: found };
}
