import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DURATION_STEPS, durationStep, percentileOf } from './durations.ts';
import { SparseCounts } from './sparse-counts.ts';

const DAY = 24 * 3600e6;
/** Evenly over all orders of magnitude. */
const duration = fc
  .double({ min: 0, max: Math.log(DAY), noNaN: true })
  .map((exponent) => Math.min(DAY, Math.floor(Math.exp(exponent))));
const lists = fc.array(fc.oneof(duration, fc.constantFrom(0, 1, 50, 51, 52, DAY)), {
  minLength: 1,
  maxLength: 200,
});

function histogramOf(durations: readonly number[]) {
  const counts = new SparseCounts();
  for (const value of durations) counts.add(durationStep(value), 1);
  return counts.trimmed();
}

test('a percentile is within 1 % of the exact one', () => {
  fc.assert(
    fc.property(lists, fc.constantFrom(0, 0.5, 0.9, 0.99, 1), (durations, share) => {
      const sorted = durations.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? 0;
      const read = percentileOf(histogramOf(durations), share) ?? Number.NaN;
      expect(Math.abs(read - exact)).toBeLessThanOrEqual(exact / 100);
    }),
  );
});

test('adding up histograms is the same as counting all durations', () => {
  fc.assert(
    fc.property(fc.array(lists, { maxLength: 5 }), (parts) => {
      const added = new SparseCounts();
      for (const part of parts) added.addAll(histogramOf(part));
      expect(added.trimmed()).toEqual(histogramOf(parts.flat()));
    }),
  );
});

test('each duration is in the last step that is not longer', () => {
  for (const [step, shortest] of DURATION_STEPS.entries()) {
    expect(durationStep(shortest)).toBe(step);
    expect(durationStep((DURATION_STEPS[step + 1] ?? 2 ** 53) - 1)).toBe(step);
  }
  expect(DURATION_STEPS.length).toBeLessThan(1200);
});

test('there is no percentile of nothing', () => {
  expect(percentileOf({ first: 0, counts: [] }, 0.5)).toBeNull();
});
