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

/** The end of a key's brackets: `a[b]["c"][]` is one key. Without any, where they would start. */
export function bracketsEnd(text: string, from: number): number {
  let end = from;
  while (isAt(text, end, OPENING) && text[end] === '[') {
    const at = skip(text, end + 1, WORD | QUOTE);
    if (text[at] !== ']') return end;
    end = at + 1;
  }
  return end;
}

/** Where the value behind a name starts (`=`, `:`, `=>`, spaces and the name's closing quote passed over), or -1. */
export function valueStart(text: string, nameEnd: number): number {
  let at = skip(text, nameEnd, BACKSLASH);
  const quoted = isAt(text, at, QUOTE);
  if (quoted) at++;
  if (isAt(text, at, CLOSING) && text[at] === ']' && text[at + 1] === '=') at++;
  at = skip(text, at, BLANK);
  if (!isAt(text, at, SEPARATOR) || (isAt(text, at + 1, SLASH) && text.startsWith('://', at))) return -1;
  at = skip(text, at, SEPARATOR);
  if (text[at] === '>') at++;
  // JSON may go on in the next line; a line that ends in `password:` has no value.
  at = skip(text, at, quoted ? BREAK : BLANK);
  return at < text.length ? at : -1;
}

/** Where the quoted value behind a quoted name and a comma starts, as in a list of raw headers, or -1. */
export function listedStart(text: string, nameEnd: number): number {
  if (!isAt(text, nameEnd, QUOTE) || text[nameEnd + 1] !== ',') return -1;
  const at = skip(text, nameEnd + 2, BREAK);
  return isAt(text, at, QUOTE) ? at : -1;
}

/** The end of a value: of its quotes, its brackets, or of what stands without a space. */
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
  // A card number may hold spaces.
  return Math.max(end, cardEnd(text, from));
}

/**
 * The end of a value without quotes. A comma, or the quote that all of it stands in, ends it unless it goes on
 * behind: `a,b` is one value, `a, b` and `a,b=c` are two.
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
    const behind = isAt(text, mark, QUOTE) ? mark + 1 : mark;
    const next = skip(text, behind, PUNCTUATION);
    if (next > mark && (next >= text.length || isAt(text, next, BREAK))) return at;
    if (next > behind && (quoteAt(text, next) >= 0 || startsPair(text, next))) return at;
    at = next;
  }
  return at;
}

/** The end of an Authorization header's value in a line: the scheme, what follows it, and all its `name=value` pairs. */
export function authorizationEnd(text: string, from: number): number {
  if (quoteAt(text, from) >= 0 || isAt(text, from, OPENING)) return valueEnd(text, from);
  const scheme = bareEnd(text, from);
  let at = skip(text, scheme, BLANK);
  // What was redacted before has no more to give.
  if (at === scheme || text.slice(from, scheme) === REDACTED) return scheme;
  for (;;) {
    const end = pairOrBareEnd(text, at);
    if (text[end] !== ',') return end;
    at = skip(text, end + 1, BLANK);
    if (text[skip(text, at, WORD)] !== '=') return end;
  }
}

/** The end of a Cookie header's value in a line: of the quotes that the whole line stands in, or of the line. */
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

/** `name="value"`, quotes and all, or a value without quotes. */
function pairOrBareEnd(text: string, from: number): number {
  const name = skip(text, from, WORD);
  const at = text[name] === '=' ? name + 1 : from;
  const quote = quoteAt(text, at);
  return quote >= 0 ? quotedEnd(text, at, quote) : bareEnd(text, at);
}

/** Where a quote stands that opens here, be it escaped (`\"`), or -1. */
function quoteAt(text: string, from: number): number {
  const at = skip(text, from, BACKSLASH);
  return isAt(text, at, QUOTE) ? at : -1;
}

function quotedEnd(text: string, from: number, quote: number): number {
  return Math.min(text.length, closingQuote(text, from, quote, false) + 1);
}

/**
 * The quote that closes; where there is none, the end of the text, or of the line. One that was opened with n
 * backslashes is closed behind n of them, or behind any number that leaves n when all pairs of escaped backslashes
 * are taken off; fewer end what it stands in.
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
      // SQL doubles a quote to write it.
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

/** `name=`, `"name":` and the like. */
function startsPair(text: string, from: number): boolean {
  const end = skip(text, from, WORD);
  return end > from && isAt(text, isAt(text, end, QUOTE) ? end + 1 : end, SEPARATOR);
}
