import { expect, test } from 'vitest';
import { PLAIN } from './terminal.ts';
import { wrapLines } from './wrap-lines.ts';

const narrow = { ...PLAIN, columns: 20 };

test('a line goes on with the next word, further to the right', () => {
  expect(wrapLines(['  + query SELECT one FROM two', 'short'], narrow)).toEqual([
    '  + query SELECT one',
    '      FROM two',
    'short',
  ]);
  expect(wrapLines(['This request has worked.'], narrow)).toEqual(['This request has', '    worked.']);
});

test('the value of a fact goes on below its start', () => {
  expect(wrapLines(['Error  no such table: a b c'], narrow)).toEqual([
    'Error  no such',
    '       table: a b c',
  ]);
});

test('a word that is wider than a line stays where it is', () => {
  expect(wrapLines(['GET https://shop.example/orders/7 200 Okay'], narrow)).toEqual([
    'GET https://shop.example/orders/7 200',
    '    Okay',
  ]);
});

test('spaces in a line are kept, colours take no column, and wide characters take two', () => {
  expect(wrapLines(['  1 ms  info   a b c d'], narrow)).toEqual(['  1 ms  info   a b c', '      d']);
  const red = `\u001b[31m  + ${'x'.repeat(15)}\u001b[39m`;
  expect(wrapLines([red], narrow)).toEqual([red]);
  expect(wrapLines(['カードが拒 否されました'], narrow)).toEqual(['カードが拒', '    否されました']);
});

test('outside of a terminal nothing is wrapped', () => {
  expect(wrapLines(['  + query SELECT one FROM two'], PLAIN)).toEqual(['  + query SELECT one FROM two']);
});
