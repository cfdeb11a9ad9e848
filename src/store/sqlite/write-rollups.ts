import type { DatabaseSync } from 'node:sqlite';
import { CLIENT_CLASSES } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { durationStep } from '../durations.ts';
import type { GroupSums } from '../group-counts.ts';
import { timeName } from '../group-name.ts';
import { binUnit, type GroupBy, type KeyedName, MAX_GROUPS } from '../groups.ts';
import { EARLY_SHARE } from './fields.ts';
import { liveNames } from './group-rows.ts';
import { type Rollup, RollupWriter } from './rollup-codec.ts';
import type { SealSource } from './sealed-values.ts';
import type { SegmentTable } from './segment-table.ts';
import type { Tuning } from './tuning.ts';

/** Entries for each group whose figures are apart from those of the smaller ones. */
const ENTRIES_PER_LARGE = 64;
const BY: readonly GroupBy[] = ['client', 'route', 'time'];
const CLASSES = CLIENT_CLASSES.length;
/** The smallest unit of bins. */
const SHORTEST_SLOT = 10_000;
/** Rows per slice of work, as a multiple of the entries that are rewritten in one. */
const ROWS_PER_ENTRY = 4;

/**
 * Writes the rollups of a sealed segment: of its first entries, then of stretches of all others. Segments overlap in time, mostly by
 * the first entries, and a query that stops early counts none of two parts that overlap. Of the segment at the end of a period, a query
 * reads the rollups of the stretches that are wholly in it. If it has found too many groups, it reads the largest ones and the sum of the
 * smaller ones. A flood of clients or paths must not make rollups large, so the smaller groups beyond the limit are one.
 */
