import type { NumberArray } from './numbers.ts';

/** The texts that some rows use, each once, and the new id of each text by its id before. */
export interface DistinctTexts {
  readonly texts: readonly string[];
  readonly ids: Int32Array;
}

const ROWS_PER_SLICE = 4096;

/** Finds the distinct texts of a column, in the order of their first use. */
export function* distinctTexts(
  rows: Int32Array,
  column: NumberArray,
  list: readonly string[],
): Generator<void, DistinctTexts> {
  const byText = new Map<string, number>();
  const texts: string[] = [];
  const ids = new Int32Array(Math.max(1, list.length)).fill(-1);
  for (let i = 0; i < rows.length; i++) {
    if (i % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield;
    const at = column[rows[i] ?? 0] ?? 0;
    if (ids[at] !== -1) continue;
    const text = list[at] ?? '';
    let id = byText.get(text);
    if (id === undefined) {
      id = texts.push(text) - 1;
      byText.set(text, id);
    }
    ids[at] = id;
  }
  return { texts, ids };
}
