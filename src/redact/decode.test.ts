import { expect, test } from 'vitest';
import { decodeLayer, jsonEscapeAt } from './decode.ts';

/** Longer texts are decoded in another way. */
const LONG = 'y'.repeat(201);

test.each([
  ['', ''],
  ['a', 'a'],
  ['a+b', 'a b'],
  ['%41', 'A'],
  ['a%3Db%3db', 'a=b=b'],
  ['a%40b%2Fc%3a%39%30', 'a@b/c:90'],
  ['%00%0a%7F', '\0\n\x7f'],
  ['%c3%a9', 'é'],
  ['caf%C3%A9+x', 'café x'],
  ['é+%41', 'é A'],
  ['%80', '\ufffd'],
  ['%ff', '\ufffd'],
  ['%2541', '%41'],
  ['%%41', '%A'],
  ['%+', '% '],
  ['a%4+%41b', 'a%4 Ab'],
  ['41%zz+', '41%zz '],
  ['xx41yyy%43', 'xx41yyyC'],
  ['\\u003d', '='],
  ['\\u003Da\\u0000b', '=a\0b'],
  ['\\u003d%3d+', '== '],
  ['\\+\\n', '\\ \\n'],
  ['\\u0141+', '\\u0141 '],
])('decodes %s', (encoded, decoded) => {
  expect(decodeLayer(encoded)).toBe(decoded);
  expect(decodeLayer(LONG + encoded)).toBe(LONG + decoded);
  expect(decodeLayer(encoded + LONG)).toBe(decoded + LONG);
});

const MALFORMED = '%|%4|%zz|%4g|%g4|%0:|%:0|%0/|%/0|%0@|%0`|%0G|\\u00|\\u003|\\u00g1|\\u001g|\\n|\\'.split(
  '|',
);
test.each(MALFORMED)('leaves %s as it is', (text) => {
  for (const start of ['', '+', LONG, `${LONG}+`]) {
    expect(decodeLayer(start + text)).toBe(start.replace('+', ' ') + text);
    expect(decodeLayer(`${start}${text} +`)).toBe(`${start.replace('+', ' ')}${text}  `);
  }
});

test('finds the escapes of JSON', () => {
  expect(jsonEscapeAt('a\\u0000', 1)).toBe(true);
  expect(jsonEscapeAt('a\\u003d', 1)).toBe(true);
  expect(jsonEscapeAt('a\\u003d', 0)).toBe(false);
  expect(jsonEscapeAt('\\u003', 0)).toBe(false);
  expect(jsonEscapeAt('\\u00zz', 0)).toBe(false);
});

test('keeps half of a surrogate pair', () => {
  for (const text of ['\ud800', '%4x\ud800', '\\u00ax\ud800'])
    expect(decodeLayer(LONG + text)).toBe(LONG + text);
  expect(decodeLayer('\ud800+')).toBe('\ud800 ');
});