export function* writeRollups(
  db: DatabaseSync,
  { table, rows }: SealSource,
  { entriesPerSlice, entriesPerRollup }: Tuning,
): Generator<void, void> {
  const insert = db.prepare('INSERT INTO rollups VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const slice = entriesPerSlice * ROWS_PER_ENTRY;
  const stretches = stretchesOf(table, rows, entriesPerRollup);
  for (const by of BY) {
    for (const { first, end } of stretches) {
      const part = rows.subarray(first, end);
      const slot = slotOf(table, part, by);
      const ranked = rankGroups(yield* groupRows(table, part, by, slot, slice));
      const large = by === 'time' ? MAX_GROUPS : Math.ceil(part.length / ENTRIES_PER_LARGE);
      for (const [name, from, to] of [
        ['largest', 0, large],
        ['smaller', large, MAX_GROUPS],
        ['sum', large, large],
      ] as const) {
        yield;
        const cells = cellsOf(ranked, from, to, name !== 'largest');
        const rollup = yield* rollUp(table, part, by, slot, cells, slice);
        insert.run(by, name, first + 1, end, slot, rollup.names, rollup.figures, rollup.slots);
      }
    }
  }
}

/** The early rows, then stretches of about the same length. Each ends between two times. */
function stretchesOf(
  { time }: SegmentTable,
  rows: Int32Array,
  longest: number,
): { readonly first: number; readonly end: number }[] {
  const early = Math.floor(rows.length * EARLY_SHARE);
  const count = Math.ceil((rows.length - early) / longest);
  const ends = Array.from({ length: count + 1 }, (_, at) => {
    let end = Math.floor(early + ((rows.length - early) * at) / count);
    while (end > 0 && end < rows.length && time[rows[end] ?? 0] === time[rows[end - 1] ?? 0]) end--;
    return end;
  });
  return ends.map((end, at) => ({ first: ends[at - 1] ?? 0, end })).filter(({ first, end }) => first < end);
}

function slotOf({ time }: SegmentTable, rows: Int32Array, by: GroupBy): number {
  const length = (time[rows.at(-1) ?? 0] ?? 0) + 1 - (time[rows[0] ?? 0] ?? 0);
  return Math.max(SHORTEST_SLOT, binUnit(length, by));
}

function* rollUp(
  table: SegmentTable,
  rows: Int32Array,
  by: GroupBy,
  slot: number,
  { names, cells, values }: FoldedCells,
  slice: number,
): Generator<void, Rollup> {
  const sorted = sortByCell(rows, cells, (names.length + 1) * CLASSES);
  yield;
  const start = table.time[rows[0] ?? 0] ?? 0;
  const firstSlot = Math.floor(start / slot);
  const writer = new RollupWriter(start);
  let last = -1;
  let done = 0;
  for (let cell = 0; cell < sorted.ends.length; cell++) {
    const same = sorted.rows.subarray(sorted.ends[cell - 1] ?? 0, sorted.ends[cell]);
    if (same.length === 0) continue;
    const group = Math.floor(cell / CLASSES);
    const client = cell % CLASSES;
    writer.add(
      {
        client,
        sums: sumsOf(table, same, client),
        slots: same.map((row) => Math.floor((table.time[row] ?? 0) / slot) - firstSlot),
        durationSteps: same.map((row) => durationStep(table.duration[row] ?? 0)),
      },
      group !== last,
      group < names.length ? null : (values[client] ?? 0),
    );
    last = group;
    done += same.length;
    if (done < slice) continue;
    done = 0;
    yield;
  }
  return writer.rollup(by, names);
}

/** Rows in cells: one for each group and class of clients. */
interface Cells {
  readonly names: readonly KeyedName[];
  /** The place in `names` of each row's group, times the number of classes, plus its class; -1 if the row is not counted. */
  readonly cells: Int32Array;
}

function* groupRows(
  table: SegmentTable,
  rows: Int32Array,
  by: GroupBy,
  slot: number,
  slice: number,
): Generator<void, Cells> {
  const nameOf = by === 'time' ? slotNames(table, slot) : liveNames(table, by);
  const places = new Map<string, number>();
  const names: KeyedName[] = [];
  const cells = new Int32Array(rows.length).fill(-1);
  for (let at = 0; at < rows.length; at++) {
    if (at % slice === slice - 1) yield;
    const row = rows[at] ?? 0;
    const { kind, client } = table.dimensionsAt(row);
    if (kind !== 'main') continue;
    const name = nameOf(row);
    let place = places.get(name.key);
    if (place === undefined) {
      place = names.push(name) - 1;
      places.set(name.key, place);
    }
    cells[at] = place * CLASSES + CLIENT_CLASSES.indexOf(client);
  }
  return { names, cells };
}

/** Returns what finds the slot of a row. Rows are in order of time. */
function slotNames({ time }: SegmentTable, slot: number): (row: number) => KeyedName {
  let name = timeName(Number.NaN);
  let last = Number.NaN;
  return (row) => {
    const start = Math.floor((time[row] ?? 0) / slot) * slot;
    if (start !== last) name = timeName(start);
    last = start;
    return name;
  };
}

/** Numbers the groups by their size, the largest first. */
function rankGroups({ names, cells }: Cells): Cells {
  const sizes = new Int32Array(names.length);
  for (const cell of cells) {
    const group = Math.floor(cell / CLASSES);
    if (cell >= 0) sizes[group] = (sizes[group] ?? 0) + 1;
  }
  const bySize = Int32Array.from(sizes.keys()).sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  const places = new Int32Array(names.length);
  for (const [place, group] of bySize.entries()) places[group] = place;
  return {
    names: Array.from(bySize, (group) => names[group] as KeyedName),
    cells: cells.map((cell) =>
      cell < 0 ? cell : (places[Math.floor(cell / CLASSES)] ?? 0) * CLASSES + (cell % CLASSES),
    ),
  };
}

/** Cells of some groups. Those after the last group have all smaller ones; `values` says how many these are, by class. */
interface FoldedCells extends Cells {
  readonly values: readonly number[];
}

/** The cells of the groups from place `from` up to, but not including, `to`; with `rest`, those of all smaller ones together. */
function cellsOf({ names, cells }: Cells, from: number, to: number, rest: boolean): FoldedCells {
  const values = CLIENT_CLASSES.map(() => 0);
  const kept = names.slice(from, to);
  const folded = new Set<number>();
  const chosen = cells.map((cell) => {
    const place = Math.floor(cell / CLASSES) - from;
    if (cell < 0 || place < 0) return -1;
    if (place < kept.length) return cell - from * CLASSES;
    if (!rest) return -1;
    folded.add(cell);
    return kept.length * CLASSES + (cell % CLASSES);
  });
  for (const cell of folded) values[cell % CLASSES] = (values[cell % CLASSES] ?? 0) + 1;
  return { names: kept, cells: chosen, values };
}

/** Sorts the rows that are counted by their cell, and in each cell as they are. `ends` has the end of each cell. */
function sortByCell(
  rows: Int32Array,
  cells: Int32Array,
  count: number,
): { readonly rows: Int32Array; readonly ends: Int32Array } {
  const ends = new Int32Array(count);
  for (const cell of cells) if (cell >= 0) ends[cell] = (ends[cell] ?? 0) + 1;
  let counted = 0;
  for (let cell = 0; cell < count; cell++) {
    const size = ends[cell] ?? 0;
    ends[cell] = counted;
    counted += size;
  }
  const sorted = new Int32Array(counted);
  // Each cell starts where the one before ends, so at last its start has become its end.
  for (let at = 0; at < rows.length; at++) {
    const cell = cells[at] ?? -1;
    if (cell < 0) continue;
    const end = ends[cell] ?? 0;
    sorted[end] = rows[at] ?? 0;
    ends[cell] = end + 1;
  }
  return { rows: sorted, ends };
}

function sumsOf(table: SegmentTable, rows: Int32Array, client: number): GroupSums {
  let [clientErrors, serverErrors, served, duration, queries, queryTime] = [0, 0, 0, 0, 0, 0];
  for (const row of rows) {
    const statusClass = Math.floor(table.dimensionsAt(row).status / 100);
    if (statusClass === 4) clientErrors++;
    if (statusClass === 5) serverErrors++;
    if (statusClass === 2) served++;
    duration += table.duration[row] ?? 0;
    queries += table.queries[row] ?? 0;
    queryTime += table.queryTime[row] ?? 0;
  }
  return {
    requests: rows.length,
    clientErrors,
    serverErrors,
    servedToScanners: CLIENT_CLASSES[client] === 'scanner' ? served : 0,
    first: (table.time[rows[0] ?? 0] ?? 0) as Micros,
    last: (table.time[rows.at(-1) ?? 0] ?? 0) as Micros,
    duration,
    queries,
    queryTime,
  };
}
