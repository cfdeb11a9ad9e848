/** What the copies of all unfinished requests of a book may take together, in bytes. */
const MAX_USED = 16_777_216;
/** What is kept for later requests. */
const MAX_SPARE = 2_097_152;
/** Up to this size, Node gives out parts of a buffer that it has. */
const MAX_SMALL = 2048;

/** Buffers for copies of bodies. Large ones are used again: V8 would have to collect them. */
export class BodyMemory {
  readonly #max: number;
  readonly #spare: Buffer[] = [];
  #used = 0;

  /** `max` is the size of the largest copy. */
  constructor(max: number) {
    this.#max = max;
  }

  /** A buffer of at least this size, or of the largest size. `null` if all memory is used. */
  take(size: number): Buffer | null {
    if (this.#used >= MAX_USED) return null;
    const isSmall = size <= MAX_SMALL && size < this.#max;
    const buffer = isSmall
      ? Buffer.allocUnsafe(size)
      : (this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#max));
    this.#used += buffer.length;
    return buffer;
  }

  giveBack(buffer: Buffer): void {
    this.#used -= buffer.length;
    if (buffer.length === this.#max && this.#spare.length * this.#max < MAX_SPARE) this.#spare.push(buffer);
  }
}
