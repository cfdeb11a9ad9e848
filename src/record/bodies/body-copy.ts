import { isUint8Array } from 'node:util/types';
import type { RawBody } from '../../pipeline/draft/draft.ts';
import type { MissingBodyReason } from '../../profile/body.ts';

const NOTHING = new Uint8Array(0);
const ENCODER = new TextEncoder();
const NOTHING_ENCODED = { read: 0, written: 0 };
/** UTF-8 needs up to three bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Copies the first bytes of a body, chunk by chunk. */
export class BodyCopy {
  type: string;
  /** Why it is not copied. */
  missing: MissingBodyReason | null;
  bytes = 0;
  readonly #max: number;
  readonly #memory: BodyMemory;
  #buffer: Buffer | null = null;
  #length = 0;
  #isFull = false;

  constructor(type: string, missing: MissingBodyReason | null, max: number, memory: BodyMemory) {
    this.type = type;
    this.missing = missing;
    this.#max = max;
    this.#memory = memory;
  }

  add(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string') {
      if (encoding === 'utf8' || !isEncoding(encoding)) this.#addText(chunk);
      else this.#addEncoded(chunk, encoding);
    } else if (isUint8Array(chunk)) this.#addBytes(chunk);
  }

  #addBytes(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    const buffer = this.#reserve(chunk.length);
    if (!buffer) return;
    const part = chunk.length > this.#room ? chunk.subarray(0, this.#room) : chunk;
    buffer.set(part, this.#length);
    this.#length += part.length;
    this.#isFull = this.#room === 0;
  }

  /** A text in any encoding but UTF-8. */
  #addEncoded(chunk: string, encoding: BufferEncoding): void {
    const size = Buffer.byteLength(chunk, encoding);
    const before = this.bytes;
    if (!this.#isFull) this.#addBytes(Buffer.from(chunk.slice(0, (this.#room + 2) * 2), encoding));
    this.bytes = before + size;
  }

  #addText(chunk: string): void {
    const buffer = this.#reserve(chunk.length * MAX_BYTES_PER_CHARACTER);
    // Encodes and measures in one pass, and only as much as there is room for.
    const { read, written } = buffer
      ? ENCODER.encodeInto(chunk, buffer.subarray(this.#length))
      : NOTHING_ENCODED;
    this.#length += written;
    this.#isFull ||= read < chunk.length;
    this.bytes += written + (read < chunk.length ? Buffer.byteLength(chunk.slice(read)) : 0);
  }

  get #room(): number {
    return this.#max - this.#length;
  }

  /** A buffer with room for this many bytes, or for all that are still copied. `null` if no more are copied. */
  #reserve(size: number): Buffer | null {
    if (this.missing !== null || this.#isFull || size === 0) return null;
    const needed = Math.min(this.#max, this.#length + size);
    const old = this.#buffer;
    if (old && old.length >= needed) return old;
    const larger = this.#memory.take(needed);
    if (larger && old) larger.set(old.subarray(0, this.#length));
    if (old) this.#memory.giveBack(old);
    this.#buffer = larger;
    if (!larger) this.missing = 'budget';
    return larger;
  }

  /** The copy. It is valid until `release`. */
  end(): RawBody {
    const { type, bytes, missing } = this;
    const kept = missing === null ? this.#buffer?.subarray(0, this.#length) : undefined;
    return { type, bytes, missing, kept: kept ?? NOTHING };
  }

  release(): void {
    if (this.#buffer) this.#memory.giveBack(this.#buffer);
    this.#buffer = null;
    this.#isFull = true;
  }
}

function isEncoding(encoding: unknown): encoding is BufferEncoding {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding);
}

/** Limit for the copies of all unfinished requests of a book, in bytes. */
const MAX_USED = 16_777_216;
/** How many bytes are kept for later requests. */
const MAX_SPARE = 2_097_152;
/** Up to this size, Node takes a part of its pool. */
const MAX_SMALL = 2048;

/** Buffers for copies of bodies. Large ones are used again, which saves garbage collection. */
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
