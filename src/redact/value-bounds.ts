import { cardEnd } from './cards.ts';
import {
  AMPERSAND,
  BACKSLASH,
  BLANK,
  BREAK,
  CLOSING,
  flagsAt,
  isAt,
  OPENING,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  SLASH,
  skip,
  WORD,
} from './characters.ts';
import { REDACTED } from './redacted.ts';

const SCHEMES = new Set(['bearer', 'basic', 'digest', 'token', 'negotiate']);
const MAX_SCHEME_LENGTH = 9;
const [NEWLINE, BACKSLASH_CODE] = [10, 92];

/** The end of the brackets of a key such as `a[b]["c"][]`; `from` if it has none. */
export function bracketsEnd(text: string, from: number): number {
  let end = from;
  while (isAt(text, end, OPENING) && text[end] === '[') {
    const at = skip(text, end + 1, WORD | QUOTE);
    if (text[at] !== ']') return end;
    end = at + 1;
  }
  return end;
}

/** Where the value after a name starts (skips the name's closing quote, `=`, `:`, `=>` and spaces), or -1. */
export function valueStart(text: string, nameEnd: number): number {
  let at = skip(text, nameEnd, BACKSLASH);
  const quoted = isAt(text, at, QUOTE);
  if (quoted) at++;
  if (isAt(text, at, CLOSING) && text[at] === ']' && text[at + 1] === '=') at++;
  at = skip(text, at, BLANK);
  if (!isAt(text, at, SEPARATOR) || (isAt(text, at + 1, SLASH) && text.startsWith('://', at))) return -1;
  at = skip(text, at, SEPARATOR);
  if (text[at] === '>') at++;
  // JSON may continue on the next line; a line that ends with `password:` has no value.
  at = skip(text, at, quoted ? BREAK : BLANK);
  return at < text.length ? at : -1;
}

/** Where the quoted value after a quoted name and a comma starts, as in a list of raw headers, or -1. */
export function listedStart(text: string, nameEnd: number): number {
  if (!isAt(text, nameEnd, QUOTE) || text[nameEnd + 1] !== ',') return -1;
  const at = skip(text, nameEnd + 2, BREAK);
  return isAt(text, at, QUOTE) ? at : -1;
}

/** The end of a value that is quoted, in brackets, or bare. */
export function valueEnd(text: string, from: number): number {
  const quote = quoteAt(text, from);
  if (quote >= 0) {
    const end = quotedEnd(text, from, quote);
    return isAt(text, end, WORD) ? bareEnd(text, end) : end;
  }
  if (isAt(text, from, OPENING)) return bracketedEnd(text, from);
  const end = bareEnd(text, from);
  if (end - from <= MAX_SCHEME_LENGTH && isAt(text, end, BLANK)) {
    if (SCHEMES.has(text.slice(from, end).toLowerCase())) return pairOrBareEnd(text, skip(text, end, BLANK));
  }
  // A card number may contain spaces.
  return Math.max(end, cardEnd(text, from));
}

/**
 * The end of an unquoted value. A comma or an enclosing quote ends it, unless the value continues after it: `a,b` is
 * one value, `a, b` and `a,b=c` are two.
 */
export function bareEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const flags = flagsAt(text, at);
    if ((flags & (BREAK | AMPERSAND)) !== 0) return at;
    if ((flags & (PUNCTUATION | QUOTE | BACKSLASH)) === 0) {
      at++;
      continue;
    }
    const mark = skip(text, at, BACKSLASH);
    const afterQuote = isAt(text, mark, QUOTE) ? mark + 1 : mark;
    const next = skip(text, afterQuote, PUNCTUATION);
    if (next > mark && (next >= text.length || isAt(text, next, BREAK))) return at;
    if (next > afterQuote && (quoteAt(text, next) >= 0 || startsPair(text, next))) return at;
    at = next;
  }
  return at;
}

/** The end of the value of an Authorization header: the scheme, its credentials and all `name=value` pairs. */
export function authorizationEnd(text: string, from: number): number {
  if (quoteAt(text, from) >= 0 || isAt(text, from, OPENING)) return valueEnd(text, from);
  const scheme = bareEnd(text, from);
  let at = skip(text, scheme, BLANK);
  // Already redacted.
  if (at === scheme || text.slice(from, scheme) === REDACTED) return scheme;
  for (;;) {
    const end = pairOrBareEnd(text, at);
    if (text[end] !== ',') return end;
    at = skip(text, end + 1, BLANK);
    if (text[skip(text, at, WORD)] !== '=') return end;
  }
}

/** The end of the value of a Cookie header: at the quote that encloses the header, or at the end of the line. */
export function cookieHeaderEnd(text: string, nameStart: number, from: number): number {
  if (quoteAt(text, from) >= 0 || isAt(text, from, OPENING)) return valueEnd(text, from);
  const quote = nameStart - 1;
  if (!isAt(text, quote, QUOTE)) {
    const newline = text.indexOf('\n', from);
    return newline < 0 ? text.length : newline;
  }
  let start = quote;
  while (isAt(text, start - 1, BACKSLASH)) start--;
  return closingQuote(text, start, quote, true);
}

/** The end of `name="value"` or of an unquoted value. */
function pairOrBareEnd(text: string, from: number): number {
  const name = skip(text, from, WORD);
  const at = text[name] === '=' ? name + 1 : from;
  const quote = quoteAt(text, at);
  return quote >= 0 ? quotedEnd(text, at, quote) : bareEnd(text, at);
}

/** The index of a quote that opens here, possibly escaped (`\"`), or -1. */
function quoteAt(text: string, from: number): number {
  const at = skip(text, from, BACKSLASH);
  return isAt(text, at, QUOTE) ? at : -1;
}

function quotedEnd(text: string, from: number, quote: number): number {
  return Math.min(text.length, closingQuote(text, from, quote, false) + 1);
}

/**
 * The index of the closing quote, or the end of the text (or line) if there is none. A quote opened with n backslashes
 * is closed by one with n, or with any number that leaves n after removing pairs of escaped backslashes. A quote with
 * fewer closes an enclosing value.
 */
function closingQuote(text: string, from: number, quote: number, inLine: boolean): number {
  const depth = quote - from;
  const mark = text.charCodeAt(quote);
  let slashes = 0;
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH_CODE) {
      slashes++;
      continue;
    }
    if (inLine && code === NEWLINE) return at;
    if (code === mark && (slashes < depth || slashes % (2 * depth + 2) === depth)) {
      // SQL escapes a quote by doubling it.
      const isDoubled =
        depth === 0 && at > quote + 1 && at + 1 < text.length && text.charCodeAt(at + 1) === mark;
      if (!isDoubled) return at;
      at++;
    }
    slashes = 0;
  }
  return text.length;
}

function bracketedEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const mark = skip(text, at, BACKSLASH);
    const flags = flagsAt(text, mark);
    if ((flags & QUOTE) !== 0) {
      at = quotedEnd(text, at, mark);
      continue;
    }
    if ((flags & OPENING) !== 0) depth++;
    else if ((flags & CLOSING) !== 0 && --depth === 0) return mark + 1;
    at = mark + 1;
  }
  return text.length;
}

/** Whether `name=`, `"name":` or similar starts here. */
function startsPair(text: string, from: number): boolean {
  const end = skip(text, from, WORD);
  return end > from && isAt(text, isAt(text, end, QUOTE) ? end + 1 : end, SEPARATOR);
}
