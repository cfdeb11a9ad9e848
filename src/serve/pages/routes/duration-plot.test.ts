import { expect, test } from 'vitest';
import { durationStep } from '../../../store/durations.ts';
import { SparseCounts } from '../../../store/sparse-counts.ts';
import { barsOf } from './duration-plot.tsx';

const bars = (...micros: number[]) => {
  const counts = new SparseCounts();
  for (const duration of micros) counts.add(durationStep(duration), 1);
  return barsOf(counts.trimmed());
};

test('counts every request in one bar, also very short and very long ones', () => {
  const counted = bars(0, 1, 999, 1100, 15_000, 15_000, 9_999_000, 60e6, 24 * 3600e6);
  expect(counted).toHaveLength(20);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(9);
  expect(counted[0]).toBe(4);
  expect(counted[5]).toBe(2);
  expect(counted[19]).toBe(3);
});

test('no requests are empty bars', () => {
  expect(bars().every((count) => count === 0)).toBe(true);
});
