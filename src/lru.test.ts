import { expect, test } from 'vitest';
import { createLru } from './lru.ts';

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
