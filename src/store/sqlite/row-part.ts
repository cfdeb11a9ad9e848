import type { Entry } from '../../profile/entry.ts';
import { slowestOf } from '../slowest.ts';
import type { SegmentDimensions } from './dimensions.ts';
import { groupRows, NUMBERS_TO_GROUP } from './group-rows.ts';
import type { Part } from './segment-reader.ts';
import { entryAt, type NumberColumn, type SegmentRows } from './segment-rows.ts';
import { labelColumns, tallyRows } from './tally-rows.ts';
import type { RowTest } from './term-tests.ts';

interface Scan {
  /** Positions in the order of the rows; `to` is not included. */
  readonly from: number;
  readonly to: number;
  readonly older: boolean;
  readonly tests: readonly RowTest[];
  readonly dimensions: SegmentDimensions;
  readonly next: number | null;
}

/** A part without a match, for the deadline to be checked. Reading goes on at this time. */
export function emptyPart(next: number): Part {
  return {
    next,
    entries: 0,
    read: () => [],
    count: () => 0,
    slowest: () => [],
    tally: () => 0,
    group() {},
  };
}

/** A part of a search that goes through rows. */
export function partOf(rows: SegmentRows, { from, to, older, tests, dimensions, next }: Scan): Part {
  /** The rows that match, in reading order. Loads these columns too. */
  function matches(columns: readonly NumberColumn[]): Int32Array {
    // The rows of a segment that is read column by column are in order.
    rows.load([...tests.map(({ column }) => column), ...columns], from, to);
    const { order } = rows;
    const found = new Int32Array(to - from);
    for (let i = 0; i < found.length; i++) {
      const position = older ? to - 1 - i : from + i;
      found[i] = order ? (order[position] as number) : position;
    }
    let count = found.length;
    for (const test of tests) count = test.filter(found, count);
    return found.subarray(0, count);
  }

  return {
    next,
    entries: to - from,
    read(limit) {
      const entries: Entry[] = [];
      for (const row of matches([])) {
        const entry = entryAt(rows, row);
        if (entry) entries.push(entry);
        if (entries.length === limit) break;
      }
      return entries;
    },
    count: (cap) => Math.min(cap, tests.length === 0 ? to - from : matches([]).length),
    slowest(limit, shortest) {
      const found = matches(['duration']);
      const durations = rows.column('duration');
      const slow = found.filter((row) => (durations[row] ?? 0) >= shortest);
      // Those that are as slow as the last one are compared by their place in the listing.
      const sorted = Float64Array.from(slow, (row) => durations[row] ?? 0).sort();
      const least = sorted.at(-limit) ?? 0;
      const entries = [...slow.filter((row) => (durations[row] ?? 0) >= least)];
      return slowestOf(
        entries.flatMap((row) => entryAt(rows, row) ?? []),
        limit,
      );
    },
    tally(tally, withLabels) {
      const found = matches(['dimension', 'process', ...(withLabels ? labelColumns(rows) : [])]);
      tallyRows(rows, found, dimensions.figures, tally, withLabels);
      return found.length;
    },
    group: (by, tally) => groupRows(rows, matches(NUMBERS_TO_GROUP[by]), dimensions.figures, by, tally),
  };
}
