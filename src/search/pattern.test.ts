import { expect, test } from 'vitest';
import { parsePattern, pathOf, targetOf } from './pattern.ts';

test.each([
  ['https://h/a/b?c=http://x/y#z', '/a/b?c=http://x/y#z', '/a/b'],
  ['https://h/a#b?c', '/a#b?c', '/a'],
  ['https://h/', '/', '/'],
  ['https://h', '', ''],
  ['file:///a', '/a', '/a'],
  ['://h/a', '/a', '/a'],
  ['/a/b?c', '/a/b?c', '/a/b'],
  ['job', '', ''],
])('the target of %s is %j, and its path is %j', (url, target, path) => {
  expect(targetOf(url)).toBe(target);
  expect(pathOf(url)).toBe(path);
});

test('a pattern has at most 1,024 characters and 8 stars', () => {
  expect(parsePattern('a'.repeat(1024), 'whole')).toEqual({ match: 'whole', parts: ['a'.repeat(1024)] });
  expect(parsePattern('a'.repeat(1025), 'whole')).toBeNull();
  expect(parsePattern('*a'.repeat(8), 'whole')?.parts).toHaveLength(9);
  expect(parsePattern('*a'.repeat(9), 'whole')).toBeNull();
});
