import { expect, test } from 'vitest';
import { decodeLayer, decodeText } from './decode.ts';

test.each([
  ['a%3Db%3db', 'a=b=b'],
  ['%00%0a%7F', '\0\n\x7f'],
  ['caf%C3%A9 %f0%9f%94%91', 'café 🔑'],
  ['%80%ff', '\x80\xff'],
  ['%2541', '%41'],
  ['%%41%4', '%A%4'],
  ['\\u003da\\u0000\\x3D', '=a\0='],
  ['\\u00%41', '\\u00A'],
  ['a\\nb', 'a\nb'],
  ['&quot;&#34;&#x22;&APOS;', '"""\''],
  ['&unknown;&lt;', '&unknown;<'],
  ['\ud800%41', '\ud800A'],
])('removes one layer of %s', (encoded, decoded) => {
  expect(decodeLayer(encoded)?.text).toBe(decoded);
});

test.each([
  '',
  'a+b',
  '%',
  '%4',
  '%zz',
  '%0:',
  '%/0',
  '\\u003',
  '\\u00g1',
  '\\x3',
  '&',
  '&;',
  '&#;',
  '&unknown;',
  '&#1114112;',
])('finds no layer in %j', (text) => {
  expect(decodeLayer(text)).toBeNull();
  expect(decodeText(text)).toBe(text);
});

test('says where each character comes from', () => {
  const encoded = 'x%3Dé%C3%A9&quot;%f0%9f%94%91\\u0041z';
  const { text, origin } = decodeLayer(encoded) ?? { text: '', origin: [] };
  expect(text).toBe('x=éé"🔑Az');
  const starts = ['x', '%3D', 'é', '%C3', '&quot;', '%f0', '%94', '\\u0041', 'z'].map((part) =>
    encoded.indexOf(part),
  );
  expect([...origin.slice(0, text.length + 1)]).toEqual([...starts, encoded.length]);
});

test('removes at most three layers', () => {
  expect(decodeText('%25253D')).toBe('=');
  expect(decodeText('%2525253D')).toBe('%3D');
  expect(decodeText('&amp;quot;%26lt;')).toBe('"<');
});
