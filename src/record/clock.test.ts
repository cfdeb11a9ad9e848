import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

test('no two times are alike, and they are those of the wall clock', () => {
  const now = createClock();
  const before = Date.now() * 1000 - 2000;
  const times = Array.from({ length: 10_000 }, now);
  expect(new Set(times).size).toBe(10_000);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now() * 1000 + 12_000);
});

test('a clock that is set, or a laptop that slept, is followed', () => {
  let wall = 1_000_000;
  let monotonic = 0;
  const now = createClock(
    () => wall,
    () => monotonic,
  );
  monotonic += 0.25;
  expect(now()).toBe(1_000_000_250);
  wall += 3_600_000;
  expect(now()).toBe(4_600_000_000);
  wall -= 3_600_000;
  expect(now()).toBe(1_000_000_000);
  wall -= 10;
  expect(now()).toBe(1_000_000_001);
});
