import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { createInserter } from './inserter.ts';
import { compareValues } from './rows.ts';
import type { SegmentTable } from './segment-table.ts';

/** What a sealed segment is built from. */
export interface SealSource {
  readonly table: SegmentTable;
  /** The rows to keep, in the order of `table.order`. */
  readonly rows: Int32Array;
  /** A block of details, `null` if there is none. */
  detailBlock(id: number): Uint8Array | null;
}

/** A list of texts, as a segment in memory has it, and the rows that refer to it. */
export interface TextColumn {
  readonly rows: Int32Array;
  readonly column: Int32Array;
  readonly list: readonly string[];
}

/** Each distinct text once. `ids` has the id of each text in the list, from 1 on. */
export interface DistinctTexts {
  readonly texts: readonly string[];
  readonly ids: Int32Array;
}

/** Finds the distinct texts of a column, in the order of their first use. */
export function* distinctTexts(
  { rows, column, list }: TextColumn,
  slice: number,
): Generator<void, DistinctTexts> {
  const byText = new Map<string, number>();
  const texts: string[] = [];
  const ids = new Int32Array(list.length);
  for (let i = 0; i < rows.length; i++) {
    if (i % slice === slice - 1) yield;
    const at = column[rows[i] ?? 0] ?? 0;
    if (ids[at] !== 0) continue;
    const text = list[at] ?? '';
    let id = byText.get(text);
    if (id === undefined) {
      id = texts.push(text);
      byText.set(text, id);
    }
    ids[at] = id;
  }
  return { texts, ids };
}

export function* writeTexts(
  db: DatabaseSync,
  name: 'urls' | 'agents',
  texts: readonly string[],
  slice: number,
): Generator<void, void> {
  const inserter = createInserter(db, name, '(?, ?)');
  for (const [i, text] of texts.entries()) {
    inserter.add(i + 1, text);
    if (i % slice === slice - 1) yield;
  }
  inserter.flush();
}

/** The values of texts in SQLite's order. */
export interface RankedValues {
  /** By the text's id minus 1. */
  readonly values: readonly SQLInputValue[];
  readonly ranks: Float64Array;
}

/** Converts distinct texts to the values that are stored, and ranks these. NULL has no rank. */
export function* rankedValues(
  texts: readonly string[],
  toValue: (text: string) => SQLInputValue,
  slice: number,
): Generator<void, RankedValues> {
  const values: SQLInputValue[] = [];
  for (const [i, text] of texts.entries()) {
    values.push(toValue(text));
    if (i % slice === slice - 1) yield;
  }
  // Numbers first, as a plain sort of numbers; then texts and blobs, by a comparison.
  const isNumber = (value: SQLInputValue | undefined) => typeof value === 'bigint';
  const numbers = Float64Array.from(values, (value) => (isNumber(value) ? Number(value) : Number.NaN))
    .filter((value) => !Number.isNaN(value))
    .sort();
  yield;
  const rankOfNumber = new Map<number, number>();
  for (const number of numbers) if (!rankOfNumber.has(number)) rankOfNumber.set(number, rankOfNumber.size);
  const others = [...values.keys()].filter((i) => !isNumber(values[i]) && values[i] !== null);
  others.sort((a, b) => compareValues(values[a] ?? null, values[b] ?? null));
  yield;
  const ranks = new Float64Array(values.length).fill(Number.NaN);
  for (const [i, value] of values.entries())
    if (isNumber(value)) ranks[i] = rankOfNumber.get(Number(value)) ?? Number.NaN;
  for (const [rank, i] of others.entries()) ranks[i] = rankOfNumber.size + rank;
  return { values, ranks };
}

/** The texts of the entries, each once, and what is stored of them. */
export interface Values {
  readonly urls: DistinctTexts;
  readonly agents: DistinctTexts;
  readonly ips: DistinctTexts & RankedValues;
  readonly traces: DistinctTexts & RankedValues;
  readonly users: DistinctTexts & RankedValues;
  readonly tagLists: DistinctTexts;
}

/** The value of the text at a position of the list. */
export function valueAt(
  { ids, values }: DistinctTexts & RankedValues,
  position: number | undefined,
): SQLInputValue {
  return values[(ids[position ?? 0] ?? 0) - 1] ?? null;
}
