import type { Bins, Cell, Counts } from './segment-reader.ts';
import type { SegmentRows } from './segment-rows.ts';

/** The columns to load. */
export const COLUMNS_TO_TALLY = ['time', 'dimension', 'process'] as const;

/** Counts rows, which are in the order of time, by bin and dimensions, and by process. */
export function tallyRows(rows: SegmentRows, matches: Int32Array, { from, step }: Bins): Counts {
  const [times, dimensionIds] = [rows.column('time'), rows.column('dimension')];
  const processIds = rows.column('process');
  const cells: Cell[] = [];
  /** The counts of the present bin by id of dimensions, and the ids that have one. */
  const counts: number[] = [];
  const counted: number[] = [];
  let bin = Number.NaN;
  let start = 0;
  let end = 0;
  const isStage: (boolean | undefined)[] = [];
  const entries: number[] = [];
  const stages: number[] = [];

  function flush(): void {
    for (const id of counted) {
      const dimensions = rows.dimensionsOf(id);
      if (dimensions) cells.push({ bin, dimensions, entries: counts[id] ?? 0 });
      counts[id] = 0;
    }
    counted.length = 0;
  }

  for (let i = 0; i < matches.length; i++) {
    const row = matches[i] ?? 0;
    const time = times[row] ?? 0;
    if (!(time >= start && time < end)) {
      flush();
      bin = Math.floor((time - from) / step);
      start = from + bin * step;
      end = start + step;
    }
    const id = dimensionIds[row] ?? 0;
    const count = counts[id] ?? 0;
    if (count === 0) {
      counted.push(id);
      isStage[id] ??= rows.dimensionsOf(id)?.kind === 'error';
    }
    counts[id] = count + 1;
    const process = processIds[row] ?? 0;
    entries[process] = (entries[process] ?? 0) + 1;
    if (isStage[id] === true) stages[process] = (stages[process] ?? 0) + 1;
  }
  flush();
  return {
    cells,
    processes: Object.entries(entries).map(([id, count]) => ({
      process: rows.processOf(Number(id)),
      entries: count,
      stages: stages[Number(id)] ?? 0,
    })),
  };
}
