/** Which of these characters a text has. What a text has none of needs not be looked for. */
export const LESS = 1;
export const AT = 2;
export const PARENTHESIS = 4;
export const BACKTICK = 8;
export const LINE_BREAK = 16;
export const BAR = 32;
export const DASH = 64;
export const UNDERSCORE = 128;
export const DOT = 256;
/** Something may be encoded. */
export const ESCAPE = 512;
/** Thirteen digits or more, as in a card number. */
export const DIGITS = 1024;
/** A word as long as an encoded text. */
export const LONG_WORD = 2048;
export const BRACE = 4096;
export const BLANK = 8192;
/** Something may be named. */
export const SEPARATOR = 16_384;
export const QUOTE = 32_768;
export const SLASH = 65_536;
/** An entity may be here. */
export const AMPERSAND = 524_288;
/** A capital letter of ASCII. */
export const CAPITAL = 1_048_576;
export const PLUS = 2_097_152;
const DIGIT = 131_072;
/** Ends a word of base64. */
const END = 262_144;

const SIGNS = new Uint32Array(65_536).fill(END, 128);
for (let code = 0; code < 128; code++) SIGNS[code] = /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 0 : END;

function sign(characters: string, flags: number): void {
  for (const character of characters) SIGNS[character.charCodeAt(0)] = flags;
}
sign('<>', LESS | END);
sign('@', AT | END);
sign('(', PARENTHESIS | END);
sign('"\'', QUOTE | END);
sign('`', BACKTICK | QUOTE | END);
sign(' \t', BLANK | END);
sign('=:：', SEPARATOR | END);
sign('\n', LINE_BREAK | BLANK | END);
sign('|│', BAR | END);
sign('{', BRACE | END);
sign('-', DASH);
sign('_', UNDERSCORE);
sign('.', DOT | END);
sign('%\\', ESCAPE | END);
sign('&', AMPERSAND | END);
sign('/', SLASH);
sign('+', PLUS);
sign('ABCDEFGHIJKLMNOPQRSTUVWXYZ', CAPITAL);
sign('0123456789', DIGIT);

const MIN_DIGITS = 13;
const MIN_WORD = 24;
/** Between two digits of a card number. */
const JOINS = ' -+';

export function signsOf(text: string): number {
  const { length } = text;
  let signs = 0;
  let wordStart = 0;
  let digits = 0;
  let digitsEnd = 0;
  for (let at = 0; at < length; at++) {
    const flags = SIGNS[text.charCodeAt(at)] ?? 0;
    if (flags === 0) continue;
    if (flags === DIGIT) {
      const isNext = at === digitsEnd || (at === digitsEnd + 1 && JOINS.includes(text[digitsEnd] ?? ''));
      digits = isNext ? digits + 1 : 1;
      digitsEnd = at + 1;
      if (digits >= MIN_DIGITS) signs |= DIGITS;
      continue;
    }
    signs |= flags;
    if ((flags & END) === 0) continue;
    if (at - wordStart >= MIN_WORD) signs |= LONG_WORD;
    wordStart = at + 1;
  }
  return length - wordStart >= MIN_WORD ? signs | LONG_WORD : signs;
}
