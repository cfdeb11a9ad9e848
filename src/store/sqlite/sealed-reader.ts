import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Detail } from '../../profile/profile.ts';
import { decodeDetails } from './block-codec.ts';
import type { Segment } from './catalog.ts';
import { openSealed } from './connection.ts';
import type { DimensionTable, SegmentDimensions } from './dimensions.ts';
import { LINES_PER_BLOCK } from './fields.ts';
import { hasLongUrls } from './find-urls.ts';
import { groupSealedRows } from './group-rows.ts';
import type { ParsedTerms } from './parse-terms.ts';
import { type OpenSegment, planSegment } from './plan.ts';
import { countRows, type RowQuery, readRows, readSlowest, tallyRows } from './row-query.ts';
import { type Dimensions, ENTRY_COLUMNS, NO_PROCESS, type Row, toEntry } from './rows.ts';
import { addSealedRollup, rolledStretches } from './sealed-rollups.ts';
import { type SegmentProcesses, toCounts } from './segment-processes.ts';
import type { DecodedBlock, GroupPart, Part, RollupUse, SegmentReader, Window } from './segment-reader.ts';
import { NOTHING, tallySealed } from './tally-sealed.ts';
import type { TrigramShares } from './trigrams.ts';
import type { Tuning } from './tuning.ts';

export interface SealedReader extends SegmentReader {
  /** Closes the file. A search that is still reading the segment opens it again, unless it was deleted. */
  close(): void;
}

/** Thrown when the file of a segment was deleted: nothing more is found in it. */
const DELETED = new Error('the segment was deleted');

/**
 * Reads a sealed segment.
 * @param dimensions the dimensions of the segment and their counts
 * @param processes those that have written the segment
 * @param trigrams how common trigrams are, by a sample that all segments share
 */
