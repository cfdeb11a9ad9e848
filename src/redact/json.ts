import { CUT_MARK } from '../format/cut-text.ts';
import { redactField } from './field.ts';
import { JsonFrame, type Span } from './json-frame.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED } from './redacted.ts';
import { applyReplacements, type Replacement } from './replacements.ts';
import { isSecretField, KNOWN_FORMATS_ONLY, type RedactRules } from './rules.ts';
import { redactValue } from './text.ts';

const REDACTED_JSON = JSON.stringify(REDACTED);
/** What is nested deeper is cut off. */
const MAX_DEPTH = 200;
/** JSON in a string, which may have JSON in a string. Each level can double the length when it is written again. */
export const MAX_NESTING = 5;
const OPENS_JSON = /^\s*[[{"]/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = ['true', 'false', 'null'];
const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 44, 58, 91, 92, 93, 123, 125,
];
const MALFORMED = -1;

export function opensJson(text: string): boolean {
  return OPENS_JSON.test(text);
}

/**
 * Redacts JSON by its keys, in one pass and without recursion; everything else stays as it was written. Several texts of
 * JSON may follow each other. `isCut` means that the end is missing. Returns `null` if it is not JSON.
 */
export function redactJson(text: string, isCut: boolean, rules: RedactRules, nesting = 0): string | null {
  return new JsonRedaction(text, isCut, rules, nesting).run();
}

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next';

class JsonRedaction {
  readonly #text: string;
  readonly #isCut: boolean;
  readonly #rules: RedactRules;
  readonly #nesting: number;
  readonly #frames: JsonFrame[] = [];
  #frame: JsonFrame;
  #expected: Expected = 'value';
  #at = 0;
  /** Redacted strings and numbers. */
  readonly #edits: Replacement[] = [];
  /** Values that are redacted as a whole. */
  readonly #wholes: Replacement[] = [];

  constructor(text: string, isCut: boolean, rules: RedactRules, nesting: number) {
    this.#text = text;
    this.#isCut = isCut;
    this.#rules = rules;
    this.#nesting = nesting;
    this.#frame = new JsonFrame(0, false, '', false, rules);
  }

  run(): string | null {
    for (;;) {
      this.#at = blanksEnd(this.#text, this.#at);
      if (this.#at >= this.#text.length) break;
      if (this.#frames.length > MAX_DEPTH)
        return redactJson(this.#text.slice(0, this.#at), true, this.#rules, this.#nesting) + CUT_MARK;
      const end = this.#step(this.#text.charCodeAt(this.#at));
      if (end === MALFORMED) return null;
      this.#at = end;
    }
    const isWhole = this.#frames.length === 0 && (this.#expected === 'next' || this.#text === '');
    if (!isWhole && !this.#isCut) return null;
    while (this.#frames.length > 0) this.#close(this.#text.length, true);
    this.#redactWholes(this.#frame.secrets(this.#isCut));
    this.#wholes.sort((a, b) => a.from - b.from);
    return applyReplacements(this.#text, this.#wholes, this.#edits);
  }

  /** Reads what starts here. Returns its end. */
  #step(code: number): number {
    const at = this.#at;
    switch (this.#expected) {
      case 'colon':
        this.#expected = 'value';
        return code === COLON ? at + 1 : MALFORMED;
      case 'next':
        if (code === COMMA && this.#frames.length > 0) {
          this.#expected = this.#frame.isObject ? 'key' : 'value';
          return at + 1;
        }
        return this.#isClosing(code)
          ? this.#close(at + 1, false)
          : this.#frames.length === 0
            ? this.#value(code)
            : MALFORMED;
      case 'first key':
        return this.#isClosing(code) ? this.#close(at + 1, false) : this.#key(code);
      case 'key':
        return this.#key(code);
      case 'first value':
        return this.#isClosing(code) ? this.#close(at + 1, false) : this.#value(code);
      case 'value':
        return this.#value(code);
    }
  }

  #isClosing(code: number): boolean {
    return this.#frames.length > 0 && code === (this.#frame.isObject ? CLOSE_OBJECT : CLOSE_LIST);
  }

  #key(code: number): number {
    if (code !== QUOTE) return MALFORMED;
    const from = this.#at;
    const to = stringEnd(this.#text, from);
    if (to > this.#text.length) return this.#replace({ from, to: this.#text.length }, '');
    const key = to < 0 ? null : decode(this.#text.slice(from, to));
    if (key === null) return MALFORMED;
    this.#frame.key = key;
    this.#expected = 'colon';
    const redacted = redactValue(key, this.#rules);
    return redacted === key ? to : this.#replace({ from, to }, JSON.stringify(redacted));
  }

  #value(code: number): number {
    const from = this.#at;
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const { key } = this.#frame;
      const isObject = code === OPEN_OBJECT;
      this.#frames.push(this.#frame);
      this.#frame = new JsonFrame(from, isObject, key, this.#rules.isSecret(key), this.#rules);
      this.#expected = isObject ? 'first key' : 'first value';
      return from + 1;
    }
    this.#expected = 'next';
    if (code === QUOTE) return this.#string(from);
    const to = matchEnd(NUMBER, this.#text, from);
    return to > from ? this.#number({ from, to }) : this.#literal(from);
  }

  #string(from: number): number {
    const text = this.#text;
    const end = stringEnd(text, from);
    const isOpen = end > text.length;
    const span = { from, to: isOpen ? text.length : end };
    const decoded = end < 0 ? null : decode(isOpen ? closed(text.slice(from)) : text.slice(from, end));
    if (decoded === null || (isOpen && !this.#isCut)) return MALFORMED;
    const { key } = this.#frame;
    this.#frame.note(span, decoded);
    const redacted = this.#redactString(key, decoded, isOpen);
    return redacted === decoded ? span.to : this.#replace(span, JSON.stringify(redacted));
  }

  #redactString(key: string, value: string, isCut: boolean): string {
    if (this.#nesting < MAX_NESTING && opensJson(value) && !isSecretField(this.#rules, key)) {
      const rules = this.#rules.isAllowed(key) ? KNOWN_FORMATS_ONLY : this.#rules;
      const inner = redactJson(value, isCut, rules, this.#nesting + 1);
      if (inner !== null) return isCut ? inner + CUT_MARK : inner;
    }
    const redact = (text: string) => redactField(key, text, this.#rules);
    return isCut ? redactAndCut(value, value.length + CUT_MARK.length, redact, true) : redact(value);
  }

  #number(span: Span): number {
    const { key } = this.#frame;
    this.#frame.note(span, null);
    if (isSecretField(this.#rules, key)) return this.#replace(span, REDACTED_JSON);
    // The rest may have made it a card number.
    if (this.#isCut && span.to === this.#text.length) return this.#replace(span, '');
    const digits = this.#text.slice(span.from, span.to);
    return redactValue(digits, this.#rules) === digits ? span.to : this.#replace(span, REDACTED_JSON);
  }

  /** Neither true, false nor null can be a secret. */
  #literal(from: number): number {
    const text = this.#text;
    const whole = LITERALS.find((literal) => text.startsWith(literal, from));
    if (whole) return from + whole.length;
    const rest = text.slice(from);
    if (!this.#isCut || !LITERALS.some((literal) => literal.startsWith(rest))) return MALFORMED;
    return this.#replace({ from, to: text.length }, '');
  }

  /** Ends the object or list. `isCut` means that the text ends first. */
  #close(to: number, isCut: boolean): number {
    const frame = this.#frame;
    this.#frame = this.#frames.pop() ?? frame;
    this.#expected = 'next';
    const span = { from: frame.from, to };
    this.#redactWholes(frame.isSecret ? [span] : frame.secrets(isCut));
    this.#frame.note(span, null, frame.hasObjects);
    return to;
  }

  #redactWholes(spans: readonly Span[]): void {
    for (const span of spans) this.#wholes.push({ ...span, by: REDACTED_JSON });
  }

  #replace(span: Span, by: string): number {
    this.#edits.push({ ...span, by });
    return span.to;
  }
}

function blanksEnd(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at))
    at++;
  return at;
}

function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** The end of a string; more than the length of the text if it is not closed, `MALFORMED` if it has control characters. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
    else if (code < 32) return MALFORMED;
  }
  return text.length + 1;
}

/** Closes a string that was cut, without the escape that was cut with it. */
function closed(cut: string): string {
  const escaped = /(?<!\\)(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/.exec(cut)?.[1] ?? '';
  return `${cut.slice(0, cut.length - escaped.length)}"`;
}

function decode(json: string): string | null {
  if (!json.includes('\\')) return json.slice(1, -1);
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}
