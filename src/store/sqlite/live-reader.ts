import type { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../profile/entry.ts';
import type { Detail } from '../../profile/profile.ts';
import type { Tokens } from '../../profile/token.ts';
import { slowestOf } from '../slowest.ts';
import { decodeDetails } from './block-codec.ts';
import type { DimensionTable, SegmentDimensions } from './dimensions.ts';
import { liveRowGrouper } from './group-rows.ts';
import { createLiveTable } from './live-table.ts';
import type { ParsedTerms } from './parse-terms.ts';
import { createRowTests, type RowTest } from './row-tests.ts';
import { NO_PROCESS } from './rows.ts';
import type {
  Bins,
  Cell,
  DecodedBlock,
  Part,
  ProcessCount,
  SegmentReader,
  Window,
} from './segment-reader.ts';
import type { SegmentTable } from './segment-table.ts';
import type { Tuning } from './tuning.ts';

/** Without its URL: the columns, shared texts, and the rows that matched the latest searches. */
const BYTES_PER_ROW = 140;

export interface LiveReader {
  /** The segment as it is now. */
  refresh(): SegmentReader;
  /** About how much memory it takes. */
  bytes(): number;
}

/** Reads a segment that is not sealed: all of it is in memory, and a search goes through its rows. */
export function createLiveReader(
  db: DatabaseSync,
  table: DimensionTable,
  seqOf: Tokens['seqOf'],
  tuning: Tuning,
): LiveReader {
  const live = createLiveTable(db);
  const block = db.prepare('SELECT details FROM blocks WHERE id = ?');
  const tests = createRowTests(seqOf);
  let bytes = 0;
  let known: Known | null = null;

  /** The dimensions and processes with their counts, as of now. Only the rows that were added since are counted. */
  function countsOf(rows: SegmentTable): Known {
    const { size } = rows.dimensions;
    if (known?.rows !== rows || known.values !== size || known.dimensions.generation !== table.generation) {
      const listed = [...rows.dimensions].map(([id, value]) => [id, value, 0] as const);
      const dimensions = table.add(listed, listed.length);
      known = { rows, count: 0, values: size, dimensions, processes: createProcessTally(rows) };
    }
    const { counts } = known.dimensions;
    for (; known.count < rows.count; known.count++) {
      const id = rows.dimension[known.count] ?? 0;
      counts[id] = (counts[id] ?? 0) + 1;
      known.processes.add(known.count);
    }
    return known;
  }

  function detailOf(rows: SegmentTable, row: number, last: DecodedBlock): Detail | null {
    const at = rows.line[row] ?? -1;
    if (at < 0) return null;
    const id = rows.block[row] ?? 0;
    if (last.id !== id) {
      const data = block.get(id)?.details as Uint8Array | null;
      last.lines = data ? decodeDetails(data) : [];
      last.id = id;
    }
    const line = last.lines[at];
    return line ? (JSON.parse(line) as Detail) : null;
  }

  function* parts(rows: SegmentTable, parsed: ParsedTerms, window: Window): Generator<Part> {
    const { dimensions } = countsOf(rows);
    const set = parsed.dimensionTerms.length > 0 ? table.matching(parsed.dimensionTerms) : null;
    if (set && !set.isIn(dimensions)) return;
    const rowTests = parsed.rowTerms.map((term) => tests.of(rows, term));
    if (set) {
      const inside = Uint8Array.from(dimensions.ids, (id) => (id !== -1 && set.has(id) ? 1 : 0));
      rowTests.unshift((row) => inside[rows.dimension[row] ?? 0] === 1);
    }
    const isMatch = all(rowTests);
    const older = window.toward === 'older';
    let { first, end } = rangeOf(rows, window);
    const longest = longestScan(rows, parsed);
    for (
      let length = Math.min(tuning.firstScan, longest);
      first < end;
      length = Math.min(longest, length * 4)
    ) {
      let [from, to] = older ? [Math.max(first, end - length), end] : [first, Math.min(end, first + length)];
      // A part ends between two times, so that a cursor can continue from there.
      if (older) while (from > first && timeAt(rows, from - 1) === timeAt(rows, from)) from--;
      else while (to < end && timeAt(rows, to) === timeAt(rows, to - 1)) to++;
      const next = older
        ? from > first
          ? timeAt(rows, from - 1)
          : null
        : to < end
          ? timeAt(rows, to)
          : null;
      yield partOf(rows, { from, to }, older, isMatch, next);
      if (older) end = from;
      else first = to;
    }
  }

  /** Rows to go through between two checks of the deadline: fewer if their URLs are long and many are compared. */
  function longestScan(rows: SegmentTable, { rowTerms }: ParsedTerms): number {
    const comparisons = rowTerms.reduce((sum, { field, any }) => sum + (field === 'url' ? any.length : 0), 0);
    const text = ((rows.urlText * comparisons) / Math.max(1, rows.count)) | 0;
    return Math.max(1, Math.min(tuning.longestScan, Math.floor(tuning.longestTextScan / Math.max(1, text))));
  }

  return {
    bytes: () => bytes,
    refresh() {
      const rows = live.refresh();
      bytes = rows.count * BYTES_PER_ROW + rows.urlText;
      return {
        entries: rows.count,
        earliest: rows.count === 0 ? 0 : timeAt(rows, 0),
        latest: rows.count === 0 ? 0 : timeAt(rows, rows.count - 1),
        parts: (parsed, window) => parts(rows, parsed, window),
        groupParts: (parsed, window) => parts(rows, parsed, window),
        // In memory, its parts are read as fast.
        tallyWhole: () => null,
        get(seq, last = { id: -1, lines: [] }) {
          const row = rows.rowOf(seq);
          if (row === null) return null;
          return { entry: rows.entryAt(row), detail: detailOf(rows, row, last) };
        },
      };
    },
  };
}

/** The counts of a segment, as of the time when it had this many rows. */
interface Known {
  readonly rows: SegmentTable;
  count: number;
  /** The number of dimensions. */
  readonly values: number;
  readonly dimensions: SegmentDimensions;
  readonly processes: ReturnType<typeof createProcessTally>;
}

/** Counts rows by their process. */
function createProcessTally(rows: SegmentTable) {
  const tallies = new Map<number, { entries: number; stages: number }>();
  return {
    add(row: number): void {
      const id = rows.process[row] ?? 0;
      const tally = tallies.get(id) ?? { entries: 0, stages: 0 };
      tallies.set(id, tally);
      tally.entries++;
      if (rows.dimensionsAt(row).kind === 'error') tally.stages++;
    },
    counts: (): ProcessCount[] =>
      [...tallies].map(([id, tally]) => ({ process: rows.processes.get(id) ?? NO_PROCESS, ...tally })),
  };
}

/** All tests in one. */
function all(tests: readonly RowTest[]): RowTest {
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  return tests.length === 2 ? (row) => first(row) && second(row) : (row) => tests.every((test) => test(row));
}

function partOf(
  rows: SegmentTable,
  { from, to }: { from: number; to: number },
  older: boolean,
  isMatch: RowTest,
  next: number | null,
): Part {
  /** Calls back with each match, until it returns `false`. */
  function each(callback: (row: number) => boolean): void {
    const { order } = rows;
    for (let i = older ? to - 1 : from; older ? i >= from : i < to; i += older ? -1 : 1) {
      const row = order[i] ?? 0;
      if (isMatch(row) && !callback(row)) return;
    }
  }
  return {
    next,
    read(limit) {
      const entries: Entry[] = [];
      each((row) => entries.push(rows.entryAt(row)) < limit);
      return entries;
    },
    count(cap) {
      let count = 0;
      each(() => ++count < cap);
      return count;
    },
    slowest(limit, shortest) {
      const entries: Entry[] = [];
      each((row) => {
        if ((rows.duration[row] ?? 0) >= shortest) entries.push(rows.entryAt(row));
        return true;
      });
      return slowestOf(entries, limit);
    },
    tally({ from: start, step }: Bins) {
      const cells = new Map<number, Cell & { entries: number }>();
      const processes = createProcessTally(rows);
      each((row) => {
        processes.add(row);
        const bin = Math.floor(((rows.time[row] ?? 0) - start) / step);
        const key = bin * 2 ** 20 + (rows.dimension[row] ?? 0);
        const cell = cells.get(key);
        if (cell) cell.entries++;
        else cells.set(key, { bin, dimensions: rows.dimensionsAt(row), entries: 1 });
        return true;
      });
      return { cells: [...cells.values()], processes: processes.counts() };
    },
    group(by, tally) {
      const group = liveRowGrouper(rows, by, tally);
      each((row) => {
        group(row);
        return true;
      });
    },
  };
}

function timeAt(rows: SegmentTable, position: number): number {
  return rows.time[rows.order[position] ?? 0] ?? 0;
}

/** The positions in `order` that a window covers. */
function rangeOf(rows: SegmentTable, { toward, from, to, after }: Window): { first: number; end: number } {
  let first = rows.rowsBefore(from, Number.POSITIVE_INFINITY);
  let end = rows.rowsBefore(to, -1);
  if (after && toward === 'older') end = Math.min(end, rows.rowsBefore(after.time, after.seq));
  // The entry at the cursor itself is not read again.
  if (after && toward === 'newer') first = Math.max(first, rows.rowsBefore(after.time, after.seq - 1));
  return { first, end };
}
