import { redactCards } from './cards.ts';
import {
  BACKSLASH,
  BLANK,
  CLOSING,
  DASH,
  DIGIT,
  flagsAt,
  isAt,
  isCharacter,
  OPENING,
  PERCENT,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  SLASH,
  Source,
  skip,
  WORD,
} from './characters.ts';
import { contextValue } from './context-value.ts';
import { announcesCredential, credentialStart, isPlainWord, MIN_CREDENTIAL_LENGTH } from './credentials.ts';
import { decodeLayer, jsonEscapeAt, MAX_LAYERS } from './decode.ts';
import { errorCodeEnd } from './error-code.ts';
import { isHarmless } from './harmless.ts';
import { NameLists } from './name-lists.ts';
import { namedValueEnd } from './named-value.ts';
import { pemEnd, startsPem } from './pem.ts';
import { REDACTED } from './redacted.ts';
import type { Replacement } from './replacements.ts';
import type { RedactRules } from './rules.ts';
import { looksRandom, pathEnd, precedesSecret } from './secret-paths.ts';
import type { Range } from './special-values.ts';
import { type LastAt, portEnd, userinfoEnd } from './userinfo.ts';
import { bareEnd, valueEnd } from './value-bounds.ts';
import {
  bracketsEnd,
  isSourcePosition,
  listedStart,
  mayBeName,
  namesListed,
  valueStart,
} from './value-start.ts';

/** What decoding the text reveals: a secret, or the start of one that may continue after the text. */
export function findHidden(text: string, rules: RedactRules): 'nothing' | 'secret' | 'start of a secret' {
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const inner = decodeLayer(plain);
    if (inner === plain) return 'nothing';
    plain = inner;
    if (isHarmless(plain, rules)) continue;
    const scan = new Scan(plain, rules, 'inside');
    if (scan.findsSecret() || redactCards(plain) !== plain)
      return scan.isOpen ? 'start of a secret' : 'secret';
  }
  return 'nothing';
}

/** `visible` redacts plain secrets, `hidden` also words with an encoded secret; `inside` scans decoded text. */
type ScanMode = 'visible' | 'hidden' | 'inside';

/** Redacts a text in one pass, word by word. No step goes back, so it runs in linear time. */
export class Scan {
  /** Whether the last secret may continue after the text. */
  isOpen = false;
  readonly #source: Source;
  readonly #text: string;
  readonly #rules: RedactRules;
  readonly #mode: ScanMode;
  #nameLists: NameLists | null = null;
  readonly #lastAt: LastAt = { at: -1, until: -1 };
  /** What is kept between two secrets. */
  readonly #kept: string[] = [];
  readonly #replacements: Replacement[] = [];
  #result: 'text' | 'replacements' | 'none' = 'text';
  #isChanged = false;
  #copied = 0;
  /** Up to here, path segments that look like tokens are redacted. */
  #secretPathEnd = 0;
  /** Whether the last word has encoded characters. */
  #isEncoded = false;

  constructor(text: string, rules: RedactRules, mode: ScanMode) {
    this.#source = new Source(text);
    this.#text = this.#source.text;
    this.#rules = rules;
    this.#mode = mode;
  }

  /** What the scan redacts, instead of the result. */
  find(): readonly Replacement[] {
    this.#result = 'replacements';
    this.#scan();
    return this.#replacements;
  }

  /** Whether the scan redacts anything, instead of the result. */
  findsSecret(): boolean {
    this.#result = 'none';
    this.#scan();
    return this.#isChanged;
  }

  run(): string {
    this.#scan();
    if (this.#copied === 0) return this.#text;
    this.#kept.push(this.#text.slice(this.#copied));
    return this.#kept.join(REDACTED);
  }

  #scan(): void {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
  }

