import { copyText } from '../format/cut-text.ts';
import { createLru, createRepeatCheck, hashOf, slotOf } from '../lru.ts';

const MAX_LENGTH = 256;

/**
 * Remembers the results for repeated texts, from the second time on.
 * @param isSafe whether a text and its result may stay in memory: a text with a secret may not
 */
export function remember(
  redact: (text: string) => string,
  isSafe: (text: string, result: string) => boolean,
  { capacity, maxLength = MAX_LENGTH }: { readonly capacity: number; readonly maxLength?: number },
): (text: string) => string {
  const known = createLru<string>(capacity);
  const comesAgain = createRepeatCheck(capacity);
  return (text) => {
    if (text.length > maxLength) return redact(text);
    const existing = known.get(text);
    if (existing !== undefined) return existing;
    const result = redact(text);
    if (!comesAgain(text) || !isSafe(text, result)) return result;
    const copy = copyText(text);
    const kept = result === text ? copy : copyText(result);
    known.set(copy, kept);
    return kept;
  };
}

/** For `remember`: a text that redaction left as it is has no secret. */
export function isUnchanged(text: string, redacted: string): boolean {
  return text === redacted;
}

const MAX_CACHED_LENGTH = 32;

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
    const slot = slotOf(hashOf(text, from, to), SLOTS);
    const part = known[slot] ?? '';
    if (part.length === length && text.startsWith(part, from)) return results[slot] ?? 0;
    const name = copyText(text.slice(from, to));
    const result = classify(name);
    known[slot] = name;
    results[slot] = result;
    return result;
  };
}
