import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';

const PREFIX = 8;
const CHUNK_BYTES = 1 << 24;
const FILTER_BITS = 27;
const MULTIPLIER = 0x9e3779b1;

/** Finds any of millions of texts in bytes, in one pass. */
export class CanarySearch {
  readonly #byPrefix = new Map<string, string[]>();
  /** A bit for each hash of the first eight bytes of a canary: a quick check that most positions fail. */
  readonly #filter = new Uint8Array(1 << (FILTER_BITS - 3));
  #longest = PREFIX;

  add(canary: string): void {
    const bytes = Buffer.from(canary);
    if (bytes.length < PREFIX) throw new Error(`too short to search for: ${canary}`);
    const text = bytes.toString('latin1');
    const prefix = text.slice(0, PREFIX);
    const same = this.#byPrefix.get(prefix);
    if (same) same.push(text);
    else this.#byPrefix.set(prefix, [text]);
    this.#longest = Math.max(this.#longest, text.length);
    const hash = hashAt(bytes, 0);
    this.#filter[hash >>> 3] = (this.#filter[hash >>> 3] ?? 0) | (1 << (hash & 7));
  }

  inText(text: string): string[] {
    return this.#inBytes(Buffer.from(text));
  }

  /** Searches each file under a folder, whatever its size. Returns what was found by file. */
  inFolder(folder: string): Map<string, readonly string[]> {
    const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((item) =>
      item.isFile(),
    );
    return new Map(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [relative(folder, path), this.#inFile(path)];
      }),
    );
  }

  #inFile(path: string): string[] {
    const file = openIfThere(path);
    if (file === null) return [];
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const found: string[] = [];
    // A canary may lie across two chunks, so each chunk starts with the end of the one before.
    let kept = 0;
    for (;;) {
      const read = readSync(file, chunk, kept, chunk.length - kept, null);
      if (read === 0) break;
      const bytes = chunk.subarray(0, kept + read);
      found.push(...this.#inBytes(bytes));
      kept = Math.min(bytes.length, this.#longest);
      chunk.copyWithin(0, bytes.length - kept, bytes.length);
    }
    closeSync(file);
    return [...new Set(found)];
  }

  #inBytes(bytes: Buffer): string[] {
    const found: string[] = [];
    for (let at = 0; at + PREFIX <= bytes.length; at++) {
      const hash = hashAt(bytes, at);
      if (((this.#filter[hash >>> 3] ?? 0) & (1 << (hash & 7))) === 0) continue;
      const prefix = bytes.toString('latin1', at, at + PREFIX);
      for (const canary of this.#byPrefix.get(prefix) ?? []) {
        if (bytes.toString('latin1', at, at + canary.length) === canary) found.push(canary);
      }
    }
    return found;
  }
}

/** `null` if the file was removed. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function hashAt(bytes: Buffer, at: number): number {
  const low = wordAt(bytes, at);
  const high = wordAt(bytes, at + 4);
  return (Math.imul(low ^ Math.imul(high, MULTIPLIER), MULTIPLIER) >>> (32 - FILTER_BITS)) >>> 0;
}

function wordAt(bytes: Buffer, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}
