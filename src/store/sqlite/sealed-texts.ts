import type { TextTest } from './columns/text-test.ts';
import { decodeTexts, findTexts } from './columns/texts.ts';
import type { Texts } from './segment-rows.ts';

const BYTES_PER_TEXT = 24;

/** The texts of a sealed segment, read chunk by chunk. */
export class SealedTexts implements Texts {
  readonly #read: (chunk: number) => Uint8Array | null;
  /** The first id of each chunk, and after them the number of texts. */
  readonly #starts: readonly number[];
  /** The chunks that single texts were read from. */
  readonly #chunks = new Map<number, readonly string[]>();
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
    let texts = this.#chunks.get(chunk);
    if (!texts) {
      texts = this.#decode(chunk);
      this.#chunks.set(chunk, texts);
      for (const { length } of texts) this.bytes += length + BYTES_PER_TEXT;
    }
    return texts[id - (this.#starts[chunk] ?? 0)] ?? '';
  }

  all(): readonly string[] {
    return this.#starts.slice(0, -1).flatMap((_, chunk) => this.#decode(chunk));
  }

  *matching(test: TextTest): Generator<void, Uint8Array> {
    const found = new Uint8Array(this.length);
    for (let chunk = 0; chunk + 1 < this.#starts.length; chunk++) {
      const start = this.#starts[chunk] ?? 0;
      const data = this.#read(chunk);
      if (data)
        findTexts(data, test, (at) => {
          found[start + at] = 1;
        });
      yield;
    }
    return found;
  }

  #decode(chunk: number): readonly string[] {
    const data = this.#read(chunk);
    return data ? decodeTexts(data) : [];
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
