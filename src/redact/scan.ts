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
  QUOTE,
  SEPARATOR,
  SLASH,
  skip,
  WORD,
} from './characters.ts';
import { decodeLayer, jsonEscapeAt, MAX_LAYERS } from './decode.ts';
import { isHarmless } from './harmless.ts';
import { REDACTED } from './redacted.ts';
import type { RedactRules } from './rules.ts';
import { credentialStart, MIN_CREDENTIAL_LENGTH } from './tokens.ts';
import { type LastAt, portEnd, userinfoEnd } from './userinfo.ts';
import {
  authorizationEnd,
  bareEnd,
  bracketsEnd,
  cookieHeaderEnd,
  listedStart,
  valueEnd,
  valueStart,
} from './value.ts';

const PEM_BEGIN = '-----BEGIN';
const PEM_END = '-----END';
const COOKIES = new Set(['cookie', 'set-cookie']);
const AUTHORIZATIONS = new Set(['authorization', 'proxy-authorization']);
const HEADER_LENGTHS = new Set([...COOKIES, ...AUTHORIZATIONS].map((name) => name.length));
const CREDENTIALS = new Set(['bearer', 'basic']);
/** `Basic authentication` tells no secret. */
const PLAIN_WORD = /^[A-Za-z][a-z]{0,18}[^A-Za-z0-9]?$/;
/** `auth.js:12:5` is a place in a file, not a secret behind a name. */
const SOURCE_POSITION = /(?<=\.[cm]?[jt]sx?):\d{1,6}(?::\d{1,6})?(?![\w.])/y;

/** What shows once encoding is taken off: a secret that ends within the text, or one that may go on behind it. */
export function findHidden(text: string, rules: RedactRules): 'nothing' | 'secret' | 'start of a secret' {
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const inner = decodeLayer(plain);
    if (inner === plain) return 'nothing';
    plain = inner;
    if (isHarmless(plain, rules)) continue;
    const scan = new Scan(plain, rules, 'inside');
    if (redactCards(scan.redacted()) !== plain) return scan.isOpen ? 'start of a secret' : 'secret';
  }
  return 'nothing';
}

/** `visible` takes what shows, `hidden` also the words that hide a secret, `inside` looks at what was hidden. */
type ScanMode = 'visible' | 'hidden' | 'inside';

/** One walk through a text, word by word. Each step goes on behind what it has looked at: the cost is linear. */
export class Scan {
  /** Whether the text ended before the secret did. */
  isOpen = false;
  readonly #text: string;
  readonly #rules: RedactRules;
  readonly #aim: ScanMode;
  readonly #lastAt: LastAt = { at: -1, until: -1 };
  #out = '';
  #kept = 0;
  /** Whether the word that was found last holds anything encoded. */
  #isEncoded = false;

  constructor(text: string, rules: RedactRules, aim: ScanMode) {
    this.#text = text;
    this.#rules = rules;
    this.#aim = aim;
  }

  redacted(): string {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
    return this.#kept === 0 ? this.#text : this.#out + this.#text.slice(this.#kept);
  }

