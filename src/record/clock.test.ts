import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

test('gives distinct times that follow the wall clock', () => {
  const timeAt = createClock();
  const before = Date.now() * 1000 - 2000;
  const times = Array.from({ length: 10_000 }, () => timeAt(performance.now()));
  expect(new Set(times).size).toBe(10_000);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now() * 1000 + 12_000);
});

test('follows a clock that was set, or a laptop that slept', () => {
  let wall = 1_000_000;
  const timeAt = createClock(() => wall);
  expect(timeAt(0)).toBe(1_000_000_000);
  expect(timeAt(0.25)).toBe(1_000_000_250);
  wall += 3_600_000;
  expect(timeAt(1)).toBe(4_600_000_000);
  wall -= 3_600_000;
  expect(timeAt(2)).toBe(1_000_000_000);
  wall -= 10;
  expect(timeAt(3)).toBe(1_000_000_001);
});

test('reads the wall clock at most once per millisecond', () => {
  let reads = 0;
  const timeAt = createClock(() => {
    reads++;
    return 1_000_000;
  });
  for (let at = 0; at < 10; at += 0.01) timeAt(at);
  expect(reads).toBeLessThanOrEqual(10);
});
