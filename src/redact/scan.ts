import { redactCards } from './cards.ts';
import {
  BACKSLASH,
  BLANK,
  CLOSING,
  DASH,
  DIGIT,
  flagsAt,
  isAt,
  OPENING,
  PERCENT,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  SLASH,
  skip,
  WORD,
} from './characters.ts';
import { optionValue } from './command-options.ts';
import { credentialStart, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { decodeLayer, jsonEscapeAt, MAX_LAYERS } from './decode.ts';
import { isHarmless } from './harmless.ts';
import { namedValueEnd } from './named-value.ts';
import { REDACTED } from './redacted.ts';
import type { Replacement } from './replacements.ts';
import type { RedactRules } from './rules.ts';
import { looksRandom, pathEnd, precedesSecret } from './secret-paths.ts';
import { type Range, specialValue } from './special-values.ts';
import { type LastAt, portEnd, userinfoEnd } from './userinfo.ts';
import { bareEnd, valueEnd } from './value-bounds.ts';
import { bracketsEnd, listedStart, mayBeName, namesListed, valueStart } from './value-start.ts';
import { elementValue } from './xml.ts';

const PEM_BEGIN = '-----BEGIN';
const PEM_END = '-----END';
const CREDENTIALS = new Set(['bearer', 'basic']);
const [COLON, LESS, BACKSLASH_CODE] = [58, 60, 92];
/** In `Basic authentication`, the second word is not a credential. */
const PLAIN_WORD = /^[A-Za-z][a-z]{0,18}[^A-Za-z0-9]?$/;
/** `auth.js:12:5` is a position in a file, not a name and a secret. */
const SOURCE_POSITION = /(?<=\.[cm]?[jt]sx?):\d{1,6}(?::\d{1,6})?(?![\w.])/y;

/** What decoding the text reveals: a secret, or the start of one that may continue after the text. */
export function findHidden(text: string, rules: RedactRules): 'nothing' | 'secret' | 'start of a secret' {
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const inner = decodeLayer(plain);
    if (inner === plain) return 'nothing';
    plain = inner;
    if (isHarmless(plain, rules)) continue;
    const scan = new Scan(plain, rules, 'inside');
    if (redactCards(scan.run()) !== plain) return scan.isOpen ? 'start of a secret' : 'secret';
  }
  return 'nothing';
}

/** `visible` redacts plain secrets, `hidden` also words with an encoded secret; `inside` scans decoded text. */
type ScanMode = 'visible' | 'hidden' | 'inside';

/** Redacts a text in one pass, word by word. No step goes back, so it runs in linear time. */
export class Scan {
  /** Whether the last secret may continue after the text. */
  isOpen = false;
  readonly #text: string;
  readonly #rules: RedactRules;
  readonly #mode: ScanMode;
  readonly #lastAt: LastAt = { at: -1, until: -1 };
  #out = '';
  #replacements: Replacement[] | null = null;
  #copied = 0;
  /** Up to here, path segments that look like tokens are redacted. */
  #secretPathEnd = 0;
  /** Whether the last word has encoded characters. */
  #isEncoded = false;

  constructor(text: string, rules: RedactRules, mode: ScanMode) {
    this.#text = text;
    this.#rules = rules;
    this.#mode = mode;
  }

  /** What the scan redacts, instead of the result. */
  find(): readonly Replacement[] {
    this.#replacements = [];
    this.run();
    return this.#replacements;
  }

  run(): string {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
    return this.#copied === 0 ? this.#text : this.#out + this.#text.slice(this.#copied);
  }

