import type { TextTest } from '../columns/text-test.ts';
import { decodeTexts, findTexts, type Texts } from '../columns/texts.ts';

/** Beside its characters. */
const BYTES_PER_TEXT = 40;

/** Calls back with a chunk. Returns `null` if there is none. */
type ReadTexts = <T>(chunk: number, use: (data: Uint8Array) => T) => T | null;

/** The texts of a closed segment, read chunk by chunk. */
export class ClosedTexts implements Texts {
  readonly #read: ReadTexts;
  /** The first id of each chunk, and after them the number of texts. */
  readonly #starts: readonly number[];
  /** The chunks that single texts were read from. */
  readonly #chunks = new Map<number, readonly string[]>();
  /** About how much memory they take. */
  bytes = 0;

  constructor(starts: readonly number[], read: ReadTexts) {
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
      texts = this.#read(chunk, decodeTexts) ?? [];
      this.#chunks.set(chunk, texts);
      for (const { length } of texts) this.bytes += length + BYTES_PER_TEXT;
    }
    return texts[id - (this.#starts[chunk] ?? 0)] ?? '';
  }

  all(): readonly string[] {
    return Array.from({ length: this.chunks }, (_, chunk) => this.read(chunk, decodeTexts) ?? []).flat();
  }

  get chunks(): number {
    return Math.max(0, this.#starts.length - 1);
  }

  /** Calls back with a chunk and the first id in it. */
  read<T>(chunk: number, use: (data: Uint8Array, first: number) => T): T | null {
    return this.#read(chunk, (data) => use(data, this.#starts[chunk] ?? 0));
  }

  *matching(test: TextTest): Generator<void, Uint8Array> {
    const found = new Uint8Array(this.length);
    for (let chunk = 0; chunk < this.chunks; chunk++) {
      this.read(chunk, (data, first) =>
        findTexts(data, test, (at) => {
          found[first + at] = 1;
        }),
      );
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
