import { expect, test } from 'vitest';
import { memoizeParts, remember } from './remember.ts';

function setup(capacity = 10) {
  const seen: string[] = [];
  const read = remember(
    (text) => {
      seen.push(text);
      return text.replace('secret', '***').replace(/\d/g, '?');
    },
    (text, result) => !result.includes('***') && text !== 'unsafe 1',
    { capacity, maxLength: 256 },
  );
  return { seen, read };
}

test('remembers a harmless text from the second time on, whether or not it was changed', () => {
  const { seen, read } = setup();
  for (let n = 0; n < 5; n++)
    expect([read('keep-alive'), read('LIMIT 20')]).toEqual(['keep-alive', 'LIMIT ??']);
  expect(seen).toEqual(['keep-alive', 'LIMIT 20', 'keep-alive', 'LIMIT 20']);
});

test('never remembers a text that may not stay in memory, nor a long one', () => {
  const { seen, read } = setup();
  const texts = ['a secret', 'unsafe 1', 'x'.repeat(257)];
  for (let n = 0; n < 4; n++) expect(texts.map(read)).toEqual(['a ***', 'unsafe ?', 'x'.repeat(257)]);
  expect(seen).toHaveLength(12);
});

test('remembers texts of up to 256 characters', () => {
  const { seen, read } = setup();
  for (let n = 0; n < 5; n++) read('x'.repeat(256));
  expect(seen).toHaveLength(2);
});

test('remembers a limited number of texts, and those that are used again', () => {
  const { seen, read } = setup(10);
  for (let n = 0; n < 100; n++)
    for (const text of [`text ${'x'.repeat(n)}`, `text ${'x'.repeat(n)}`, 'used again']) read(text);
  expect(seen.filter((text) => text === 'used again')).toHaveLength(2);
  seen.length = 0;
  read('text ');
  expect(seen).toEqual(['text ']);
});

test('keeps what is repeated while many texts come once', () => {
  const { seen, read } = setup();
  for (let n = 0; n < 2; n++) read('plain');
  for (let n = 0; n < 50_000; n++) read(`once ${'x'.repeat(n % 200)}${String.fromCharCode(0x4e00 + n)}`);
  seen.length = 0;
  read('plain');
  expect(seen).toEqual([]);
});

test('keeps texts with the same hash apart', () => {
  const { read } = setup();
  // 31 * 'A' + 'a' is 31 * 'B' + 'B'.
  for (let n = 0; n < 4; n++) expect([read('Aa'), read('BB')]).toEqual(['Aa', 'BB']);
});

const SHORT = 'x'.repeat(32);
const LONG = 'x'.repeat(33);

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
