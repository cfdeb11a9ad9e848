import { expect, test } from 'vitest';
import { createLru, createRepeatCheck, memoize } from './lru.ts';

test('keeps keys in use, drops others, and never holds more than twice its capacity', () => {
  const lru = createLru<number>(100);
  lru.set('often', -1);
  for (let n = 0; n < 10_000; n++) {
    lru.set(`once ${n}`, n);
    expect(lru.get('often')).toBe(-1);
  }
  expect(lru.get('once 9999')).toBe(9999);
  const kept = Array.from({ length: 10_000 }, (_, n) => lru.get(`once ${n}`)).filter((n) => n !== undefined);
  expect(kept.length).toBeGreaterThanOrEqual(99);
  expect(kept.length).toBeLessThanOrEqual(200);
});

test('replaces a value without dropping other keys', () => {
  const lru = createLru<number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  for (let n = 0; n < 10; n++) lru.set('b', n);
  expect(lru.get('a')).toBe(1);
  expect(lru.get('b')).toBe(9);
});

test('holds not much more than twice its capacity of values of different sizes', () => {
  const lru = createLru<string>(1000, ({ length }) => length);
  const keys = Array.from({ length: 500 }, (_, n) => `${n}`);
  for (const [n, key] of keys.entries()) lru.set(key, 'x'.repeat((n * 37) % 100));
  const kept = keys.flatMap((key) => lru.get(key) ?? []);
  expect(kept.join('').length).toBeGreaterThan(900);
  expect(kept.join('').length).toBeLessThan(2200);
});

test('knows nearly all texts of a cache again, however many of them there are', () => {
  const comesAgain = createRepeatCheck(1000);
  const texts = Array.from({ length: 1000 }, (_, n) => `/products/${n}`);
  expect(texts.some(comesAgain)).toBe(false);
  expect(texts.filter(comesAgain).length).toBeGreaterThan(900);
});

test('computes once for a short name, and each time for a long one', () => {
  const seen: string[] = [];
  const length = memoize(
    (name) => {
      seen.push(name);
      return name.length;
    },
    { capacity: 10, maxLength: 3 },
  );
  for (const name of ['a', 'a', 'bcd', 'bcd', 'long', 'long']) expect(length(name)).toBe(name.length);
  expect(seen).toEqual(['a', 'bcd', 'long', 'long']);
});
