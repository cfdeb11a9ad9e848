/** Character classes. They are flags, so one table lookup checks several of them. */
export const WORD = 1;
/** What may be in a name besides the characters of a word. */
export const NAME = 2;
export const BLANK = 4;
export const BREAK = 8;
export const QUOTE = 16;
export const OPENING = 32;
export const CLOSING = 64;
export const SEPARATOR = 128;
export const DIGIT = 256;
/** Begins or ends something that a scan of text looks at. All others are skipped. */
const MARK = 512;

/** Names are read up to this length. */
export const MAX_NAME = 100;

/** Has an entry for every UTF-16 code unit. Other letters than those of ASCII are part of a word. */
const FLAGS = new Uint16Array(65_536).fill(WORD, 128);

function flag(characters: string, flags: number): void {
  for (const character of characters) FLAGS[character.charCodeAt(0)] = flags;
}
flag('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_', WORD);
flag('0123456789', WORD | DIGIT);
flag('$.', NAME);
flag('-', NAME | MARK);
flag(' \t', BLANK | BREAK);
flag('\n\v\f\r', BREAK);
flag('"\'`', QUOTE | MARK);
flag('[', NAME | OPENING);
flag(']', NAME | CLOSING);
flag('{', OPENING | MARK);
flag('}', CLOSING | MARK);
flag('(', OPENING);
flag(')', CLOSING);
flag('=:：', SEPARATOR | MARK);
flag('/', MARK);

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

/** The end of what a sticky pattern matches here; the same place if it matches nothing, -1 if it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