  #withhold(from: number, to: number): number {
    if (to <= from) return from;
    this.#out += this.#text.slice(this.#kept, from) + REDACTED;
    this.#kept = to;
    return to;
  }

  #step(at: number): number {
    const flags = flagsAt(this.#text, at);
    if ((flags & WORD) !== 0)
      return (flags & DASH) !== 0 && this.#startsPem(at) ? this.#pem(at) : this.#word(at);
    if ((flags & SLASH) === 0) return at + 1;
    if (isAt(this.#text, at + 1, SLASH)) return this.#authority(at);
    return (flags & BACKSLASH) !== 0 && jsonEscapeAt(this.#text, at) ? this.#word(at) : at + 1;
  }

  #startsPem(at: number): boolean {
    return this.#text.startsWith(PEM_BEGIN, at);
  }

  #pem(at: number): number {
    const end = this.#text.indexOf(PEM_END, at);
    const close = end < 0 ? -1 : this.#text.indexOf('-----', end + PEM_END.length);
    this.isOpen = close < 0;
    return this.#withhold(at, close < 0 ? this.#text.length : close + 5);
  }

  /** Behind `//`, or the `\/\/` of JSON. */
  #authority(at: number): number {
    const text = this.#text;
    const from = skip(text, at, SLASH);
    const host = userinfoEnd(text, from, this.#lastAt);
    if (host > from) this.#withhold(from, host - 1);
    if (text[at - 1] !== ':') return host;
    const end = this.#wordEnd(host);
    const port = portEnd(text, end, ',;)');
    if (port === end) return host;
    this.#nameShapes(host, end);
    return port;
  }

  #word(at: number): number {
    const end = this.#wordEnd(at);
    const after = flagsAt(this.#text, end);
    // Most words are followed by nothing that could make a name of them.
    if ((after & (SEPARATOR | BLANK | QUOTE | BACKSLASH | OPENING | CLOSING)) !== 0) {
      const next = (after & BLANK) === 0 ? end : skip(this.#text, end, BLANK);
      const isName = next === end || isAt(this.#text, next, SEPARATOR);
      const told = isName ? this.#named(at, end) : this.#announced(at, end, next);
      if (told > 0) return told;
    }
    return this.#shapes(at, end);
  }

  /** `name=value` and the like; 0 when it is none, or no secret. */
  #named(at: number, end: number): number {
    const text = this.#text;
    const nameEnd = bracketsEnd(text, end);
    const valueAt = valueStart(text, nameEnd);
    if (valueAt < 0) return this.#listed(at, end);
    if (!this.#isSecret(at, nameEnd)) return 0;
    this.#nameShapes(at, nameEnd);
    return this.#value(valueAt, this.#namedEnd(at, nameEnd, valueAt));
  }

  /** `'authorization', '…'`, as in a list of raw headers. */
  #listed(at: number, end: number): number {
    const text = this.#text;
    const valueAt = listedStart(text, end);
    if (valueAt < 0 || !HEADER_LENGTHS.has(end - at)) return 0;
    const name = text.slice(at, end).toLowerCase();
    const isHeader = (COOKIES.has(name) || AUTHORIZATIONS.has(name)) && this.#rules.isSecret(name);
    return isHeader ? this.#value(valueAt, valueEnd(text, valueAt)) : 0;
  }

  /** `Bearer …` and `--password …`. */
  #announced(at: number, end: number, next: number): number {
    const text = this.#text;
    const rules = this.#rules;
    if (isAt(text, at, DASH)) {
      const isOption = text.startsWith('--', at) && !isAt(text, next, DASH);
      return isOption && rules.isSecret(text.slice(at, end)) ? this.#value(next, valueEnd(text, next)) : 0;
    }
    if (end - at !== 5 && end - at !== 6) return 0;
    if (!CREDENTIALS.has(text.slice(at, end).toLowerCase()) || !rules.isSecret('authorization')) return 0;
    const credentialEnd = bareEnd(text, next);
    return PLAIN_WORD.test(text.slice(next, credentialEnd)) ? 0 : this.#value(next, credentialEnd);
  }

  #isSecret(at: number, end: number): boolean {
    const text = this.#text;
    const name = text.slice(at, end);
    const rules = this.#rules;
    if (rules.strict && text[end] === '=' && !rules.isAllowed(name)) return true;
    // `\nsid` is a line's end and `sid`.
    const escaped = isAt(text, at - 1, BACKSLASH) && rules.isSecret(name.slice(1));
    if (!escaped && !rules.isSecret(name)) return false;
    if (!isAt(text, end + 1, DIGIT)) return true;
    SOURCE_POSITION.lastIndex = end;
    return !SOURCE_POSITION.test(text);
  }

  #namedEnd(at: number, nameEnd: number, valueAt: number): number {
    const text = this.#text;
    if (!HEADER_LENGTHS.has(nameEnd - at)) return valueEnd(text, valueAt);
    const name = text.slice(at, nameEnd).toLowerCase();
    if (COOKIES.has(name)) return cookieHeaderEnd(text, at, valueAt);
    return AUTHORIZATIONS.has(name) ? authorizationEnd(text, valueAt) : valueEnd(text, valueAt);
  }

  #value(from: number, to: number): number {
    this.isOpen = to === this.#text.length && !isAt(this.#text, to - 1, QUOTE | CLOSING);
    return this.#withhold(from, to);
  }

  /** A name may be a token itself, or hide a secret. */
  #nameShapes(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const end = Math.min(to, this.#wordEnd(at));
      if (end > at) this.#shapes(at, end, false);
      at = end + 1;
    }
  }

  /** A word without the token in it, if it holds one; one that hides a secret goes, with what belongs to it. */
  #shapes(at: number, end: number, spills = true): number {
    if (!this.#isEncoded && end - at < MIN_CREDENTIAL_LENGTH) return end;
    const word = this.#text.slice(at, end);
    const isWhole = this.#isEncoded && this.#aim === 'hidden' && findHidden(word, this.#rules) !== 'nothing';
    const token = isWhole ? 0 : credentialStart(word);
    if (token < 0) return end;
    const goesOn = spills && this.#isEncoded && this.#aim !== 'inside' && this.#isOpenIn(word.slice(token));
    return this.#withhold(at + token, goesOn ? bareEnd(this.#text, end) : end);
  }

  #isOpenIn(word: string): boolean {
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
