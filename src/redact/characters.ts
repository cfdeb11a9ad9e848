/** What a character can be to the redaction. Flags, so that one look tells all of them. */
export const WORD = 1;
export const ALPHANUMERIC = 2;
export const BLANK = 4;
/** White space of any kind. */
export const BREAK = 8;
export const QUOTE = 16;
/** May end a value that has no quotes, unless the value goes on behind it. */
export const PUNCTUATION = 32;
export const OPENING = 64;
export const CLOSING = 128;
/** Between a name and its value. */
export const SEPARATOR = 256;
export const AMPERSAND = 512;
/** A backslash is one too: JSON writes `\/`, and browsers forgive it. */
export const SLASH = 1024;
export const BACKSLASH = 2048;
/** Ends the host of a URL. */
export const HOST_END = 4096;
export const PERCENT = 8192;
export const DASH = 16_384;
export const DIGIT = 32_768;

/** For every character there is, so that none is out of it. What is not ASCII is part of a word. */
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

/** Beyond the text's ends there is nothing. */
export function flagsAt(text: string, at: number): number {
  // Looked up only with what is in the table: a single NaN would make every look slow.
  return at >= 0 && at < text.length ? (FLAGS[text.charCodeAt(at)] ?? 0) : 0;
}

export function isAt(text: string, at: number, flags: number): boolean {
  return (flagsAt(text, at) & flags) !== 0;
}

export function skip(text: string, from: number, flags: number): number {
  let at = from;
  while ((flagsAt(text, at) & flags) !== 0) at++;
  return at;
}
