import { expect, test } from 'vitest';
import type { NumberRange, Term } from './criteria.ts';
import { FOREVER, timeBounds } from './time-bounds.ts';

const time = (any: NumberRange[], not = false): Term => ({ field: 'time', not, any });

test('all terms hold, and one of the ranges of each', () => {
  expect(timeBounds([])).toEqual({ from: 0, to: FOREVER });
  const ranges = [
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ];
  expect(timeBounds([time(ranges)])).toEqual({ from: 10, to: 40 });
  expect(timeBounds([time(ranges), time([{ from: 15, to: 50 }])])).toEqual({ from: 15, to: 40 });
  expect(timeBounds([time([{ from: 5, to: 35 }]), time(ranges)])).toEqual({ from: 10, to: 35 });
});

test('excluded times and other fields do not limit the range', () => {
  expect(timeBounds([time([{ from: 10, to: 20 }], true)])).toEqual({ from: 0, to: FOREVER });
  expect(timeBounds([{ field: 'status', not: false, any: [{ from: 10, to: 20 }] }])).toEqual({
    from: 0,
    to: FOREVER,
  });
});
