import { AMBIGUOUS, COUNTED, MESSAGE, PLAIN, SECRET, STATEMENT_VALUES, VALUE } from '../names/names.ts';
import { isHarmless, isLikelySecret, looksRandom, precedesSecret } from '../names/shape.ts';
import type { RedactRules } from '../rules.ts';
import { readQuote } from './announced.ts';
import {
  BLANK,
  DIGIT,
  isAt,
  isInName,
  MAX_NAME,
  matchEnd,
  NAME,
  nextMark,
  QUOTE,
  SEPARATOR,
  skip,
  trimmedEnd,
  WORD,
  wordEnd,
  wordStart,
} from './characters.ts';
import { because, byLook, byName, type Found, hasTooMany } from './found.ts';
import { Frames } from './frames.ts';
import {
  bracketedEnd,
  isInspected,
  lineEnd,
  type Place,
  quotedEnd,
  valueEnd,
  valueStart,
} from './value-end.ts';

/** `auth.js:12:5` is a place in a file. */
const FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|mdx?|json|html?|css|py|rb|go|sql)$/;
/** Words of a text about a statement or command with parameters. */
const COMMAND =
  /sql|query|queries|statement|command|redis|cmd|prepare|exec|select|insert|update|delete|replace|merge|upsert|call|grant|into/i;
