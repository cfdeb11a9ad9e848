import { cardEnd } from './cards.ts';
import {
  AMPERSAND,
  BACKSLASH,
  BLANK,
  BREAK,
  flagsAt,
  isAt,
  isWordAt,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  type Source,
  skip,
  WORD,
} from './characters.ts';
import { inspectedEnd, startsInspected } from './inspected.ts';
import { closingQuote, joinedEnd, quoteAt, quotedEnd } from './quotes.ts';
import { REDACTED } from './redacted.ts';
import { blockEnd, startsBlock } from './yaml-block.ts';

const SCHEMES = ['bearer', 'basic', 'digest', 'token', 'negotiate', 'apikey'];

/** The end of a value that is quoted, in brackets, an inspected object, or bare. */
export function valueEnd(source: Source, from: number): number {
  const { text } = source;
  const quote = quoteAt(source, from);
  if (quote >= 0) {
    const end = joinedEnd(source, from, quote);
    return isAt(source, end, WORD) ? bareEnd(source, end) : end;
  }
  const inspected = inspectedEnd(source, from);
  if (inspected >= 0) return inspected;
  const block = blockEnd(source, from);
  if (block >= 0) return block;
  const end = bareEnd(source, from);
  if (isAt(source, end, BLANK) && SCHEMES.some((scheme) => isWordAt(text, from, end, scheme)))
    return pairOrBareEnd(source, skip(source, end, BLANK));
  // A card number may contain spaces.
  return Math.max(end, cardEnd(text, from));
}

/**
 * The end of an unquoted value. A comma or an enclosing quote ends it, unless the value continues after it: `a,b` is
 * one value, `a, b` and `a,b=c` are two.
 */
export function bareEnd(source: Source, from: number): number {
  const { text } = source;
  let at = from;
  while (at < text.length) {
    const flags = flagsAt(source, at);
    if ((flags & (BREAK | AMPERSAND)) !== 0) return at;
    if ((flags & (PUNCTUATION | QUOTE | BACKSLASH)) === 0) {
      at++;
      continue;
    }
    // The line break of an escaped header.
    if ((flags & BACKSLASH) !== 0 && text.startsWith('\\r\\n', at)) return at;
    const mark = skip(source, at, BACKSLASH);
    const afterQuote = isAt(source, mark, QUOTE) ? mark + 1 : mark;
    const next = skip(source, afterQuote, PUNCTUATION);
    if (next > mark && (next >= text.length || isAt(source, next, BREAK))) return at;
    if (next > afterQuote && (quoteAt(source, next) >= 0 || startsPair(source, next))) return at;
    at = next;
  }
  return at;
}

/** The end of a value in a connection string, which may contain spaces: `Password=two words;Database=x`. */
export function connectionValueEnd(source: Source, from: number): number {
  const { text } = source;
  if (isEnclosed(source, from)) return valueEnd(source, from);
  const bare = bareEnd(source, from);
  if (text[bare] !== ' ') return bare;
  let end = bare;
  while (end < text.length && !isAt(source, end, QUOTE) && text[end] !== '\n' && text[end] !== '&') {
    if (text[end] === ';') return end;
    end++;
  }
  return bare;
}

/** The end of the value of an Authorization header: the scheme, its credentials and all `name=value` pairs. */
export function authorizationEnd(source: Source, from: number): number {
  const { text } = source;
  if (isEnclosed(source, from)) return valueEnd(source, from);
  const scheme = bareEnd(source, from);
  let at = skip(source, scheme, BLANK);
  // Already redacted.
  if (at === scheme || text.slice(from, scheme) === REDACTED) return scheme;
  for (;;) {
    const end = pairOrBareEnd(source, at);
    if (text[end] !== ',') return end;
    at = skip(source, end + 1, BLANK);
    if (text[skip(source, at, WORD)] !== '=') return end;
  }
}

/**
 * The end of the value of a header that may contain spaces, such as Cookie: at the quote that encloses the header, or at
 * the end of the line. `isEscaped` means that line breaks are written as `\r\n`.
 */
export function headerLineEnd(source: Source, nameStart: number, from: number, isEscaped: boolean): number {
  const { text } = source;
  if (isEnclosed(source, from)) return valueEnd(source, from);
  const quote = nameStart - 1;
  if (isAt(source, quote, QUOTE)) {
    let start = quote;
    while (isAt(source, start - 1, BACKSLASH)) start--;
    let close = closingQuote(source, start, quote, true);
    while (isAt(source, close - 1, BACKSLASH)) close--;
    return close;
  }
  let end = from;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') {
    if (isEscaped && isAt(source, end, BACKSLASH)) {
      const letter = text[skip(source, end, BACKSLASH)];
      if (letter === 'r' || letter === 'n') break;
    }
    end++;
  }
  return end;
}

function isEnclosed(source: Source, from: number): boolean {
  const { text } = source;
  return quoteAt(source, from) >= 0 || startsInspected(source, from) || startsBlock(text, from);
}

/** The end of `name="value"` or of an unquoted value. */
function pairOrBareEnd(source: Source, from: number): number {
  const { text } = source;
  const name = skip(source, from, WORD);
  const at = text[name] === '=' ? name + 1 : from;
  const quote = quoteAt(source, at);
  return quote >= 0 ? quotedEnd(source, at, quote) : bareEnd(source, at);
}

/** Whether `name=`, `"name":` or similar starts here. */
function startsPair(source: Source, from: number): boolean {
  const end = skip(source, from, WORD);
  return end > from && isAt(source, isAt(source, end, QUOTE) ? end + 1 : end, SEPARATOR);
}
