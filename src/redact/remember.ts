import { copyText } from '../format/cut-text.ts';
import { createLru } from '../lru.ts';

const MAX_LENGTH = 256;

/**
 * Remembers what `create` makes of values that redaction leaves unchanged. Values that contain a secret are never kept in
 * memory. `create` gets a copy of the value, which may be part of a longer text.
 */
export function rememberUnchanged<Result extends NonNullable<unknown>>(
  redact: (value: string) => string,
  create: (redacted: string) => Result,
  capacity: number,
): (value: string) => Result {
  const known = createLru<Result>(capacity);
  return (value) => {
    if (value.length > MAX_LENGTH) return create(copyText(redact(value)));
    const existing = known.get(value);
    if (existing !== undefined) return existing;
    const redacted = redact(value);
    if (redacted !== value) return create(redacted);
    const copy = copyText(value);
    const result = create(copy);
    known.set(copy, result);
    return result;
  };
}

/**
 * Remembers the results for texts that come again, from the second time on. A text that comes once displaces no other, and costs
 * little more than its hash. `isSafe` says whether a text may stay in memory: one with a secret may not.
 * @param slots how many texts are remembered at most: a power of two
 */
export function rememberRepeated(
  redact: (text: string) => string,
  isSafe: (text: string, redacted: string) => boolean,
  { slots, maxLength }: { readonly slots: number; readonly maxLength: number },
): (text: string) => string {
  const known: string[] = new Array(slots).fill('');
  const results: string[] = new Array(slots).fill('');
  /** The hashes of the last texts that were not known. */
  const seen = new Int32Array(slots);
  return (text) => {
    if (text.length > maxLength || text === '') return redact(text);
    const hash = hashPart(text, 0, text.length);
    const slot = slotOf(hash, slots);
    if (known[slot] === text) return results[slot] ?? redact(text);
    const redacted = redact(text);
    if (seen[slot] === hash && isSafe(text, redacted)) {
      known[slot] = copyText(text);
      results[slot] = redacted === text ? known[slot] : copyText(redacted);
    }
    seen[slot] = hash;
    return redacted;
  };
}

const MAX_CACHED = 500;
const MAX_CACHED_LENGTH = 32;

/** Caches the results of `compute` for short names: most requests have the same keys and headers. */
export function memoize<T extends NonNullable<unknown>>(compute: (name: string) => T): (name: string) => T {
  const cache = createLru<T>(MAX_CACHED);
  return (name) => {
    if (name.length > MAX_CACHED_LENGTH) return compute(name);
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const result = compute(name);
    cache.set(copyText(name), result);
    return result;
  };
}

const SLOTS = 1024;

/** Classifies a part of a text; without bounds, the whole text. */
export type ClassifyPart = (text: string, from?: number, to?: number) => number;

/** Remembers the results for short parts of texts. A part is copied only when it is new. */
export function memoizeParts(classify: (part: string) => number): ClassifyPart {
  const known: string[] = new Array(SLOTS).fill('');
  const results = new Uint8Array(SLOTS);
  return (text, from = 0, to = text.length) => {
    const length = to - from;
    if (length > MAX_CACHED_LENGTH || length === 0) return classify(text.slice(from, to));
    const slot = slotOf(hashPart(text, from, to), SLOTS);
    const part = known[slot] ?? '';
    if (part.length === length && text.startsWith(part, from)) return results[slot] ?? 0;
    const name = copyText(text.slice(from, to));
    const result = classify(name);
    known[slot] = name;
    results[slot] = result;
    return result;
  };
}

function hashPart(text: string, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

function slotOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 10)) & (slots - 1);
}
