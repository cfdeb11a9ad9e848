import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyText, cutText, textStart } from './cut-text.ts';

test('keeps a text within the limit and marks a longer one', () => {
  expect(cutText('', 3)).toBe('');
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc…cut');
  expect(cutText('abcd', 0)).toBe('…cut');
});

test('does not split a surrogate pair', () => {
  expect(textStart('ab😀c', 2)).toBe('ab');
  expect(textStart('ab😀c', 3)).toBe('ab');
  expect(textStart('ab😀c', 4)).toBe('ab😀');
  expect(cutText('ab😀c', 3)).toBe('ab…cut');
  expect(cutText('😀'.repeat(100_000), 3)).toBe('😀…cut');
});

test('keeps lone surrogates', () => {
  expect(textStart('ab\ud83dc', 3)).toBe('ab\ud83d');
  expect(cutText(`\udc00${'x'.repeat(100_000)}`, 20)).toBe(`\udc00${'x'.repeat(19)}…cut`);
});

test('a copy equals its text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => copyText(text) === text));
  expect(copyText(`\ud800${'é'.repeat(20)}`)).toBe(`\ud800${'é'.repeat(20)}`);
});

test('the start of a huge text does not keep all of it in memory', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  const before = process.memoryUsage().heapUsed;
  const starts = Array.from({ length: 50 }, (_, n) => cutText(`${n}${Buffer.alloc(1_000_000, 'x')}`, 100));
  gc();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  expect(starts).toHaveLength(50);
});
