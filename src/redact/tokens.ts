import { ALPHANUMERIC, isAt } from './characters.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** What base64url's letters stand for; 64 and more is none of them. */
const SIX_BITS = new Uint8Array(128).fill(64);
for (let at = 0; at < ALPHABET.length; at++) SIX_BITS[ALPHABET.charCodeAt(at)] = at;
/** `{"` and `{ ` start with `ey`, a brace and a line's end with `ew`. */
const AFTER_EY = table('ABCDIJKL');
const AFTER_EW = table('klmnopqr0123');
const [E, W, Y] = [101, 119, 121];
/** So much of what looks like a token's header is read. */
const HEADER_READ = 16;
const PERSONAL = 'github_pat_';
const LONG = 16;
export const MIN_CREDENTIAL_LENGTH = 8;

/** Where in a word a token starts (JSON Web Token, GitHub's), or -1. It goes on to the word's end. */
export function credentialStart(word: string): number {
  if (word.length < MIN_CREDENTIAL_LENGTH) return -1;
  const jwt = jwtStart(word);
  const github = githubStart(word);
  return jwt < 0 || github < 0 ? Math.max(jwt, github) : Math.min(jwt, github);
}

/** Whether the base64 of a JSON object may start here. */
export function opensJson(text: string, at: number): boolean {
  if (at < 0 || at + 2 >= text.length || text.charCodeAt(at) !== E) return false;
  const next = text.charCodeAt(at + 1);
  if (next === Y) return AFTER_EY[text.charCodeAt(at + 2)] === 1;
  return next === W && AFTER_EW[text.charCodeAt(at + 2)] === 1;
}

function table(letters: string): Uint8Array {
  const found = new Uint8Array(128);
  for (const letter of letters) found[letter.charCodeAt(0)] = 1;
  return found;
}

/** Part by part, so that its cost is linear: all starts in one part have the same two parts behind them. */
function jwtStart(word: string): number {
  let part = 0;
  let e = word.indexOf('e');
  for (let dot = word.indexOf('.'); dot >= 0 && e >= 0; dot = word.indexOf('.', part)) {
    const end = word.indexOf('.', dot + 1);
    const payload = (end < 0 ? word.length : end) - dot - 1;
    const signed = end >= 0 && end + 1 < word.length;
    // One without a signature, or cut short, still tells what it is for.
    const isToken = payload > 0 && (signed || opensJson(word, dot + 1));
    for (; e >= 0 && e < dot; e = word.indexOf('e', e + 1)) {
      if (isToken && opensJson(word, e) && isHeader(word, e, dot, payload)) return e;
    }
    part = dot + 1;
  }
  return -1;
}

/** `keyInfo.value.get` holds an `eyI` as well: in the midst of a word the letters must stand for JSON. */
function isHeader(word: string, at: number, dot: number, payload: number): boolean {
  if (word.startsWith('eyJ', at)) {
    if (!isAt(word, at - 1, ALPHANUMERIC)) return true;
    if (dot - at >= LONG && payload >= LONG) return true;
  }
  return dot - at >= MIN_CREDENTIAL_LENGTH && isPrintable(word, at, Math.min(dot, at + HEADER_READ));
}

function isPrintable(word: string, from: number, to: number): boolean {
  let bits = 0;
  let held = 0;
  for (let at = from; at < to; at++) {
    const six = SIX_BITS[word.charCodeAt(at)] ?? 64;
    if (six > 63) return false;
    held = ((held << 6) | six) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 255;
    if ((byte < 32 && (byte < 9 || byte > 13)) || byte > 126) return false;
  }
  return true;
}

/** `ghp_…` and its kin, `github_pat_…`. `height_` is no token. */
function githubStart(word: string): number {
  const personal = word.indexOf(PERSONAL);
  if (personal >= 0 && word.length - personal - PERSONAL.length >= LONG) return personal;
  for (
    let at = word.indexOf('gh');
    at >= 0 && word.length - at - 4 >= LONG;
    at = word.indexOf('gh', at + 1)
  ) {
    if (word[at + 3] !== '_') continue;
    const known = 'pousr'.includes(word[at + 2] ?? '.');
    const apart = !isAt(word, at - 1, ALPHANUMERIC);
    if ((known && apart) || ((known || apart) && isUnbroken(word, at + 4))) return at;
  }
  return -1;
}

function isUnbroken(word: string, from: number): boolean {
  for (let at = from; at < from + LONG; at++) {
    if (!isAt(word, at, ALPHANUMERIC)) return false;
  }
  return true;
}