  #redact(from: number, to: number): number {
    if (to <= from) return from;
    if (this.#result === 'text') this.#kept.push(this.#text.slice(this.#copied, from));
    else if (this.#result === 'replacements') this.#replacements.push({ from, to, by: REDACTED });
    else this.#isChanged ||= this.#text.slice(from, to) !== REDACTED;
    this.#copied = to;
    return to;
  }

  #step(at: number): number {
    const flags = flagsAt(this.#source, at);
    if ((flags & WORD) !== 0)
      return (flags & DASH) !== 0 && startsPem(this.#text, at) ? this.#pem(at) : this.#word(at);
    if ((flags & SLASH) === 0) return at + 1;
    if (at < this.#secretPathEnd) {
      const end = this.#pathSegment(skip(this.#source, at, SLASH));
      if (end > 0) return end;
    }
    if (isAt(this.#source, at + 1, SLASH)) return this.#urlAuthority(at);
    return (flags & BACKSLASH) !== 0 && jsonEscapeAt(this.#text, at) ? this.#word(at) : at + 1;
  }

  /** Redacts a segment that looks like a token after `/reset/` and the like; 0 if it does not. */
  #pathSegment(from: number): number {
    const end = pathEnd(this.#source, from, true);
    return looksRandom(this.#text.slice(from, end)) ? this.#redact(from, end) : 0;
  }

  #pem(at: number): number {
    const end = pemEnd(this.#text, at);
    this.isOpen = end < 0;
    return this.#redact(at, end < 0 ? this.#text.length : end);
  }

  /** Redacts the credentials after `//`, or after `\/\/` in JSON. */
  #urlAuthority(at: number): number {
    const source = this.#source;
    const text = this.#text;
    const from = skip(source, at, SLASH);
    const host = userinfoEnd(source, from, this.#lastAt);
    if (host > from) this.#redact(from, host - 1);
    if (!isCharacter(text, at - 1, ':')) return host;
    const end = this.#wordEnd(host);
    const port = portEnd(text, end, ',;)');
    if (port === end) return host;
    this.#nameCredentials(host, end);
    return port;
  }

  #word(at: number): number {
    const end = this.#wordEnd(at);
    const after = flagsAt(this.#source, end);
    const special = contextValue(this.#source, at, end, this.#rules);
    if (special) return this.#redactSpecial(special, end);
    if ((after & SLASH) !== 0 && at >= this.#secretPathEnd && this.#precedesSecret(at, end))
      this.#secretPathEnd = pathEnd(this.#source, end, false);
    // Most words are not followed by a character that could make them a name.
    const isSymbol =
      (after & PUNCTUATION) !== 0 &&
      isCharacter(this.#text, end, ')') &&
      isCharacter(this.#text, at - 1, '(');
    if (isSymbol || (after & (SEPARATOR | BLANK | QUOTE | BACKSLASH | OPENING | CLOSING)) !== 0) {
      const next = (after & BLANK) === 0 ? end : skip(this.#source, end, BLANK);
      const isName = next === end || isAt(this.#source, next, SEPARATOR);
      const valueEnd = isName ? this.#namedValue(at, end) : this.#announcedValue(at, end, next);
      if (valueEnd > 0) return valueEnd;
    }
    return this.#credentials(at, end);
  }

  #precedesSecret(at: number, end: number): boolean {
    return isAt(this.#source, at - 1, SLASH) && precedesSecret(this.#text.slice(at, end));
  }

  #redactSpecial([from, to]: Range, end: number): number {
    this.isOpen = to === this.#text.length;
    if (from >= this.#copied) this.#redact(from, to);
    return Math.max(end, to);
  }

  /** Redacts the value of `name=value` and the like; 0 if this is not a name, or not that of a secret. */
  #namedValue(at: number, end: number): number {
    const source = this.#source;
    const nameEnd = bracketsEnd(source, end);
    if (!mayBeName(source, nameEnd) || !this.#isSecret(at, nameEnd)) return 0;
    const valueAt = valueStart(source, at, nameEnd);
    if (valueAt < 0) return this.#listedValue(at, end);
    if (namesListed(source, at, end, valueAt)) return 0;
    const codeEnd = errorCodeEnd(this.#text, at, nameEnd, valueAt);
    if (codeEnd > 0) return codeEnd;
    this.#nameCredentials(at, nameEnd);
    return this.#redactValue(valueAt, namedValueEnd(source, at, nameEnd, valueAt));
  }

  /** Redacts the value of `'authorization', '…'`, as in a list of raw headers, and of `name: 'token', value: '…'`. */
  #listedValue(at: number, end: number): number {
    const source = this.#source;
    if (!isAt(source, at - 1, QUOTE)) return 0;
    const valueAt = listedStart(source, end);
    if (valueAt < 0) return 0;
    this.#nameLists ??= new NameLists();
    if (this.#nameLists.contains(source, at)) return 0;
    return this.#redactValue(valueAt, valueEnd(source, valueAt));
  }

  /** Redacts the value of `Bearer …` and `--password …`. */
  #announcedValue(at: number, end: number, next: number): number {
    const source = this.#source;
    const text = this.#text;
    const rules = this.#rules;
    if (isAt(source, at, DASH)) {
      const isOption = text.startsWith('--', at) && !isAt(source, next, DASH);
      return isOption && rules.isSecret(text, at, end) ? this.#redactValue(next, valueEnd(source, next)) : 0;
    }
    if (!announcesCredential(text, at, end) || !rules.isSecret('authorization')) return 0;
    const credentialEnd = bareEnd(source, next);
    return isPlainWord(text.slice(next, credentialEnd)) ? 0 : this.#redactValue(next, credentialEnd);
  }

  #isSecret(at: number, end: number): boolean {
    const source = this.#source;
    const text = this.#text;
    const rules = this.#rules;
    if (rules.strict && isCharacter(text, end, '=') && !rules.isAllowed(text.slice(at, end))) return true;
    // `\nsid` is an escaped line break and `sid`.
    const escaped = isAt(source, at - 1, BACKSLASH) && rules.isSecret(text, at + 1, end);
    if (!escaped && !rules.isSecret(text, at, end)) return false;
    return !isAt(source, end + 1, DIGIT) || !isSourcePosition(text, end);
  }

  #redactValue(from: number, to: number): number {
    this.isOpen = to === this.#text.length && !isAt(this.#source, to - 1, QUOTE | CLOSING);
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
    const hidden = this.#isEncoded && this.#mode === 'hidden' ? findHidden(word, this.#rules) : 'nothing';
    const start = hidden === 'nothing' ? credentialStart(word) : 0;
    if (start < 0) return end;
    const mayReachOn = mayContinue && this.#isEncoded && this.#mode !== 'inside';
    const rest = hidden !== 'nothing' || !mayReachOn ? hidden : findHidden(word.slice(start), this.#rules);
    const continues = mayReachOn && rest === 'start of a secret';
    return this.#redact(at + start, continues ? bareEnd(this.#source, end) : end);
  }

  #wordEnd(at: number): number {
    const source = this.#source;
    const text = this.#text;
    this.#isEncoded = false;
    for (let end = at; ; end++) {
      const flags = flagsAt(source, end);
      if ((flags & WORD) === 0) {
        if ((flags & BACKSLASH) === 0 || !jsonEscapeAt(text, end)) return end;
        this.#isEncoded = true;
        end += 5;
      } else if ((flags & PERCENT) !== 0) this.#isEncoded = true;
      else if ((flags & DASH) !== 0 && end > at && startsPem(text, end)) return end;
    }
  }
}
