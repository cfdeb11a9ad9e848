import { createLru } from '../../../lru.ts';
import type { Detail, Profile } from '../../../profile/profile.ts';
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
import { idTest, type Prepared, prepareTest, type RowTest } from './term-tests.ts';

/** Terms whose tests are kept: a page, its count and its chart ask the same. */
const KEPT_TESTS = 8;
const NO_ROWS = new Int32Array(0);

/** The part of the listing that a search covers, and its direction. */
export interface Window {
  readonly toward: 'older' | 'newer';
  /** Times of arrival, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Set if the search reads all of it, and does not stop when a page is full. */
  readonly isWhole: boolean;
  /** The position to continue from, if the search has a cursor. */
  readonly after: { readonly time: number; readonly seq: number } | null;
}

/** A part of a search in one segment, short enough to check the deadline after it. */
export interface Part {
  /** The number of entries to go through. 0 if the part is only there to check the deadline. */
  readonly entries: number;
  readonly rows: SegmentRows;
  readonly dimensions: SegmentDimensions;
  /** The rows that match, in reading order. Loads these columns too. */
  matches(columns: readonly NumberColumn[]): Int32Array;
  /** The time of the first entry after this part, in reading order. `null` if there is none. */
  readonly next: number | null;
}

/** Reads one segment. */
export interface SegmentReader {
  readonly entries: number;
  readonly earliest: number;
  readonly latest: number;
  /** The parts of a search, in reading order. Parts without a match may be left out. */
  parts(parsed: ParsedTerms, window: Window): Generator<Part>;
  /** The number of entries that arrived before this time. */
  entriesBefore(time: number): number;
  /** The time of the entry that has this many before it. */
  timeOfEntry(place: number): number;
  get(seq: number): Profile | null;
}

/** What the readers of all segments of a book share. */
export interface SharedByReaders {
  readonly table: DimensionTable;
  readonly seqOf: Tokens['seqOf'];
  readonly tuning: Tuning;
  /** The block of details that was decoded last: hundreds of details, which are mostly read one after the other. */
  readonly lastBlock: { owner: object | null; id: number; lines: readonly string[] };
}

interface SegmentReaderOptions extends SharedByReaders {
  /** The times of the first and the last entry. */
  readonly earliest: number;
  readonly latest: number;
  /** The dimensions of the segment as of now. */
  dimensions(): SegmentDimensions;
  /** The details of a block. */
  detailLines(id: number): readonly string[];
}

export function createSegmentReader(
  rows: SegmentRows,
  { table, seqOf, tuning, lastBlock, earliest, latest, dimensions, detailLines }: SegmentReaderOptions,
): SegmentReader {
  const tests = createLru<Prepared>(KEPT_TESTS);
  // A file name would not do: on a full disk, a new live segment gets the name of the one it replaces.
  const owner = {};

  function* testOf(term: RowTerm): Generator<void, Prepared> {
    const key = JSON.stringify(term);
    const test = tests.get(key) ?? (yield* prepareTest(rows, term, seqOf));
    tests.set(key, test);
    return test;
  }

  function dimensionTest({ dimensionTerms }: ParsedTerms, { ids }: SegmentDimensions): Prepared {
    if (dimensionTerms.length === 0) return 'all';
    const isMatch = table.matching(dimensionTerms);
    const inside = new Uint8Array(ids.length);
    for (let i = 0; i < inside.length; i++) {
      const id = ids[i] as number;
      // 2 for an id that the segment does not have.
      inside[i] = id === -1 ? 2 : Number(isMatch(id));
    }
    if (!inside.includes(1)) return 'none';
    return inside.includes(0) ? idTest(rows, 'dimension', inside, 1) : 'all';
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
      for (; !step.done; step = preparing.next())
        yield {
          entries: 0,
          rows,
          dimensions: known,
          matches: () => NO_ROWS,
          next: timeAt(rows, older ? end - 1 : first),
        };
      if (step.value === 'none') return;
      if (step.value !== 'all') rowTests.push(step.value);
    }
    const { firstScan, longestScan } = tuning;
    for (
      let length = window.isWhole ? longestScan : Math.min(firstScan, longestScan);
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
        dimensions: known,
        matches: (columns) => matchingRows(rows, { from, to, older, tests: rowTests }, columns),
        next: after < first || after >= end ? null : timeAt(rows, after),
      };
      if (older) end = from;
      else first = to;
    }
  }

  function detailOf(row: number): Detail | null {
    rows.load(['block', 'line'], row, row + 1);
    const line = rows.column('line')[row] ?? NONE;
    if (line === NONE) return null;
    const id = rows.column('block')[row] ?? 0;
    if (lastBlock.owner !== owner || lastBlock.id !== id)
      Object.assign(lastBlock, { owner, id, lines: detailLines(id) });
    const text = lastBlock.lines[line];
    return text ? (JSON.parse(text) as Detail) : null;
  }

  return {
    entries: rows.count,
    earliest,
    latest,
    parts,
    entriesBefore: (time) => positionsBefore(rows, time, Number.POSITIVE_INFINITY),
    timeOfEntry: (place) => timeAt(rows, place),
    get(seq) {
      const row = rowOf(rows, seq);
      const entry = row === null ? null : entryAt(rows, row);
      return entry && row !== null ? { entry, detail: detailOf(row) } : null;
    },
  };
}

/** @param data a block of details */
export function linesOf(id: number, data: unknown): readonly string[] {
  if (!data) throw new Error(`its block ${id} of details is missing`);
  return decodeDetails(data as Uint8Array);
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
  // Only closed segments load columns, and in them positions are rows.
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

function rangeOf(rows: SegmentRows, { toward, from, to, after }: Window): { first: number; end: number } {
  let first = positionsBefore(rows, from, Number.POSITIVE_INFINITY);
  let end = positionsBefore(rows, to, -1);
  if (after && toward === 'older') end = Math.min(end, positionsBefore(rows, after.time, after.seq));
  // The entry at the cursor itself is not read again.
  if (after && toward === 'newer') first = Math.max(first, positionsBefore(rows, after.time, after.seq - 1));
  return { first, end };
}
