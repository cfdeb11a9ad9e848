import { BACKSLASH, BLANK, BREAK, CLOSING, flagsAt, isAt, OPENING, QUOTE, skip } from './characters.ts';

const [NEWLINE, BACKSLASH_CODE] = [10, 92];

/** The index of a quote that opens here, possibly escaped (`\"`), or -1. */
export function quoteAt(text: string, from: number): number {
  const at = skip(text, from, BACKSLASH);
  return isAt(text, at, QUOTE) ? at : -1;
}

/** The end of a quoted text. `quote` is the index of its quote, `from` that of the backslashes before it. */
export function quotedEnd(text: string, from: number, quote: number): number {
  return Math.min(text.length, closingQuote(text, from, quote, false) + 1);
}

/** The same for a text that util.inspect has split into lines: `'one\n' +\n  'two'`. */
export function joinedEnd(text: string, from: number, quote: number): number {
  let end = quotedEnd(text, from, quote);
  for (let next = nextJoined(text, end); next >= 0; next = nextJoined(text, end))
    end = quotedEnd(text, next, quoteAt(text, next));
  return end;
}

/** Where the next line of a text that util.inspect has split starts, or -1. */
export function nextJoined(text: string, end: number): number {
  const plus = skip(text, end, BLANK);
  if (text[plus] !== '+') return -1;
  const next = skip(text, plus + 1, BREAK);
  return quoteAt(text, next) >= 0 ? next : -1;
}

/**
 * The index of the closing quote, or the end of the text (or line) if there is none. A quote opened with n backslashes
 * is closed by one with n, or with any number that leaves n after removing pairs of escaped backslashes. A quote with
 * fewer closes an enclosing value.
 */
export function closingQuote(text: string, from: number, quote: number, inLine: boolean): number {
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
    if (code === mark && slashes > 0 && depth === 0 && !endsValue(text, at + 1)) {
      // util.inspect doubles the backslashes of JSON: `{"a":"b \\\\"c"}`.
      slashes = 0;
      continue;
    }
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

/** The end of a value in brackets or braces. */
export function bracketedEnd(text: string, from: number): number {
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

/** The end of a value in parentheses. */
export function parenthesizedEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const mark = skip(text, at, BACKSLASH);
    if (isAt(text, mark, QUOTE)) {
      at = quotedEnd(text, at, mark);
      continue;
    }
    if (text[mark] === '(') depth++;
    else if (text[mark] === ')' && --depth === 0) return mark + 1;
    at = mark + 1;
  }
  return text.length;
}

/** Whether the text after a quote shows that it closes a value: nothing, a closing bracket, or a comma and a new value. */
function endsValue(text: string, at: number): boolean {
  if (at >= text.length || isAt(text, at, CLOSING) || text[at] === '\n' || text[at] === ')') return true;
  if (text[at] !== ',') return false;
  const next = skip(text, at + 1, BREAK);
  return next > at + 1 || isAt(text, next, QUOTE | BACKSLASH | OPENING);
}
