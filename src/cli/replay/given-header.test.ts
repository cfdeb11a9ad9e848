import { expect, test } from 'vitest';
import { parseGivenHeader } from './given-header.ts';

test.each([
  ['Authorization: Bearer a:b', ['authorization', 'Bearer a:b']],
  ['X-Empty:', ['x-empty', '']],
  ['Host: shop.example:8080', ['host', 'shop.example:8080']],
])('reads %j', (text, header) => {
  expect(parseGivenHeader(text)).toEqual(header);
});

test.each([
  'Authorization',
  ': value',
  'A B: value',
  'X: secret-1\r\nY: 2',
  'X: secret-1\u0000',
  'X: \u{1f600}secret-1',
  'Host: secret-1/path',
  'Host: user@secret-1',
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Connection: upgrade',
])('refuses %j, and does not repeat its value', (text) => {
  expect(() => parseGivenHeader(text)).toThrow(/header/);
  expect(() => parseGivenHeader(text)).not.toThrow(/secret-1/);
});
