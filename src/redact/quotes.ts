import {
  BACKSLASH,
  BLANK,
  BREAK,
  CLOSING,
  flagsAt,
  isAt,
  OPENING,
  QUOTE,
  type Source,
  skip,
} from './characters.ts';

const [NEWLINE, DOUBLE_QUOTE, BACKSLASH_CODE] = [10, 34, 92];

/** The index of a quote that opens here, possibly escaped (`\"`), or -1. */
export function quoteAt(source: Source, from: number): number {
  const at = skip(source, from, BACKSLASH);
  return isAt(source, at, QUOTE) ? at : -1;
}

/** The end of a quoted text, which may be in triple quotes (GraphQL, Python). `quote` is the index of its quote, `from` that of the backslashes before it. */
export function quotedEnd(source: Source, from: number, quote: number, limit = source.text.length): number {
  const { text } = source;
  if (text.charCodeAt(quote) === DOUBLE_QUOTE && text.startsWith(text.slice(from, quote + 1), quote + 1)) {
    const triple = text.slice(from, quote + 1).repeat(3);
    if (text.startsWith(triple, from)) {
      const end = text.indexOf(triple, from + triple.length);
      return end < 0 ? limit : Math.min(limit, end + triple.length);
    }
  }
  return Math.min(limit, closingQuote(source, from, quote, false, limit) + 1);
}

/** The same for a text that util.inspect has split into lines: `'one\n' +\n  'two'`. */
export function joinedEnd(source: Source, from: number, quote: number, limit = source.text.length): number {
  let end = quotedEnd(source, from, quote, limit);
  for (let next = nextJoined(source, end); next >= 0 && next < limit; next = nextJoined(source, end))
    end = quotedEnd(source, next, quoteAt(source, next), limit);
  return end;
}

/** Where the next line of a text that util.inspect has split starts, or -1. */
export function nextJoined(source: Source, end: number): number {
  const { text } = source;
  const plus = skip(source, end, BLANK);
  if (text[plus] !== '+') return -1;
  const next = skip(source, plus + 1, BREAK);
  return quoteAt(source, next) >= 0 ? next : -1;
}

/**
 * The index of the closing quote; if there is none, the end of the line or `limit`. A quote opened with n backslashes
 * is closed by one with n, or with any number that leaves n after removing pairs of escaped backslashes. A quote with
 * fewer closes an enclosing value.
 */
export function closingQuote(
  source: Source,
  from: number,
  quote: number,
  inLine: boolean,
  limit = source.text.length,
): number {
  const { text } = source;
  const depth = quote - from;
  const mark = text.charCodeAt(quote);
  let slashes = 0;
  for (let at = quote + 1; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH_CODE) {
      slashes++;
      continue;
    }
    if (inLine && code === NEWLINE) return at;
    if (code === mark && slashes > 0 && depth === 0 && !endsValue(source, at + 1)) {
      // util.inspect doubles the backslashes of JSON: `{"a":"b \\\\"c"}`.
      slashes = 0;
      continue;
    }
    if (code === mark && (slashes < depth || slashes % (2 * depth + 2) === depth)) {
      // SQL escapes a quote by doubling it.
      const isDoubled = depth === 0 && at > quote + 1 && at + 1 < limit && text.charCodeAt(at + 1) === mark;
      if (!isDoubled) return at;
      at++;
    }
    slashes = 0;
  }
  return limit;
}

/** The end of a value in brackets or braces. */
export function bracketedEnd(source: Source, from: number): number {
  const { text } = source;
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const mark = skip(source, at, BACKSLASH);
    const flags = flagsAt(source, mark);
    if ((flags & QUOTE) !== 0) {
      at = quotedEnd(source, at, mark);
      continue;
    }
    if ((flags & OPENING) !== 0) depth++;
    else if ((flags & CLOSING) !== 0 && --depth === 0) return mark + 1;
    at = mark + 1;
  }
  return text.length;
}

/** The end of a value in parentheses. */
export function parenthesizedEnd(source: Source, from: number): number {
  const { text } = source;
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const mark = skip(source, at, BACKSLASH);
    if (isAt(source, mark, QUOTE)) {
      at = quotedEnd(source, at, mark);
      continue;
    }
    if (text[mark] === '(') depth++;
    else if (text[mark] === ')' && --depth === 0) return mark + 1;
    at = mark + 1;
  }
  return text.length;
}

/** Whether the text after a quote shows that it closes a value: nothing, a closing bracket, or a comma and a new value. */
function endsValue(source: Source, at: number): boolean {
  const { text } = source;
  if (at >= text.length || isAt(source, at, CLOSING) || text[at] === '\n' || text[at] === ')') return true;
  if (text[at] !== ',') return false;
  const next = skip(source, at + 1, BREAK);
  return next > at + 1 || isAt(source, next, QUOTE | BACKSLASH | OPENING);
}
