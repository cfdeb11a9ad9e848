import {
  BACKSLASH,
  BLANK,
  BREAK,
  CLOSING,
  isAt,
  OPENING,
  QUOTE,
  SEPARATOR,
  SLASH,
  skip,
  WORD,
} from './characters.ts';
import { startsInspected, startsValue } from './inspected.ts';
import { quoteAt, quotedEnd } from './quotes.ts';

/** `{ name: 'token', value: '…' }`: the key of the value. */
const VALUE_KEY = /\\*["']?(?:value|val|data|content)\\*["']?\s*:\s*/iy;

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

/** A quick check that most words fail: whether what follows a word can make it a name. */
export function mayBeName(text: string, end: number): boolean {
  const at = skip(text, end, BACKSLASH);
  return at === end ? end < text.length : isAt(text, at, QUOTE);
}

/**
 * Where the value after a name starts (skips the name's closing quote or bracket, `=`, `:`, `=>` and spaces), or -1.
 */
export function valueStart(text: string, nameStart: number, nameEnd: number): number {
  let at = skip(text, nameEnd, BACKSLASH);
  const quoted = isAt(text, at, QUOTE);
  if (quoted) at++;
  const closed = closersEnd(text, nameStart, at);
  const blank = skip(text, closed, BLANK);
  if (!isAt(text, blank, SEPARATOR) || (isAt(text, blank + 1, SLASH) && text.startsWith('://', blank)))
    return -1;
  at = skip(text, blank, SEPARATOR);
  const isArrow = text[at] === '>';
  if (isArrow) at++;
  const start = skip(text, at, BLANK);
  const next = skip(text, start, BREAK);
  if (next >= text.length) return -1;
  // `[auth]: connected` is a tag and a message.
  if (
    closed > blank - 1 &&
    isTag(text, nameStart, closed) &&
    text[blank] === ':' &&
    !startsValue(text, start)
  )
    return -1;
  if (quoted || next === start) return next;
  // util.inspect may write a long value in the next line. A line that ends with `password:` has no value.
  return quoteAt(text, next) >= 0 || startsInspected(text, next) ? next : start;
}

/** Where the value after a quoted name in a list starts: `'token', '…'`, or `name: 'token', value: '…'`. -1 if none. */
export function listedStart(text: string, nameEnd: number): number {
  const quote = skip(text, nameEnd, BACKSLASH);
  if (!isAt(text, quote, QUOTE)) return -1;
  // Mongoose: `password` (`…`).
  if (text.startsWith(' (`', quote + 1)) return quote + 3;
  if (text[quote + 1] !== ',') return -1;
  const at = skip(text, quote + 2, BREAK);
  VALUE_KEY.lastIndex = at;
  const start = at + (VALUE_KEY.exec(text)?.[0].length ?? 0);
  if (start > at) return start;
  const opening = quoteAt(text, at);
  if (opening < 0) return startsValue(text, at) ? at : -1;
  // In `{"name":"token","user":"jo"}` a key follows, not a value.
  const next = skip(text, quotedEnd(text, at, opening), BLANK);
  return text[next] === ':' ? -1 : at;
}

/** Whether `key: 'token', value: '…'` starts here: the value of `key` is a name. */
export function namesListed(text: string, at: number, end: number, valueAt: number): boolean {
  if (end - at !== 3 || text.slice(at, end).toLowerCase() !== 'key') return false;
  const quote = quoteAt(text, valueAt);
  if (quote < 0) return false;
  const next = skip(text, skip(text, quote + 1, WORD), BACKSLASH) + 1;
  VALUE_KEY.lastIndex = skip(text, next + 1, BREAK);
  return text[next] === ',' && VALUE_KEY.test(text);
}

/** The end of `)` and `]` after a name: `Symbol(token)`, `[token]`, `(a, token)`. */
function closersEnd(text: string, nameStart: number, from: number): number {
  let at = from;
  if (text[at] === ')' && text[nameStart - 1] === '(') at++;
  if (isAt(text, at, CLOSING) && text[at] === ']') at++;
  return at;
}

function isTag(text: string, nameStart: number, closed: number): boolean {
  return text[nameStart - 1] === '[' && text[closed - 1] === ']';
}
