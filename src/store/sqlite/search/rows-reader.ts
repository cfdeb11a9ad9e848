import { createLru } from '../../../lru.ts';
import type { Detail } from '../../../profile/profile.ts';
import type { Tokens } from '../../../profile/token.ts';
import {
  entryAt,
  NONE,
  type NumberColumn,
  positionsBefore,
  rowOf,
  type SegmentRows,
  timeAt,
} from '../columns/segment-rows.ts';
import { decodeDetails } from '../live/block-codec.ts';
import type { Tuning } from '../tuning.ts';
import type { DimensionTable, SegmentDimensions } from './dimensions.ts';
import type { ParsedTerms, RowTerm } from './parse-terms.ts';
import type { DecodedBlock, Part, SegmentReader, Window } from './segment-reader.ts';
import { idTest, type Prepared, prepareTest, type RowTest } from './term-tests.ts';

/** Terms whose tests are kept: a page, its count and its chart ask the same. */
const KEPT_TESTS = 8;
const NO_ROWS = new Int32Array(0);

export interface RowsReaderOptions {
  readonly table: DimensionTable;
  readonly seqOf: Tokens['seqOf'];
  readonly tuning: Tuning;
  /** The times of the first and the last entry. */
  readonly earliest: number;
  readonly latest: number;
  /** The dimensions of the segment as of now. */
  dimensions(): SegmentDimensions;
  /** The details of a block. */
  detailLines(id: number): readonly string[];
}

/** Searches the rows of a segment. */
export function createRowsReader(
  rows: SegmentRows,
  { table, seqOf, tuning, earliest, latest, dimensions, detailLines }: RowsReaderOptions,
): SegmentReader {
  const tests = createLru<Prepared>(KEPT_TESTS);

  function* testOf(term: RowTerm): Generator<void, Prepared> {
    const key = JSON.stringify(term);
    const test = tests.get(key) ?? (yield* prepareTest(rows, term, seqOf));
    tests.set(key, test);
    return test;
  }

  /** The test of the dimensions that terms leave. */
  function dimensionTest({ dimensionTerms }: ParsedTerms, { ids }: SegmentDimensions): Prepared {
    if (dimensionTerms.length === 0) return 'all';
    const set = table.matching(dimensionTerms);
    const inside = new Uint8Array(ids.length);
    for (let i = 0; i < inside.length; i++) {
      const id = ids[i] as number;
      inside[i] = id === -1 ? 2 : set.has(id) ? 1 : 0;
    }
    if (!inside.includes(1)) return 'none';
    if (!inside.includes(0)) return 'all';
    return idTest(rows, 'dimension', inside, 1);
  }

  function* parts(parsed: ParsedTerms, window: Window): Generator<Part> {
    // First the segment's dimensions: the table may be emptied to make room for them.
    const known = dimensions();
    const byDimension = dimensionTest(parsed, known);
    if (byDimension === 'none') return;
    const older = window.toward === 'older';
    const isAll = window.after === null && window.from <= earliest && window.to >= latest;
    let { first, end } = isAll ? { first: 0, end: rows.count } : rangeOf(rows, window);
    if (first >= end) return;
    const rowTests: RowTest[] = byDimension === 'all' ? [] : [byDimension];
    for (const term of parsed.rowTerms) {
      const preparing = testOf(term);
      let step = preparing.next();
      for (; !step.done; step = preparing.next()) {
        const next = timeAt(rows, older ? end - 1 : first);
        yield { entries: 0, rows, figures: known.figures, matches: () => NO_ROWS, next };
      }
      if (step.value === 'none') return;
      if (step.value !== 'all') rowTests.push(step.value);
    }
    const { longestScan } = tuning;
    for (
      let length = window.isWhole ? longestScan : Math.min(tuning.firstScan, longestScan);
      first < end;
      length = Math.min(longestScan, length * 4)
    ) {
      let [from, to] = older ? [Math.max(first, end - length), end] : [first, Math.min(end, first + length)];
      // A part ends between two times, so that a cursor can continue from there.
      if (older) while (from > first && timeAt(rows, from - 1) === timeAt(rows, from)) from--;
      else while (to < end && timeAt(rows, to) === timeAt(rows, to - 1)) to++;
      const after = older ? from - 1 : to;
      yield {
        entries: to - from,
        rows,
        figures: known.figures,
        matches: (columns) => matchingRows(rows, { from, to, older, tests: rowTests }, columns),
        next: after < first || after >= end ? null : timeAt(rows, after),
      };
      if (older) end = from;
      else first = to;
    }
  }

  function detailOf(row: number, last: DecodedBlock): Detail | null {
    rows.load(['block', 'line'], row, row + 1);
    const line = rows.column('line')[row] ?? NONE;
    if (line === NONE) return null;
    const id = rows.column('block')[row] ?? 0;
    if (last.id !== id) {
      last.lines = detailLines(id);
      last.id = id;
    }
    const text = last.lines[line];
    return text ? (JSON.parse(text) as Detail) : null;
  }

  return {
    entries: rows.count,
    earliest,
    latest,
    parts,
    entriesBefore: (time) => positionsBefore(rows, time, Number.POSITIVE_INFINITY),
    timeOfEntry: (place) => timeAt(rows, place),
    get(seq, last = { id: -1, lines: [] }) {
      const row = rowOf(rows, seq);
      const entry = row === null ? null : entryAt(rows, row);
      return entry && row !== null ? { entry, detail: detailOf(row, last) } : null;
    },
  };
}

interface Scan {
  /** Positions in the order of the rows; `to` is not included. */
  readonly from: number;
  readonly to: number;
  readonly older: boolean;
  readonly tests: readonly RowTest[];
}

function matchingRows(
  rows: SegmentRows,
  { from, to, older, tests }: Scan,
  columns: readonly NumberColumn[],
): Int32Array {
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

/** @param data a block of details */
export function linesOf(id: number, data: unknown): readonly string[] {
  if (!data) throw new Error(`its block ${id} of details is missing`);
  return decodeDetails(data as Uint8Array);
}

/** The positions that a window covers. */
function rangeOf(rows: SegmentRows, { toward, from, to, after }: Window): { first: number; end: number } {
  let first = positionsBefore(rows, from, Number.POSITIVE_INFINITY);
  let end = positionsBefore(rows, to, -1);
  if (after && toward === 'older') end = Math.min(end, positionsBefore(rows, after.time, after.seq));
  // The entry at the cursor itself is not read again.
  if (after && toward === 'newer') first = Math.max(first, positionsBefore(rows, after.time, after.seq - 1));
  return { first, end };
}
