import { isWordAt } from './characters.ts';

const LENGTHS = 32;
const LETTERS = 128;

/** Values by words. Finds the word that a part of a text is, in any case, without copying the part. */
export class WordTable<Value> {
  readonly #candidates: (readonly [word: string, value: Value])[][] = [[]];
  /** Which candidates a word has, by its first letter and its length. Most words have none. */
  readonly #slots = new Uint8Array(LETTERS * LENGTHS);

  /** The words are in lower case. */
  constructor(values: Readonly<Record<string, Value>>) {
    for (const entry of Object.entries(values)) {
      const [word] = entry;
      const key = keyOf(word, 0, word.length);
      const slot = this.#slots[key] || this.#candidates.push([]) - 1;
      this.#slots[key] = slot;
      this.#candidates[slot]?.push(entry);
    }
  }

  find(text: string, from: number, to: number): Value | null {
    if (to - from >= LENGTHS || to <= from) return null;
    const slot = this.#slots[keyOf(text, from, to)] ?? 0;
    if (slot === 0) return null;
    for (const [word, value] of this.#candidates[slot] ?? []) {
      if (isWordAt(text, from, to, word)) return value;
    }
    return null;
  }
}

function keyOf(text: string, from: number, to: number): number {
  return ((text.charCodeAt(from) | 32) % LETTERS) * LENGTHS + to - from;
}
