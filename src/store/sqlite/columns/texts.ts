import { compress, decompress } from '../files/zstd.ts';
import type { NumberArray } from './numbers.ts';
import type { TextTest } from './text-test.ts';

/** The texts of a column, by id. */
export interface Texts {
  readonly length: number;
  at(id: number): string;
  all(): readonly string[];
  /** A 1 for each text that matches, by id. Yields between short slices of work. */
  matching(test: TextTest): Generator<void, Uint8Array>;
}

/** Characters compared in one slice of work. */
const SLICE_CHARACTERS = 65_536;

/** Texts in memory. Equal texts of different blocks are added again. */
export class TextList implements Texts {
  readonly #texts: string[];
  characters = 0;

  /** @param first the text of entries without one */
  constructor(...first: string[]) {
    this.#texts = first;
  }

  get length(): number {
    return this.#texts.length;
  }

  at(id: number): string {
    return this.#texts[id] ?? '';
  }

  all(): readonly string[] {
    return this.#texts;
  }

  /** Returns the id. */
  push(text: string): number {
    this.characters += text.length;
    return this.#texts.push(text) - 1;
  }

  append(texts: readonly string[]): void {
    for (const text of texts) this.push(text);
  }

  *matching({ isMatch }: TextTest): Generator<void, Uint8Array> {
    const found = new Uint8Array(this.length);
    for (let id = 0, left = SLICE_CHARACTERS; id < found.length; id++) {
      const text = this.at(id);
      if (isMatch(text)) found[id] = 1;
      left -= text.length;
      if (left > 0) continue;
      yield;
      left = SLICE_CHARACTERS;
    }
    return found;
  }
}

/** Texts in a chunk, and characters after which a chunk ends earlier. */
const CHUNK_TEXTS = 1024;
const CHUNK_CHARACTERS = 131_072;
/** Before each text of a chunk. If a text contains it, the chunk is JSON. */
export const SEPARATOR = '\n';

/** Divides texts into chunks. */
export function* textChunks(texts: readonly string[]): Generator<readonly string[]> {
  let start = 0;
  let characters = 0;
  for (let i = 0; i < texts.length; i++) {
    characters += texts[i]?.length ?? 0;
    if (i + 1 - start < CHUNK_TEXTS && characters < CHUNK_CHARACTERS && i + 1 < texts.length) continue;
    yield texts.slice(start, i + 1);
    start = i + 1;
    characters = 0;
  }
}

export function encodeTexts(texts: readonly string[]): Buffer {
  const isPlain = texts.every((text) => !text.includes(SEPARATOR) && text.isWellFormed());
  return compress(isPlain ? SEPARATOR + texts.join(SEPARATOR) : JSON.stringify(texts));
}

export function decodeTexts(data: Uint8Array): string[] {
  return divide(decompress(data));
}

function divide(stored: string): string[] {
  return stored.startsWith(SEPARATOR) ? stored.slice(1).split(SEPARATOR) : (JSON.parse(stored) as string[]);
}

/** Calls back with the place of each text of a chunk that matches. */
export function findTexts(
  data: Uint8Array,
  { isMatch, places }: TextTest,
  found: (at: number) => void,
): void {
  const stored = decompress(data);
  if (places === null || !stored.startsWith(SEPARATOR)) {
    for (const [at, text] of divide(stored).entries()) if (isMatch(text)) found(at);
    return;
  }
  let at = -1;
  let start = 0;
  /** The separator before the next text. */
  let next = 0;
  places.lastIndex = 0;
  for (let match = places.exec(stored); match; match = places.exec(stored)) {
    while (next >= 0 && next < match.index) {
      at++;
      start = next + 1;
      next = stored.indexOf(SEPARATOR, start);
    }
    const end = next < 0 ? stored.length : next;
    if (isMatch(stored.slice(start, end))) found(at);
    places.lastIndex = end;
  }
}

/** The texts that some rows use, each once, and the new id of each text by its old id. */
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
  const idOf = new Map<string, number>();
  // A version without this column has an empty list: all rows have the id 0.
  const ids = new Int32Array(Math.max(1, list.length)).fill(-1);
  for (let i = 0; i < rows.length; i++) {
    if (i % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield;
    const oldId = column[rows[i] ?? 0] ?? 0;
    if (ids[oldId] !== -1) continue;
    const text = list[oldId] ?? '';
    const id = idOf.get(text) ?? idOf.size;
    idOf.set(text, id);
    ids[oldId] = id;
  }
  return { texts: [...idOf.keys()], ids };
}
