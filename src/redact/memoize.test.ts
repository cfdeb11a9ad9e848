import { expect, test } from 'vitest';
import { memoize, memoizeParts } from './remember.ts';

const SHORT = 'x'.repeat(40);
const LONG = 'x'.repeat(41);

test('computes once for a short name, and each time for a long one', () => {
  const seen: string[] = [];
  const length = memoize((name) => {
    seen.push(name);
    return name.length;
  });
  for (const name of ['a', 'a', SHORT, SHORT, LONG, LONG]) expect(length(name)).toBe(name.length);
  expect(seen).toEqual(['a', SHORT, LONG, LONG]);
});

test('classifies a part of a text once, wherever it is', () => {
  const seen: string[] = [];
  const isToken = memoizeParts((part) => {
    seen.push(part);
    return Number(part === 'token');
  });
  expect(isToken('my token is', 3, 8)).toBe(1);
  expect(isToken('token')).toBe(1);
  expect(isToken('tokens', 0, 5)).toBe(1);
  expect(isToken('tokens')).toBe(0);
  expect(isToken('a tokens', 2)).toBe(0);
  expect(seen).toEqual(['token', 'tokens']);
});

test('does not remember long and empty parts', () => {
  const seen: string[] = [];
  const isEmpty = memoizeParts((part) => {
    seen.push(part);
    return Number(part === '');
  });
  for (const part of ['', '', SHORT, SHORT, LONG, LONG]) expect(isEmpty(part)).toBe(Number(part === ''));
  expect(seen).toEqual(['', '', SHORT, LONG, LONG]);
});

test('is right for more names than it remembers', () => {
  const isEven = memoizeParts((part) => Number(part.length % 2 === 0));
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 3000; n++) expect(isEven(`name${n}`)).toBe(Number(`name${n}`.length % 2 === 0));
});
