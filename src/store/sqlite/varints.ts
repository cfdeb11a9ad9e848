const FIRST_CAPACITY = 4096;
/** Bits that JavaScript's bit operators can shift. */
const SHIFTED = 2 ** 31;

/** Writes whole numbers, small ones in fewer bytes: seven bits in each, the lowest first. Those below 0 are written as 0, those from 2^53 on as 2^53 - 1. */
export class VarintWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  write(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytes.length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    let rest = Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER);
    for (; rest >= SHIFTED; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128;
    for (; rest >= 128; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads what a {@link VarintWriter} has written. Throws at the end of the bytes. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  read(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || factor > 2 ** 49) throw new Error('the rollup of a segment is damaged');
      if (byte < 128) return value + byte * factor;
      value += (byte - 128) * factor;
    }
  }

  /** Skips numbers, which is faster than reading them. */
  skip(count: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let left = count; left > 0; at++) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('the rollup of a segment is damaged');
      if (byte < 128) left--;
    }
    this.#at = at;
  }
}
