/** Kinds of characters. They are flags: one table lookup checks several of them, and a text has those of its characters. */
export const WORD = 1;
export const DIGIT = 1 << 1;
/** A capital letter of ASCII. */
export const CAPITAL = 1 << 2;
/** What may be in a name besides the characters of a word. */
export const NAME = 1 << 3;
export const BLANK = 1 << 4;
export const BREAK = 1 << 5;
export const LINE_BREAK = 1 << 6;
export const QUOTE = 1 << 7;
export const OPENING = 1 << 8;
export const CLOSING = 1 << 9;
export const BRACE = 1 << 10;
export const SEPARATOR = 1 << 11;
export const SLASH = 1 << 12;
export const DASH = 1 << 13;
export const PLUS = 1 << 14;
export const DOT = 1 << 15;
export const UNDERSCORE = 1 << 16;
export const AT = 1 << 17;
export const BAR = 1 << 18;
export const ANGLE = 1 << 19;
export const AMPERSAND = 1 << 20;
/** Something may be encoded. */
export const ESCAPE = 1 << 21;
/** Of a text: thirteen digits or more, as in a card number. */
export const DIGITS = 1 << 22;
/** Of a text: a word as long as an encoded text. */
export const LONG_WORD = 1 << 23;

/** Where a scan of text stops. It skips all other characters. */
const MARK = DASH | QUOTE | BRACE | SEPARATOR | SLASH;
const BASE64 = WORD | DASH | SLASH | PLUS;
const MIN_DIGITS = 13;
const MIN_LONG_WORD = 24;
/** Names are read up to this length. */
export const MAX_NAME = 100;

/** Has an entry for every UTF-16 code unit. Other letters than those of ASCII are part of a word. */
const FLAGS = new Uint32Array(65_536).fill(WORD, 128);
for (const [characters, flags] of [
  ['abcdefghijklmnopqrstuvwxyz', WORD],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', WORD | CAPITAL],
  ['0123456789', WORD | DIGIT],
  ['_', WORD | UNDERSCORE],
  ['$', NAME],
  ['.', NAME | DOT],
  ['-', NAME | DASH],
  [' \t', BLANK | BREAK],
  ['\v\f\r', BREAK],
  ['\n', BREAK | LINE_BREAK],
  ['"\'`', QUOTE],
  ['[', NAME | OPENING],
  [']', NAME | CLOSING],
  ['{', OPENING | BRACE],
  ['}', CLOSING | BRACE],
  ['(', OPENING],
  [')', CLOSING],
  ['=:：', SEPARATOR],
  ['/', SLASH],
  ['+', PLUS],
  ['@', AT],
  ['|', BAR],
  ['│', BAR | WORD],
  ['<>', ANGLE],
  ['&', AMPERSAND],
  ['%\\', ESCAPE],
] as const)
  for (const character of characters) FLAGS[character.charCodeAt(0)] = flags;

/** The kinds of all characters of a text, so that searches for other kinds are skipped. */
export function kindsOf(text: string): number {
  const { length } = text;
  let kinds = 0;
  let wordStart = 0;
  let digits = 0;
  let digitsEnd = 0;
  for (let at = 0; at < length; at++) {
    const flags = FLAGS[text.charCodeAt(at)] ?? 0;
    // Most are small letters.
    if (flags === WORD) continue;
    kinds |= flags;
    if ((flags & DIGIT) !== 0) {
      // One sign may separate the digits of a card number.
      const isNext = at === digitsEnd || (at === digitsEnd + 1 && isAt(text, digitsEnd, BLANK | DASH | PLUS));
      digits = isNext ? digits + 1 : 1;
      digitsEnd = at + 1;
      if (digits >= MIN_DIGITS) kinds |= DIGITS;
    } else if ((flags & BASE64) === 0) {
      if (at - wordStart >= MIN_LONG_WORD) kinds |= LONG_WORD;
      wordStart = at + 1;
    }
  }
  return length - wordStart >= MIN_LONG_WORD ? kinds | LONG_WORD : kinds;
}

/** Whether a character has any of these flags. */
export function isAt(text: string, at: number, flags: number): boolean {
  // The range check avoids charCodeAt returning NaN, which would slow the table lookup down.
  return at >= 0 && at < text.length && ((FLAGS[text.charCodeAt(at)] ?? 0) & flags) !== 0;
}

/** The index of the first character at or after `from` without any of these flags. */
export function skip(text: string, from: number, flags: number): number {
  let at = from;
  while (isAt(text, at, flags)) at++;
  return at;
}

/** The index of the next mark at or after `from`, or the end. */
export function nextMark(text: string, from: number): number {
  const { length } = text;
  let at = from;
  while (at < length && ((FLAGS[text.charCodeAt(at)] ?? 0) & MARK) === 0) at++;
  return at;
}

/** Whether a character is part of a name. JSON may write a letter as `\u0061`. */
export function isInName(text: string, at: number): boolean {
  return isAt(text, at, WORD | NAME) || (text[at] === '\\' && text.startsWith('u00', at + 1));
}

/** Where the name before `end` starts. */
export function nameStart(text: string, end: number): number {
  const least = Math.max(0, end - MAX_NAME);
  let from = end;
  while (from > least && isInName(text, from - 1)) from--;
  return from;
}

/** Where the characters with these flags before `end` start. A name is not longer than a hundred of them. */
export function wordStart(text: string, end: number, flags: number): number {
  const least = Math.max(0, end - MAX_NAME);
  let from = end;
  while (from > least && isAt(text, from - 1, flags)) from--;
  return from;
}

/** The end of a word that is not quoted. */
export function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !/[\s,;&)\]}>"'`]/.test(text[end] ?? ' ')) end++;
  return end;
}

export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isAt(text, end - 1, BLANK)) end--;
  return end;
}

/** Where the match of a sticky pattern ends; the same index for an empty match, -1 without one. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