export function createSealedReader(
  file: string,
  segment: Segment,
  table: DimensionTable,
  dimensions: () => SegmentDimensions,
  processes: () => SegmentProcesses,
  trigrams: (prepare: OpenSegment['prepare']) => TrigramShares,
  tuning: Tuning,
): SealedReader {
  let db: DatabaseSync | null = openSealed(file);
  const statements = new Map<string, StatementSync>();
  let longUrls: boolean | null = null;

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (!statement) {
      statement = openFile().prepare(sql);
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, statement);
    }
    return statement;
  }

  function openFile(): DatabaseSync {
    if (!db && !existsSync(file)) throw DELETED;
    db ??= openSealed(file);
    return db;
  }

  const open: OpenSegment = {
    entries: segment.entries,
    tuning,
    prepare,
    trigrams: () => trigrams(prepare),
    hasLongUrls() {
      longUrls ??= hasLongUrls(prepare);
      return longUrls;
    },
    timeAt: (n) => Number(prepare('SELECT time FROM entries WHERE n = ?').get(n)?.time),
  };

  function dimensionsOf(id: unknown): Dimensions | undefined {
    return table.get(dimensions().ids[Number(id)] ?? -1);
  }

  function processOf({ process }: Row) {
    return processes().get(Number(process)) ?? NO_PROCESS;
  }

  function toPart(query: RowQuery, next: number | null): Part {
    const entriesOf = (read: () => Row[]) =>
      unlessDeleted(read, []).flatMap((row) => {
        const found = dimensionsOf(row.dimension);
        return found ? toEntry(row, found, processOf(row)) : [];
      });
    return {
      next,
      read: (limit) => entriesOf(() => readRows(prepare, query, limit)),
      slowest: (limit, shortest) => entriesOf(() => readSlowest(prepare, query, limit, shortest)),
      count: (cap) => unlessDeleted(() => countRows(prepare, query, cap), 0),
      tally(bins) {
        const byProcess = processes().size > 1;
        const rows = unlessDeleted(() => tallyRows(prepare, query, bins, byProcess), []);
        return toCounts(rows, processes(), dimensionsOf);
      },
      group: (by, tally) =>
        unlessDeleted(() => groupSealedRows(prepare, query, by, dimensionsOf, tally), undefined),
    };
  }

  function* partsOf(parsed: ParsedTerms, window: Window): Generator<Part> {
    const range = rangeOf(open, segment, window);
    yield* partsOfRange(parsed, window, range, range);
  }

  /** The parts of a stretch of the entries that a window covers. */
  function* partsOfRange(
    parsed: ParsedTerms,
    { toward }: Window,
    all: Range,
    { first, last }: Range,
  ): Generator<Part> {
    if (first > last) return;
    // First the segment's dimensions: the table may be emptied to make room for them.
    const choice =
      parsed.dimensionTerms.length > 0
        ? { all: dimensions(), set: table.matching(parsed.dimensionTerms) }
        : null;
    for (const query of planSegment(open, parsed, choice, { first, last, toward }))
      yield toPart(query, nextTime(query, toward, all));
  }

  function* groupPartsOf(parsed: ParsedTerms, window: Window, use: RollupUse): Generator<GroupPart> {
    const range = rangeOf(open, segment, window);
    for (const stretch of rolledStretches(open, range, use)) {
      const { rollup } = stretch;
      if (!rollup) yield* partsOfRange(parsed, window, range, stretch);
      else
        yield {
          next: nextTime(stretch, window.toward, range),
          group: (by, tally) =>
            unlessDeleted(() => addSealedRollup(prepare, stretch, rollup, by, use.classes, tally), undefined),
        };
    }
  }

  /** The time of the first entry after these, in reading order; `null` at the end of all. */
  function nextTime({ first, last }: Range, toward: Window['toward'], all: Range): number | null {
    const after = toward === 'older' ? first - 1 : last + 1;
    return after < all.first || after > all.last ? null : open.timeAt(after);
  }

  return {
    entries: segment.entries,
    earliest: segment.earliest,
    latest: segment.latest,
    parts: (parsed, window) => untilDeleted(partsOf(parsed, window)),
    groupParts: (parsed, window, use) => untilDeleted(groupPartsOf(parsed, window, use)),
    tallyWhole: (isCounted, bins) =>
      unlessDeleted(
        () => tallySealed(prepare, isCounted, bins, dimensions(), (id) => table.get(id), processes()),
        NOTHING,
      ),
    get(seq, last = { id: -1, lines: [] }) {
      const row = prepare(
        `SELECT ${ENTRY_COLUMNS}, e.detail FROM seqs s CROSS JOIN entries e ON e.n = s.n
         CROSS JOIN urls u ON u.id = e.url CROSS JOIN agents a ON a.id = e.agent WHERE s.seq = ?`,
      ).get(seq);
      const found = row && dimensionsOf(row.dimension);
      return found ? { entry: toEntry(row, found, processOf(row)), detail: detailOf(row, last) } : null;
    },
    close() {
      statements.clear();
      db?.close();
      db = null;
    },
  };

  function detailOf({ detail }: Row, last: DecodedBlock): Detail | null {
    if (detail === null || detail === undefined) return null;
    const id = Math.floor(Number(detail) / LINES_PER_BLOCK);
    if (last.id !== id) {
      const block = prepare('SELECT data FROM details WHERE block = ?').get(id);
      last.lines = block ? decodeDetails(block.data as Uint8Array) : [];
      last.id = id;
    }
    const line = last.lines[Number(detail) % LINES_PER_BLOCK];
    return line ? (JSON.parse(line) as Detail) : null;
  }
}

const MAX_STATEMENTS = 64;

function unlessDeleted<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    if (error === DELETED) return otherwise;
    throw error;
  }
}

function* untilDeleted<T>(parts: Generator<T>): Generator<T> {
  try {
    yield* parts;
  } catch (error) {
    if (error !== DELETED) throw error;
  }
}

/** Entries by number, both inclusive. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** The numbers of the entries that a window covers. */
function rangeOf(
  open: OpenSegment,
  { entries, earliest, latest }: Segment,
  { toward, from, to, after }: Window,
): Range {
  const at = open.prepare('SELECT time, seq FROM entries WHERE n = ?');
  /** How many entries come before a place in the listing's reverse order. */
  const entriesBefore = (time: number, seq: number): number => {
    if (time < earliest) return 0;
    if (time > latest) return entries;
    let low = 0;
    let high = entries;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = at.get(middle + 1);
      const rowTime = Number(row?.time);
      if (rowTime < time || (rowTime === time && Number(row?.seq) > seq)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let first = entriesBefore(from, Number.POSITIVE_INFINITY) + 1;
  let last = entriesBefore(to, -1);
  if (after && toward === 'older') last = Math.min(last, entriesBefore(after.time, after.seq));
  if (after && toward === 'newer') first = Math.max(first, entriesBefore(after.time, after.seq - 1) + 1);
  return { first, last };
}
