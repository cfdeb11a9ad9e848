import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Opens the page. 128 random bits in base64url, unless the user sets it. */
export type Key = string & { readonly __brand: 'Key' };

export const MIN_KEY_LENGTH = 16;
const CHARACTERS = /^[A-Za-z0-9._~+/=-]+$/;

export function newKey(): Key {
  return randomBytes(16).toString('base64url') as Key;
}

/** Whether a text can be a key: long enough, and of characters that need no escaping in a header or a fragment. */
export function isKey(text: unknown): text is Key {
  return typeof text === 'string' && text.length >= MIN_KEY_LENGTH && CHARACTERS.test(text);
}

/** Compares in constant time, whatever the lengths. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
