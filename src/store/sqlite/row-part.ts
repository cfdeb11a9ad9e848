import type { Entry } from '../../profile/entry.ts';
import { slowestOf } from '../slowest.ts';
import { groupRows, NUMBERS_TO_GROUP } from './group-rows.ts';
import type { Part } from './segment-reader.ts';
import { entryAt, type NumberColumn, type SegmentRows } from './segment-rows.ts';
import { COLUMNS_TO_TALLY, tallyRows } from './tally-rows.ts';
import type { RowTest } from './term-tests.ts';

interface Scan {
  /** Positions in the order of the rows; `to` is not included. */
  readonly from: number;
  readonly to: number;
  readonly older: boolean;
  readonly tests: readonly RowTest[];
  readonly next: number | null;
}

/** A part without a match, for the deadline to be checked. Reading goes on at this time. */
export function emptyPart(next: number): Part {
  return {
    next,
    read: () => [],
    count: () => 0,
    slowest: () => [],
    tally: () => ({ cells: [], processes: [] }),
    group() {},
  };
}

/** A part of a search that goes through rows. */
export function partOf(rows: SegmentRows, { from, to, older, tests, next }: Scan): Part {
  const isMatch = all(tests);

  /** Calls back with each row that matches, in reading order, until it returns `false`. */
  function each(columns: readonly NumberColumn[], use: (row: number) => boolean): void {
    // The rows of a segment that is read column by column are in order.
    rows.load([...tests.map(({ column }) => column), ...columns], from, to);
    const { order } = rows;
    const step = older ? -1 : 1;
    const end = older ? from - 1 : to;
    for (let position = older ? to - 1 : from; position !== end; position += step) {
      const row = order ? (order[position] ?? 0) : position;
      if (isMatch(row) && !use(row)) return;
    }
  }

  /** The rows that match, in reading order. */
  function matches(columns: readonly NumberColumn[]): Int32Array {
    const found = new Int32Array(to - from);
    let count = 0;
    each(columns, (row) => {
      found[count++] = row;
      return true;
    });
    return found.subarray(0, count);
  }

  return {
    next,
    read(limit) {
      const entries: Entry[] = [];
      each([], (row) => {
        const entry = entryAt(rows, row);
        if (entry) entries.push(entry);
        return entries.length < limit;
      });
      return entries;
    },
    count(cap) {
      if (tests.length === 0) return Math.min(cap, to - from);
      let count = 0;
      each([], () => ++count < cap);
      return count;
    },
    slowest(limit, shortest) {
      const slow: { row: number; duration: number }[] = [];
      const durations = rows.column('duration');
      each(['duration'], (row) => {
        const duration = durations[row] ?? 0;
        if (duration >= shortest) slow.push({ row, duration });
        return true;
      });
      // Those that are as slow as the last one are compared by their place in the listing.
      slow.sort((a, b) => b.duration - a.duration);
      const least = slow[limit - 1]?.duration ?? 0;
      const entries = slow
        .filter(({ duration }) => duration >= least)
        .flatMap(({ row }) => entryAt(rows, row) ?? []);
      return slowestOf(entries, limit);
    },
    tally: (bins) => tallyRows(rows, matches(COLUMNS_TO_TALLY), bins),
    group: (by, tally) => groupRows(rows, matches(NUMBERS_TO_GROUP[by]), by, tally),
  };
}

/** All tests in one. */
function all(tests: readonly RowTest[]): (row: number) => boolean {
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first.isMatch;
  if (tests.length === 2) return (row) => first.isMatch(row) && second.isMatch(row);
  return (row) => tests.every(({ isMatch }) => isMatch(row));
}
