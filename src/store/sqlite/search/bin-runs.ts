import { type SegmentRows, timeOf } from '../columns/segment-rows.ts';

/** The start and the width of the bins that entries are counted in, in µs. */
interface Bins {
  readonly from: number;
  readonly step: number;
}

/** Rows of one bin, as positions among the matches; `to` is not included. */
export interface BinRun {
  readonly bin: number;
  readonly from: number;
  readonly to: number;
}

/** Divides rows, which are in the order of time, by bin. Reads only the times around the ends of bins. */
export function binRuns(rows: SegmentRows, matches: Int32Array, { from, step }: Bins): BinRun[] {
  const binAt = (i: number) => Math.floor((timeOf(rows, matches[i] ?? 0) - from) / step);
  const runs: BinRun[] = [];
  const last = matches.length - 1;
  for (let start = 0; start <= last; ) {
    const bin = binAt(start);
    let low = start + 1;
    let high = last + 1;
    if (binAt(last) === bin) low = high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (binAt(middle) === bin) low = middle + 1;
      else high = middle;
    }
    runs.push({ bin, from: start, to: low });
    start = low;
  }
  return runs;
}
