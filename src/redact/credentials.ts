import { ALPHANUMERIC, isCharacterAt, isWordAt } from './characters.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The values of the base64url digits; 64 for any other character. */
const SIX_BITS = new Uint8Array(128).fill(64);
for (let at = 0; at < ALPHABET.length; at++) SIX_BITS[ALPHABET.charCodeAt(at)] = at;
/** The base64 of `{"` and `{ ` starts with `ey`, that of `{` and a line break with `ew`. */
const AFTER_EY = table('ABCDIJKL');
const AFTER_EW = table('klmnopqr0123');
const [E, W, Y] = [101, 119, 121];
/** How many characters of a possible JWT header are decoded. */
const MAX_HEADER_READ = 16;
const PERSONAL_PREFIX = 'github_pat_';
const MIN_BODY_LENGTH = 16;
export const MIN_CREDENTIAL_LENGTH = 8;

/** In `Basic authentication`, the second word is not a credential. */
const PLAIN_WORD = /^[A-Za-z][a-z]{0,18}[^A-Za-z0-9]?$/;

export function isPlainWord(word: string): boolean {
  return PLAIN_WORD.test(word);
}

/** Whether a credential follows this word. */
export function announcesCredential(text: string, at: number, end: number): boolean {
  return isWordAt(text, at, end, 'bearer') || isWordAt(text, at, end, 'basic');
}

/** The index in a word where a JWT or GitHub token starts, or -1. It extends to the end of the word. */
export function credentialStart(word: string): number {
  if (word.length < MIN_CREDENTIAL_LENGTH) return -1;
  const jwt = jwtStart(word);
  const github = githubStart(word);
  return jwt < 0 || github < 0 ? Math.max(jwt, github) : Math.min(jwt, github);
}

/** Whether base64-encoded JSON may start here. */
export function opensJson(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== E) return false;
  const next = text.charCodeAt(at + 1);
  if (next === Y) return AFTER_EY[text.charCodeAt(at + 2)] === 1;
  return next === W && AFTER_EW[text.charCodeAt(at + 2)] === 1;
}

function table(letters: string): Uint8Array {
  const flags = new Uint8Array(128);
  for (const letter of letters) flags[letter.charCodeAt(0)] = 1;
  return flags;
}

/** Goes part by part to stay linear: all candidates in one part share the two parts that follow. */
function jwtStart(word: string): number {
  let part = 0;
  let e = word.indexOf('e');
  for (let dot = word.indexOf('.'); dot >= 0 && e >= 0; dot = word.indexOf('.', part)) {
    const end = word.indexOf('.', dot + 1);
    const payload = (end < 0 ? word.length : end) - dot - 1;
    const signed = end >= 0 && end + 1 < word.length;
    // The payload is secret even if the signature is missing or cut off.
    const isToken = payload > 0 && (signed || opensJson(word, dot + 1));
    for (; e >= 0 && e < dot; e = word.indexOf('e', e + 1)) {
      if (isToken && opensJson(word, e) && isHeader(word, e, dot, payload)) return e;
    }
    part = dot + 1;
  }
  return -1;
}

/** `keyInfo.value.get` contains `eyI` too: inside a word, the characters must decode to JSON. */
function isHeader(word: string, at: number, dot: number, payload: number): boolean {
  if (word.startsWith('eyJ', at)) {
    if (!isCharacterAt(word, at - 1, ALPHANUMERIC)) return true;
    if (dot - at >= MIN_BODY_LENGTH && payload >= MIN_BODY_LENGTH) return true;
  }
  return dot - at >= MIN_CREDENTIAL_LENGTH && isPrintable(word, at, Math.min(dot, at + MAX_HEADER_READ));
}

function isPrintable(word: string, from: number, to: number): boolean {
  let bits = 0;
  let buffer = 0;
  for (let at = from; at < to; at++) {
    const six = SIX_BITS[word.charCodeAt(at)] ?? 64;
    if (six > 63) return false;
    buffer = ((buffer << 6) | six) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (buffer >> bits) & 255;
    if ((byte < 32 && (byte < 9 || byte > 13)) || byte > 126) return false;
  }
  return true;
}

/** Matches `ghp_…`, `gho_…` and the like, and `github_pat_…`, but not `height_`. */
function githubStart(word: string): number {
  const personal = word.indexOf(PERSONAL_PREFIX);
  if (personal >= 0 && word.length - personal - PERSONAL_PREFIX.length >= MIN_BODY_LENGTH) return personal;
  for (
    let at = word.indexOf('gh');
    at >= 0 && word.length - at - 4 >= MIN_BODY_LENGTH;
    at = word.indexOf('gh', at + 1)
  ) {
    if (word[at + 3] !== '_') continue;
    const known = 'pousr'.includes(word[at + 2] ?? '.');
    const apart = !isCharacterAt(word, at - 1, ALPHANUMERIC);
    if ((known && apart) || ((known || apart) && isUnbroken(word, at + 4))) return at;
  }
  return -1;
}

function isUnbroken(word: string, from: number): boolean {
  for (let at = from; at < from + MIN_BODY_LENGTH; at++) {
    if (!isCharacterAt(word, at, ALPHANUMERIC)) return false;
  }
  return true;
}
