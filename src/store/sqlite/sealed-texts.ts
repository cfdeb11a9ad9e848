import type { TextTest } from './columns/text-test.ts';
import { decodeTexts, findTexts, type OpenTexts, openTexts } from './columns/texts.ts';
import type { Texts } from './segment-rows.ts';

const BYTES_PER_TEXT = 8;

/** The texts of a sealed segment, read chunk by chunk. */
export class SealedTexts implements Texts {
  readonly #read: (chunk: number) => Uint8Array | null;
  /** The first id of each chunk, and after them the number of texts. */
  readonly #starts: readonly number[];
  /** The chunks that single texts were read from. */
  readonly #chunks = new Map<number, OpenTexts>();
  /** About how much memory they take. */
  bytes = 0;

  constructor(starts: readonly number[], read: (chunk: number) => Uint8Array | null) {
    this.#starts = starts;
    this.#read = read;
  }

  get length(): number {
    return this.#starts.at(-1) ?? 0;
  }

  at(id: number): string {
    const chunk = this.#chunkOf(id);
    const [start = 0, end = 0] = [this.#starts[chunk], this.#starts[chunk + 1]];
    let texts = this.#chunks.get(chunk);
    if (!texts) {
      const data = this.#read(chunk);
      if (!data) return '';
      texts = openTexts(data);
      this.#chunks.set(chunk, texts);
      this.bytes += texts.characters + (end - start) * BYTES_PER_TEXT;
    }
    return texts.at(id - start);
  }

  all(): readonly string[] {
    return [...this.chunks()].flatMap(({ data }) => decodeTexts(data));
  }

  /** Each chunk and the first id in it. */
  *chunks(): Generator<{ readonly data: Uint8Array; readonly first: number }> {
    for (let chunk = 0; chunk + 1 < this.#starts.length; chunk++) {
      const data = this.#read(chunk);
      if (data) yield { data, first: this.#starts[chunk] ?? 0 };
    }
  }

  *matching(test: TextTest): Generator<void, Uint8Array> {
    const found = new Uint8Array(this.length);
    for (const { data, first } of this.chunks()) {
      findTexts(data, test, (at) => {
        found[first + at] = 1;
      });
      yield;
    }
    return found;
  }

  #chunkOf(id: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= id) low = middle;
      else high = middle;
    }
    return low;
  }
}
