import { cardEnd } from './cards.ts';
import {
  AMPERSAND,
  BACKSLASH,
  BLANK,
  BREAK,
  flagsAt,
  isAt,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  skip,
  WORD,
} from './characters.ts';
import { inspectedEnd, startsInspected } from './inspected.ts';
import { closingQuote, joinedEnd, quoteAt, quotedEnd } from './quotes.ts';
import { REDACTED } from './redacted.ts';
import { blockEnd, startsBlock } from './yaml-block.ts';

const SCHEMES = new Set(['bearer', 'basic', 'digest', 'token', 'negotiate', 'apikey']);
const MAX_SCHEME_LENGTH = 9;

/** The end of a value that is quoted, in brackets, an inspected object, or bare. */
export function valueEnd(text: string, from: number): number {
  const quote = quoteAt(text, from);
  if (quote >= 0) {
    const end = joinedEnd(text, from, quote);
    return isAt(text, end, WORD) ? bareEnd(text, end) : end;
  }
  const inspected = inspectedEnd(text, from);
  if (inspected >= 0) return inspected;
  const block = blockEnd(text, from);
  if (block >= 0) return block;
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
    // The line break of an escaped header.
    if ((flags & BACKSLASH) !== 0 && text.startsWith('\\r\\n', at)) return at;
    const mark = skip(text, at, BACKSLASH);
    const afterQuote = isAt(text, mark, QUOTE) ? mark + 1 : mark;
    const next = skip(text, afterQuote, PUNCTUATION);
    if (next > mark && (next >= text.length || isAt(text, next, BREAK))) return at;
    if (next > afterQuote && (quoteAt(text, next) >= 0 || startsPair(text, next))) return at;
    at = next;
  }
  return at;
}

/** The end of a value in a connection string, which may contain spaces: `Password=two words;Database=x`. */
export function connectionValueEnd(text: string, from: number): number {
  if (isEnclosed(text, from)) return valueEnd(text, from);
  const bare = bareEnd(text, from);
  if (text[bare] !== ' ') return bare;
  let end = bare;
  while (end < text.length && !isAt(text, end, QUOTE) && text[end] !== '\n' && text[end] !== '&') {
    if (text[end] === ';') return end;
    end++;
  }
  return bare;
}

/** The end of the value of an Authorization header: the scheme, its credentials and all `name=value` pairs. */
export function authorizationEnd(text: string, from: number): number {
  if (isEnclosed(text, from)) return valueEnd(text, from);
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

/**
 * The end of the value of a header that may contain spaces, such as Cookie: at the quote that encloses the header, or at
 * the end of the line. `isEscaped` means that line breaks are written as `\r\n`.
 */
export function headerLineEnd(text: string, nameStart: number, from: number, isEscaped: boolean): number {
  if (isEnclosed(text, from)) return valueEnd(text, from);
  const quote = nameStart - 1;
  if (isAt(text, quote, QUOTE)) {
    let start = quote;
    while (isAt(text, start - 1, BACKSLASH)) start--;
    return closingQuote(text, start, quote, true);
  }
  let end = from;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') {
    if (isEscaped && isAt(text, end, BACKSLASH) && isAt(text, skip(text, end, BACKSLASH), WORD)) {
      const letter = text[skip(text, end, BACKSLASH)];
      if (letter === 'r' || letter === 'n') break;
    }
    end++;
  }
  return end;
}

function isEnclosed(text: string, from: number): boolean {
  return quoteAt(text, from) >= 0 || startsInspected(text, from) || startsBlock(text, from);
}

/** The end of `name="value"` or of an unquoted value. */
function pairOrBareEnd(text: string, from: number): number {
  const name = skip(text, from, WORD);
  const at = text[name] === '=' ? name + 1 : from;
  const quote = quoteAt(text, at);
  return quote >= 0 ? quotedEnd(text, at, quote) : bareEnd(text, at);
}

/** Whether `name=`, `"name":` or similar starts here. */
function startsPair(text: string, from: number): boolean {
  const end = skip(text, from, WORD);
  return end > from && isAt(text, isAt(text, end, QUOTE) ? end + 1 : end, SEPARATOR);
}
