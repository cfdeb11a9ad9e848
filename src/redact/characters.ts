/** Character classes. They are flags, so one table lookup checks several of them. */
export const WORD = 1;
export const ALPHANUMERIC = 2;
export const BLANK = 4;
/** Any white space. */
export const BREAK = 8;
export const QUOTE = 16;
/** Ends an unquoted value, unless the value continues after it. */
export const PUNCTUATION = 32;
export const OPENING = 64;
export const CLOSING = 128;
/** Separates a name from its value. */
export const SEPARATOR = 256;
export const AMPERSAND = 512;
/** Includes the backslash: JSON writes `\/`, and browsers accept `\` in URLs. */
export const SLASH = 1024;
export const BACKSLASH = 2048;
/** Ends the host of a URL. */
export const HOST_END = 4096;
export const PERCENT = 8192;
export const DASH = 16_384;
export const DIGIT = 32_768;

/** Has an entry for every UTF-16 code unit. Non-ASCII characters are part of a word. */
const FLAGS = new Uint16Array(65_536).fill(WORD, 128);

function flag(characters: string, flags: number): void {
  for (const character of characters) FLAGS[character.charCodeAt(0)] = flags;
}
flag('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', WORD | ALPHANUMERIC);
flag('0123456789', WORD | ALPHANUMERIC | DIGIT);
flag('_.~', WORD);
flag('-', WORD | DASH);
flag('%', WORD | PERCENT);
flag(' \t', BLANK | BREAK | HOST_END);
flag('\n\v\f\r', BREAK | HOST_END);
flag('"\'', QUOTE | HOST_END);
flag('`', QUOTE);
flag(',;()', PUNCTUATION);
flag('[{', PUNCTUATION | OPENING);
flag(']}', PUNCTUATION | CLOSING);
flag('<>', PUNCTUATION | HOST_END);
flag('=:', SEPARATOR);
flag('&', AMPERSAND);
flag('/', SLASH | HOST_END);
flag('\\', SLASH | BACKSLASH | HOST_END);
flag('?#', HOST_END);

/** The flags of a character; 0 outside the text. */
export function flagsAt(text: string, at: number): number {
  // The range check avoids charCodeAt returning NaN, which would deoptimize the table lookup.
  return at >= 0 && at < text.length ? (FLAGS[text.charCodeAt(at)] ?? 0) : 0;
}

/** Whether the character has any of these flags. */
export function isAt(text: string, at: number, flags: number): boolean {
  return (flagsAt(text, at) & flags) !== 0;
}

/** The index of the first character at or after `from` without any of these flags. */
export function skip(text: string, from: number, flags: number): number {
  let at = from;
  while ((flagsAt(text, at) & flags) !== 0) at++;
  return at;
}
