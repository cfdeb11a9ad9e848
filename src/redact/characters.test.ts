import { expect, test } from 'vitest';
import {
  ALPHANUMERIC,
  AMPERSAND,
  BACKSLASH,
  BLANK,
  BREAK,
  CLOSING,
  DASH,
  DIGIT,
  flagsAt,
  HOST_END,
  isAt,
  isCharacter,
  isCharacterAt,
  isWordAt,
  OPENING,
  PERCENT,
  PUNCTUATION,
  QUOTE,
  SEPARATOR,
  SLASH,
  Source,
  skip,
  WORD,
} from './characters.ts';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CLASSES: readonly (readonly [name: string, flag: number, characters: string])[] = [
  ['WORD', WORD, `%-.0123456789${LETTERS.slice(0, 26)}_${LETTERS.slice(26)}~`],
  ['ALPHANUMERIC', ALPHANUMERIC, `0123456789${LETTERS}`],
  ['BLANK', BLANK, '\t '],
  ['BREAK', BREAK, '\t\n\v\f\r '],
  ['QUOTE', QUOTE, '"\'`'],
  ['PUNCTUATION', PUNCTUATION, '(),;<>[]{}'],
  ['OPENING', OPENING, '[{'],
  ['CLOSING', CLOSING, ']}'],
  ['SEPARATOR', SEPARATOR, ':='],
  ['AMPERSAND', AMPERSAND, '&'],
  ['SLASH', SLASH, '/\\'],
  ['BACKSLASH', BACKSLASH, '\\'],
  ['HOST_END', HOST_END, '\t\n\v\f\r "#\'/<>?\\'],
  ['PERCENT', PERCENT, '%'],
  ['DASH', DASH, '-'],
  ['DIGIT', DIGIT, '0123456789'],
];

test.each(CLASSES)('the characters of the class %s', (_, flag, expected) => {
  const found = [...ASCII].filter((_, at) => isCharacterAt(ASCII, at, flag)).join('');
  expect(found).toBe(expected);
});

test('other characters are part of a word', () => {
  for (const character of ['\u0080', 'é', '€', '\uffff']) {
    expect(isCharacterAt(character, 0, 0xffff & ~WORD)).toBe(false);
    expect(isCharacterAt(character, 0, WORD)).toBe(true);
  }
});

test.each([
  ['short', ASCII],
  ['long', ASCII.repeat(8)],
  ['long, and not only ASCII', `${ASCII.repeat(8)}é€`],
])('a text that is %s has the flags of its characters', (_, text) => {
  const source = new Source(text);
  expect(source.text).toBe(text);
  for (let at = 0; at < text.length; at++) {
    const flags = flagsAt(source, at);
    expect(isCharacterAt(text, at, flags)).toBe(flags !== 0);
    expect(isCharacterAt(text, at, 0xffff & ~flags)).toBe(false);
    expect(isAt(source, at, WORD)).toBe(isCharacterAt(text, at, WORD));
  }
  for (const at of [-8, -1, text.length, text.length + 7, text.length + 100]) {
    expect(flagsAt(source, at)).toBe(0);
    expect(isAt(source, at, 0xffff)).toBe(false);
    expect(isCharacterAt(text, at, 0xffff)).toBe(false);
  }
});

test('skips characters of a class', () => {
  const source = new Source('ab  c');
  expect(skip(source, 0, WORD)).toBe(2);
  expect(skip(source, 2, BLANK)).toBe(4);
  expect(skip(source, 4, BLANK)).toBe(4);
  expect(skip(source, 4, WORD | BLANK)).toBe(5);
  expect(skip(source, 9, WORD)).toBe(9);
});

test('a pattern is in the text or not, whatever was asked before', () => {
  const source = new Source('select 1');
  const [found, other] = [/select/, /insert/];
  for (const pattern of [found, other, other, found, found])
    expect(source.contains(pattern)).toBe(pattern === found);
});

test('a word is compared in any case', () => {
  for (const word of ['oauth2', 'OAuth2', 'OAUTH2'])
    expect(isWordAt(`x ${word} y`, 2, 8, 'oauth2')).toBe(true);
  for (const word of ['oauth3', 'oautH\u0012', 'oaut h', 'o\u0001uth2', 'pauth2'])
    expect(isWordAt(`x ${word} y`, 2, 8, 'oauth2'), word).toBe(false);
  expect(isWordAt('oauth2', 0, 5, 'oauth2')).toBe(false);
  expect(isWordAt('oauth22', 0, 7, 'oauth2')).toBe(false);
  expect(isWordAt('oauth', 0, 6, 'oauth2')).toBe(false);
});

test('a character is at its place only', () => {
  expect([-1, 0, 1, 2].map((at) => isCharacter('ab', at, 'b'))).toEqual([false, false, true, false]);
  expect([-1, 0, 1].map((at) => isCharacter('a', at, 'a'))).toEqual([false, true, false]);
});