/** Headers whose value is the rest of the line, and what such a value begins with. */
const LINE = /(?:cookie|authorization)$/i;
const SCHEME = /(?:bearer|basic|digest|negotiate|apikey|token|ntlm|hawk|aws4\S{1,20}) /iy;
/** `the password is: …` */
const COPULA = /^(?:is|was)$/i;
const PORT = /\d{1,5}(?![\w.])/y;
const MAX_SEGMENT = 64;
const MAX_JUDGED = 64;
const QUOTED_HEAD = /^[^"'`]*/;
const BARE_HEAD = /^[^\s,;&)\]}>"'`=]*=*/;
const PATH = /(?:\\\/|[^\s"'`?#&,()<>{}|\\])*/y;
const SEGMENT = /[^/\\;]+/g;
const [EQUALS, COLON, WIDE_COLON, DASH, SLASH, OPEN, CLOSE, GREATER] = [61, 58, 0xff1a, 45, 47, 123, 125, 62];

/** Finds the secrets of a text by names and paths, in one pass. */
export function scanNames(text: string, rules: RedactRules, found: Found[]): void {
  new Scan(text, rules, found).run();
}

class Scan {
  readonly #text: string;
  readonly #rules: RedactRules;
  readonly #found: Found[];
  readonly #frames: Frames;
  /** The bounds of the name before a separator. */
  #name = 0;
  #nameEnd = 0;
  #isQuoted = false;
  /** Up to here, segments of a path that look random are secrets. */
  #pathEnd = 0;
  /** Whether the text is about a statement or a command; computed on first use. */
  #hasCommand: boolean | null = null;
  /** Computed on first use. */
  #hasSecretPath: boolean | null = null;

  constructor(text: string, rules: RedactRules, found: Found[]) {
    this.#text = text;
    this.#rules = rules;
    this.#found = found;
    this.#frames = new Frames(text, rules, found);
  }

  run(): void {
    const text = this.#text;
    // Each step continues after the mark, so the loop ends.
    for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, Math.max(at + 1, this.#step(at))))
      if (hasTooMany(this.#found, at, text.length)) break;
    this.#frames.end();
  }

  #step(at: number): number {
    const code = this.#text.charCodeAt(at);
    if (code === COLON || code === EQUALS || code === WIDE_COLON) return this.#separator(at);
    if (code === OPEN) return this.#frames.open(at);
    if (code === CLOSE) return this.#frames.close(at);
    if (code === SLASH) return this.#slash(at);
    return code === DASH ? this.#dash(at) : readQuote(this.#text, at, this.#rules, this.#found);
  }

  #hide(from: number, to: number, name: string, by = byName): number {
    if (to > from) this.#found.push(by(from, to, name));
    return to;
  }

  /** Reads what is before and after `=`, `:` or `->`. Returns where to go on. */
  #separator(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH) return at + 3;
    const signs = skip(text, at + Number(text.charCodeAt(at) === DASH), SEPARATOR);
    const after = text.charCodeAt(signs) === GREATER ? signs + 1 : signs;
    if (!this.#readName(at)) return after;
    const verdict = this.#verdict(at);
    if (verdict === PLAIN || this.#isPlace(at)) return after;
    const [name, end, isQuoted] = [this.#name, this.#nameEnd, this.#isQuoted];
    const isQuery = text.charCodeAt(at) === EQUALS && isQueryStart(text[name - 1]);
    const start = skip(text, after, BLANK);
    const isLine = LINE.test(text.slice(Math.max(name, end - 13), end)) || matchEnd(SCHEME, text, start) > 0;
    const place = { name, isQuoted, isQuery, isLine };
    const from = valueStart(text, after, place);
    if (from < 0 || (isTag(text, name, end, at) && !isAt(text, from, QUOTE))) return after;
    return this.#value(verdict, from, place) ?? after;
  }

  #verdict(at: number): number {
    const { strict, judge, isAllowed } = this.#rules;
    const text = this.#text;
    const [name, end] = [this.#name, this.#nameEnd];
    if (strict && text.charCodeAt(at) === EQUALS && !isAllowed(text.slice(name, end))) return SECRET;
    const verdict = judge(text, name, end);
    if (verdict === SECRET || verdict === PLAIN || !isAt(text, name - 1, BLANK)) return verdict;
    // `Invalid session id: …`
    return judge(text, wordStart(text, name - 1, WORD), end) === SECRET ? SECRET : verdict;
  }

  /** Finds the name that ends before a separator. Returns whether there is one. */
  #readName(at: number): boolean {
    const text = this.#text;
    let end = at;
    while (at - end < 4 && (isAt(text, end - 1, BLANK) || text[end - 1] === '\\')) end--;
    this.#isQuoted = isAt(text, end - 1, QUOTE);
    if (this.#isQuoted) end--;
    // `[Symbol(password)]`
    if (text[end - 1] === ']' && text[end - 2] === ')') end--;
    if (text[end - 1] === ')' && !this.#isQuoted) end--;
    const least = Math.max(0, end - MAX_NAME);
    let name = end;
    while (name > least && (isInName(text, name - 1) || isInBrackets(text, name - 1))) name--;
    // `\npassword` is an escaped line break and a name.
    if (text[name - 1] === '\\' && /[nrt]/.test(text[name] ?? '')) name++;
    if (end - name <= 3 && isAt(text, name - 1, BLANK) && COPULA.test(text.slice(name, end))) {
      end = name - 1;
      name = wordStart(text, end, WORD);
    }
    this.#name = name;
    this.#nameEnd = end;
    return name < end;
  }

  /** Hides the value if the verdict on its name says so. Returns where to go on, `null` if right after the separator. */
  #value(verdict: number, from: number, place: Place): number | null {
    const text = this.#text;
    if (verdict === STATEMENT_VALUES) return this.#statementValues(from);
    if (verdict === VALUE || verdict === MESSAGE)
      return isAt(text, from, QUOTE) || place.isQuoted || isInspected(text, from)
        ? this.#frames.value(from, place, verdict === MESSAGE)
        : null;
    const name = text.slice(this.#name, this.#nameEnd);
    if (verdict === SECRET || verdict === COUNTED) {
      const to = valueEnd(text, from, place);
      const plain = text.slice(from, Math.min(to, from + MAX_NAME)).trim();
      return isHarmless(verdict, plain) ? null : this.#hide(from, trimmedEnd(text, from, to), name);
    }
    const end = this.#ambiguous(verdict, from, name, place);
    return end !== null || verdict === AMBIGUOUS ? end : this.#frames.name(from);
  }

  /** Judges the value by its start, so that a text of such names takes linear time. */
  #ambiguous(verdict: number, from: number, name: string, place: Place): number | null {
    const text = this.#text;
    const isQuoted = isAt(text, from, QUOTE);
    const start = isQuoted ? from + 1 : from;
    const [head = ''] =
      (isQuoted ? QUOTED_HEAD : BARE_HEAD).exec(text.slice(start, start + MAX_JUDGED)) ?? [];
    if (!isLikelySecret(verdict, name, head)) return null;
    const bareEnd = () => (place.isQuery ? valueEnd(text, from, place) : wordEnd(text, from));
    const end = isQuoted ? quotedEnd(text, from) - 1 : bareEnd();
    return this.#hide(start, end, name, byLook);
  }

  /** `bindings: [ … ]`, and with a statement near also a bare list to the end of the line. */
  #statementValues(from: number): number | null {
    const text = this.#text;
    this.#hasCommand ??= COMMAND.test(text);
    if (!this.#hasCommand && !text.startsWith('$1', from)) return null;
    const isList = text[from] === '[' || /^\{\s*["']?[$:@]\w/.test(text.slice(from, from + 20));
    if (!isList && (isAt(text, from, QUOTE) || text[from] === '{')) return null;
    const to = isList ? bracketedEnd(text, from) : lineEnd(text, from);
    this.#found.push(because(from, to, 'value of a statement'));
    return to;
  }

  /** Hides segments that look random after `/reset/` and the like. */
  #slash(at: number): number {
    const text = this.#text;
    this.#hasSecretPath ??= precedesSecret(text);
    if (!this.#hasSecretPath || at < this.#pathEnd) return at + 1;
    // JSON may write `\/`.
    const end = text[at - 1] === '\\' ? at - 1 : at;
    let from = wordStart(text, end, WORD | NAME);
    if (text[from - 1] === '=') while (from > 0 && end - from < MAX_SEGMENT && text[from - 1] !== '/') from--;
    if (precedesSecret(text.slice(from, end))) {
      this.#pathEnd = matchEnd(PATH, text, at);
      for (const { index, 0: segment } of text.slice(at, this.#pathEnd).matchAll(SEGMENT))
        if (looksRandom(segment))
          this.#found.push(
            because(at + index, at + index + segment.length, 'looks random, in a path such as /reset/'),
          );
    }
    return at + 1;
  }

  /** `--password value`, `token -> value` */
  #dash(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at + 1) === GREATER) return this.#separator(at);
    if (text.charCodeAt(at + 1) !== DASH || isAt(text, at - 1, WORD)) return at + 1;
    const from = skip(text, at, NAME);
    const end = skip(text, from, WORD | NAME);
    const value = skip(text, end, BLANK);
    if (from - at !== 2 || value === end || text[value] === '-' || text[value] === '<') return end;
    if (this.#rules.judge(text, from, end) !== SECRET) return end;
    const place = { name: from, isQuoted: false, isQuery: true, isLine: false };
    return this.#hide(value, valueEnd(text, value, place), text.slice(from, end));
  }

  /** Whether this is a place: `token.js:12` in a file, or the port of `//token:80`. */
  #isPlace(at: number): boolean {
    const text = this.#text;
    if (text.charCodeAt(at) !== COLON || !isAt(text, at + 1, DIGIT)) return false;
    if (FILE.test(text.slice(Math.max(this.#name, this.#nameEnd - 10), this.#nameEnd))) return true;
    const isHost = text[this.#name - 1] === '@' || text.startsWith('//', this.#name - 2);
    return isHost && matchEnd(PORT, text, at + 1) > 0;
  }
}

function isQueryStart(before: string | undefined): boolean {
  return before === '?' || before === '&' || before === '#';
}

/** `['…']` in a name. */
function isInBrackets(text: string, at: number): boolean {
  return isAt(text, at, QUOTE) && (text[at - 1] === '[' || text[at + 1] === ']');
}

/** `[auth]: connected` is a tag and a message. */
function isTag(text: string, name: number, end: number, at: number): boolean {
  if (text.charCodeAt(at) !== COLON || text[name] !== '[' || isAt(text, name + 1, QUOTE)) return false;
  return end === at && text.slice(name, end).indexOf(']') === end - name - 1;
}