  #redact(from: number, to: number): number {
    if (to <= from) return from;
    this.#out += this.#text.slice(this.#copied, from) + REDACTED;
    this.#copied = to;
    this.#replacements?.push({ from, to, by: REDACTED });
    return to;
  }

  #step(at: number): number {
    const flags = flagsAt(this.#text, at);
    if ((flags & WORD) !== 0)
      return (flags & DASH) !== 0 && this.#startsPem(at) ? this.#pem(at) : this.#word(at);
    if ((flags & SLASH) === 0) return at + 1;
    if (at < this.#secretPathEnd) {
      const end = this.#pathSegment(skip(this.#text, at, SLASH));
      if (end > 0) return end;
    }
    if (isAt(this.#text, at + 1, SLASH)) return this.#urlAuthority(at);
    return (flags & BACKSLASH) !== 0 && jsonEscapeAt(this.#text, at) ? this.#word(at) : at + 1;
  }

  /** Redacts a segment that looks like a token after `/reset/` and the like; 0 if it does not. */
  #pathSegment(from: number): number {
    const end = pathEnd(this.#text, from, true);
    return looksRandom(this.#text.slice(from, end)) ? this.#redact(from, end) : 0;
  }

  #startsPem(at: number): boolean {
    return this.#text.startsWith(PEM_BEGIN, at);
  }

  #pem(at: number): number {
    const end = this.#text.indexOf(PEM_END, at);
    const close = end < 0 ? -1 : this.#text.indexOf('-----', end + PEM_END.length);
    this.isOpen = close < 0;
    return this.#redact(at, close < 0 ? this.#text.length : close + 5);
  }

  /** Redacts the credentials after `//`, or after `\/\/` in JSON. */
  #urlAuthority(at: number): number {
    const text = this.#text;
    const from = skip(text, at, SLASH);
    const host = userinfoEnd(text, from, this.#lastAt);
    if (host > from) this.#redact(from, host - 1);
    if (text[at - 1] !== ':') return host;
    const end = this.#wordEnd(host);
    const port = portEnd(text, end, ',;)');
    if (port === end) return host;
    this.#nameCredentials(host, end);
    return port;
  }

  #word(at: number): number {
    const end = this.#wordEnd(at);
    const after = flagsAt(this.#text, end);
    const special = this.#special(at, end);
    if (special) return this.#redactSpecial(special, end);
    if ((after & SLASH) !== 0 && at >= this.#secretPathEnd && this.#precedesSecret(at, end))
      this.#secretPathEnd = pathEnd(this.#text, end, false);
    // Most words are not followed by a character that could make them a name.
    const isSymbol = (after & PUNCTUATION) !== 0 && this.#text[end] === ')' && this.#text[at - 1] === '(';
    if (isSymbol || (after & (SEPARATOR | BLANK | QUOTE | BACKSLASH | OPENING | CLOSING)) !== 0) {
      const next = (after & BLANK) === 0 ? end : skip(this.#text, end, BLANK);
      const isName = next === end || isAt(this.#text, next, SEPARATOR);
      const valueEnd = isName ? this.#namedValue(at, end) : this.#announcedValue(at, end, next);
      if (valueEnd > 0) return valueEnd;
    }
    return this.#credentials(at, end);
  }

  #precedesSecret(at: number, end: number): boolean {
    return isAt(this.#text, at - 1, SLASH) && precedesSecret(this.#text.slice(at, end));
  }

  /** The range of a value that is secret because of its context. */
  #special(at: number, end: number): Range | null {
    const text = this.#text;
    const before = at > 0 ? text.charCodeAt(at - 1) : 0;
    const special = specialValue(text, before === BACKSLASH_CODE ? at + 1 : at, end, this.#rules);
    if (special) return special;
    if (isAt(text, at, DASH)) return optionValue(text, at, end);
    if ((before !== LESS && before !== COLON) || (text[end] !== '>' && text[end] !== ' ')) return null;
    return this.#rules.isSecret(text.slice(at, end)) ? elementValue(text, at, end) : null;
  }

  #redactSpecial([from, to]: Range, end: number): number {
    this.isOpen = to === this.#text.length;
    if (from >= this.#copied) this.#redact(from, to);
    return Math.max(end, to);
  }

  /** Redacts the value of `name=value` and the like; 0 if this is not a name, or not that of a secret. */
  #namedValue(at: number, end: number): number {
    const text = this.#text;
    const nameEnd = bracketsEnd(text, end);
    if (!mayBeName(text, nameEnd) || !this.#isSecret(at, nameEnd)) return 0;
    const valueAt = valueStart(text, at, nameEnd);
    if (valueAt < 0) return this.#listedValue(at, end);
    if (namesListed(text, at, end, valueAt)) return 0;
    this.#nameCredentials(at, nameEnd);
    return this.#redactValue(valueAt, namedValueEnd(text, at, nameEnd, valueAt));
  }

  /** Redacts the value of `'authorization', '…'`, as in a list of raw headers, and of `name: 'token', value: '…'`. */
  #listedValue(at: number, end: number): number {
    const text = this.#text;
    if (!isAt(text, at - 1, QUOTE)) return 0;
    if (!this.#rules.isSecret(text.slice(at, end))) return 0;
    const valueAt = listedStart(text, end);
    return valueAt >= 0 ? this.#redactValue(valueAt, valueEnd(text, valueAt)) : 0;
  }

  /** Redacts the value of `Bearer …` and `--password …`. */
  #announcedValue(at: number, end: number, next: number): number {
    const text = this.#text;
    const rules = this.#rules;
    if (isAt(text, at, DASH)) {
      const isOption = text.startsWith('--', at) && !isAt(text, next, DASH);
      return isOption && rules.isSecret(text.slice(at, end))
        ? this.#redactValue(next, valueEnd(text, next))
        : 0;
    }
    if (end - at !== 5 && end - at !== 6) return 0;
    if (!CREDENTIALS.has(text.slice(at, end).toLowerCase()) || !rules.isSecret('authorization')) return 0;
    const credentialEnd = bareEnd(text, next);
    return PLAIN_WORD.test(text.slice(next, credentialEnd)) ? 0 : this.#redactValue(next, credentialEnd);
  }

  #isSecret(at: number, end: number): boolean {
    const text = this.#text;
    const name = text.slice(at, end);
    const rules = this.#rules;
    if (rules.strict && text[end] === '=' && !rules.isAllowed(name)) return true;
    // `\nsid` is an escaped line break and `sid`.
    const escaped = isAt(text, at - 1, BACKSLASH) && rules.isSecret(name.slice(1));
    if (!escaped && !rules.isSecret(name)) return false;
    if (!isAt(text, end + 1, DIGIT)) return true;
    SOURCE_POSITION.lastIndex = end;
    return !SOURCE_POSITION.test(text);
  }

  #redactValue(from: number, to: number): number {
    this.isOpen = to === this.#text.length && !isAt(this.#text, to - 1, QUOTE | CLOSING);
    return this.#redact(from, to);
  }

  /** Redacts credentials and encoded secrets in a name. */
  #nameCredentials(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const end = Math.min(to, this.#wordEnd(at));
      if (end > at) this.#credentials(at, end, false);
      at = end + 1;
    }
  }

  /** Redacts the JWT or GitHub token in a word. A word that hides a secret is redacted with what belongs to it. */
  #credentials(at: number, end: number, mayContinue = true): number {
    if (!this.#isEncoded && end - at < MIN_CREDENTIAL_LENGTH) return end;
    const word = this.#text.slice(at, end);
    const isWhole = this.#isEncoded && this.#mode === 'hidden' && findHidden(word, this.#rules) !== 'nothing';
    const start = isWhole ? 0 : credentialStart(word);
    if (start < 0) return end;
    const continues =
      mayContinue && this.#isEncoded && this.#mode !== 'inside' && this.#endsInSecret(word.slice(start));
    return this.#redact(at + start, continues ? bareEnd(this.#text, end) : end);
  }

  #endsInSecret(word: string): boolean {
    return findHidden(word, this.#rules) === 'start of a secret';
  }

  #wordEnd(at: number): number {
    const text = this.#text;
    this.#isEncoded = false;
    for (let end = at; ; end++) {
      const flags = flagsAt(text, end);
      if ((flags & WORD) === 0) {
        if ((flags & BACKSLASH) === 0 || !jsonEscapeAt(text, end)) return end;
        this.#isEncoded = true;
        end += 5;
      } else if ((flags & PERCENT) !== 0) this.#isEncoded = true;
      else if ((flags & DASH) !== 0 && end > at && this.#startsPem(end)) return end;
    }
  }
}
