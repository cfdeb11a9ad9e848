import { isUint8Array } from 'node:util/types';
import type { RawBody } from '../../pipeline/draft.ts';
import type { MissingBodyReason } from '../../profile/body.ts';
import type { BodyMemory } from './body-memory.ts';

const NOTHING = new Uint8Array(0);
/** The most characters that an encoding needs for a byte. */
const CHARACTERS_PER_BYTE = 2;

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
    if (typeof chunk === 'string') this.#addText(chunk, encodingOf(encoding));
    else if (isUint8Array(chunk)) this.#addBytes(chunk);
  }

  #addBytes(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    const buffer = this.#reserve(chunk.length);
    if (!buffer) return;
    const part = chunk.length > buffer.length - this.#length ? chunk.subarray(0, this.#room) : chunk;
    buffer.set(part, this.#length);
    this.#length += part.length;
  }

  #addText(chunk: string, encoding: BufferEncoding): void {
    const size = Buffer.byteLength(chunk, encoding);
    this.bytes += size;
    const buffer = this.#reserve(size);
    if (!buffer) return;
    // Node would look at the whole text.
    const maxCharacters = this.#room * CHARACTERS_PER_BYTE;
    const part = chunk.length > maxCharacters ? chunk.slice(0, maxCharacters) : chunk;
    this.#length += buffer.write(part, this.#length, encoding);
  }

  get #room(): number {
    return this.#max - this.#length;
  }

  /** A buffer with room for this many bytes, or for all that are still copied. `null` if no more are copied. */
  #reserve(size: number): Buffer | null {
    if (this.missing !== null || this.#isFull || size === 0) return null;
    this.#isFull = size >= this.#room;
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

function encodingOf(encoding: unknown): BufferEncoding {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
}
