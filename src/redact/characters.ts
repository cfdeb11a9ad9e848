import { copyText } from '../format/cut-text.ts';

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

/** From this length on, copying the text pays: reading the characters of a concatenation is slow. */
const MIN_COPIED = 1024;
/** Indices this far outside the text have no flags. */
const MARGIN = 8;

/** A text and the flags of its characters. Reading the flags is several times faster than reading the characters. */
export class Source {
  readonly text: string;
  readonly flags: Uint16Array;
  #pattern: RegExp | null = null;
  #isFound = false;

  constructor(original: string) {
    const flags = new Uint16Array(original.length + 2 * MARGIN);
    const bytes = original.length < MIN_COPIED ? null : Buffer.from(original);
    if (bytes?.length === original.length) {
      // Only ASCII: the bytes are the characters.
      flagBytes(bytes, flags);
      this.text = bytes.toString('latin1');
    } else {
      const text = bytes === null ? original : copyText(original);
      flagText(text, flags);
      this.text = text;
    }
    this.flags = flags;
  }

  /** Whether the pattern matches anywhere. Remembers the last answer. */
  contains(pattern: RegExp): boolean {
    if (this.#pattern !== pattern) {
      this.#pattern = pattern;
      this.#isFound = pattern.test(this.text);
    }
    return this.#isFound;
  }
}

// Loops in functions of their own are optimized once, with all that they need.
function flagBytes(bytes: Uint8Array, flags: Uint16Array): void {
  for (let at = 0; at < bytes.length; at++) flags[at + MARGIN] = FLAGS[bytes[at] ?? 0] ?? 0;
}

function flagText(text: string, flags: Uint16Array): void {
  for (let at = 0; at < text.length; at++) flags[at + MARGIN] = FLAGS[text.charCodeAt(at)] ?? 0;
}

/** The flags of a character; 0 outside the text. */
export function flagsAt(source: Source, at: number): number {
  return source.flags[at + MARGIN] ?? 0;
}

/** Whether the character has any of these flags. */
export function isAt(source: Source, at: number, flags: number): boolean {
  return ((source.flags[at + MARGIN] ?? 0) & flags) !== 0;
}

/** The index of the first character at or after `from` without any of these flags. */
export function skip(source: Source, from: number, flags: number): number {
  let at = from;
  while (((source.flags[at + MARGIN] ?? 0) & flags) !== 0) at++;
  return at;
}

/** The same as isAt. Faster if only a few characters of the text are read. */
export function isCharacterAt(text: string, at: number, flags: number): boolean {
  // The range check avoids charCodeAt returning NaN, which would deoptimize the table lookup.
  return at >= 0 && at < text.length && ((FLAGS[text.charCodeAt(at)] ?? 0) & flags) !== 0;
}

const TO_LOWER = 32;

/** Whether a part of a text is this word, which is in lower case and has only letters and digits. */
export function isWordAt(text: string, from: number, to: number, word: string): boolean {
  if (to - from !== word.length) return false;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    const other = text.charCodeAt(from + at);
    if (other !== code && (code < 97 || (other | TO_LOWER) !== code)) return false;
  }
  return true;
}

/** Whether this character is here. Unlike `text[at]`, it is fast outside the text too. */
export function isCharacter(text: string, at: number, character: string): boolean {
  return at >= 0 && at < text.length && text.charCodeAt(at) === character.charCodeAt(0);
}
