import {
  BACKSLASH,
  BLANK,
  BREAK,
  CLOSING,
  flagsAt,
  isAt,
  isCharacter,
  isWordAt,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  type Source,
  skip,
  WORD,
} from './characters.ts';
import { startsInspected, startsValue } from './inspected.ts';
import { quoteAt, quotedEnd } from './quotes.ts';

/** `{ name: 'token', value: '…' }`: the key of the value. */
const VALUE_KEY = /\\*["']?(?:value|val|data|content)\\*["']?\s*:\s*/iy;

/** `auth.js:12:5` is a position in a file, not a name and a secret. */
const SOURCE_POSITION = /(?<=\.[cm]?[jt]sx?):\d{1,6}(?![\w.])/y;

export function isSourcePosition(text: string, colon: number): boolean {
  SOURCE_POSITION.lastIndex = colon;
  return SOURCE_POSITION.test(text);
}

/** The end of the brackets of a key such as `a[b]["c"][]`; `from` if it has none. */
export function bracketsEnd(source: Source, from: number): number {
  const { text } = source;
  let end = from;
  while (isCharacter(text, end, '[')) {
    const at = skip(source, end + 1, WORD | QUOTE);
    if (!isCharacter(text, at, ']')) return end;
    end = at + 1;
  }
  return end;
}

/** A quick check that most words fail: whether what follows a word can make it a name. */
export function mayBeName(source: Source, end: number): boolean {
  const { text } = source;
  const flags = flagsAt(source, end);
  if ((flags & (SEPARATOR | BLANK | QUOTE)) !== 0) return true;
  if ((flags & BACKSLASH) !== 0) return isAt(source, skip(source, end, BACKSLASH), QUOTE | SEPARATOR);
  if ((flags & CLOSING) !== 0) return isCharacter(text, end, ']') && isAt(source, end + 1, SEPARATOR | BLANK);
  return (flags & PUNCTUATION) !== 0 && isCharacter(text, end, ')');
}

/**
 * Where the value after a name starts (skips the name's closing quote or bracket, `=`, `:`, `=>` and spaces), or -1.
 */
export function valueStart(source: Source, nameStart: number, nameEnd: number): number {
  const { text } = source;
  let at = skip(source, nameEnd, BACKSLASH);
  const quoted = isAt(source, at, QUOTE);
  if (quoted) at++;
  const closed = closersEnd(source, nameStart, at);
  const blank = skip(source, closed, BLANK);
  if (!isAt(source, blank, SEPARATOR) || text.startsWith('://', blank)) return -1;
  at = skip(source, blank, SEPARATOR);
  if (isCharacter(text, at, '>')) at++;
  const start = skip(source, at, BLANK);
  const next = skip(source, start, BREAK);
  if (next >= text.length) return -1;
  // `[auth]: connected` is a tag and a message.
  if (
    closed === blank &&
    isTag(text, nameStart, closed) &&
    isCharacter(text, blank, ':') &&
    !startsValue(source, start)
  )
    return -1;
  if (quoted || next === start) return next;
  // util.inspect may write a long value in the next line. A line that ends with `password:` has no value.
  return quoteAt(source, next) >= 0 || startsInspected(source, next) ? next : start;
}

/** Where the value after a quoted name in a list starts: `'token', '…'`, or `name: 'token', value: '…'`. -1 if none. */
export function listedStart(source: Source, nameEnd: number): number {
  const { text } = source;
  const quote = skip(source, nameEnd, BACKSLASH);
  if (!isAt(source, quote, QUOTE)) return -1;
  // Mongoose: `password` (`…`).
  if (text.startsWith(' (`', quote + 1)) return quote + 3;
  if (!isCharacter(text, quote + 1, ',')) return -1;
  const at = skip(source, quote + 2, BREAK);
  VALUE_KEY.lastIndex = at;
  const start = at + (VALUE_KEY.exec(text)?.[0].length ?? 0);
  if (start > at) return start;
  const opening = quoteAt(source, at);
  if (opening < 0) return startsValue(source, at) ? at : -1;
  // In `{"name":"token","user":"jo"}` a key follows, not a value.
  const next = skip(source, quotedEnd(source, at, opening), BLANK);
  return isCharacter(text, next, ':') ? -1 : at;
}

/** Whether `key: 'token', value: '…'` starts here: the value of `key` is a name. */
export function namesListed(source: Source, at: number, end: number, valueAt: number): boolean {
  const { text } = source;
  if (!isWordAt(text, at, end, 'key')) return false;
  const quote = quoteAt(source, valueAt);
  if (quote < 0) return false;
  const next = skip(source, skip(source, quote + 1, WORD), BACKSLASH) + 1;
  VALUE_KEY.lastIndex = skip(source, next + 1, BREAK);
  return isCharacter(text, next, ',') && VALUE_KEY.test(text);
}

/** The end of `)` and `]` after a name: `Symbol(token)`, `[token]`, `(a, token)`. */
function closersEnd(source: Source, nameStart: number, from: number): number {
  const { text } = source;
  let at = from;
  if (isCharacter(text, at, ')') && isCharacter(text, nameStart - 1, '(')) at++;
  if (isCharacter(text, at, ']')) at++;
  return at;
}

function isTag(text: string, nameStart: number, closed: number): boolean {
  return isCharacter(text, nameStart - 1, '[') && isCharacter(text, closed - 1, ']');
}
