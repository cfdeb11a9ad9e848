import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { GroupTally } from './group-tally.ts';
import { type CountedRequest, GROUP_BINS, groupCounting, keyedName, MAX_GROUPS } from './groups.ts';

const BINS = { from: 0, step: 10 };
const named = (value: string) => keyedName(value, '', false);
const REQUEST: CountedRequest = {
  time: 5 as Micros,
  status: 200,
  client: 'browser',
  duration: 1000,
  queries: 1,
  queryTime: 10,
};

test('a flood of clients is counted, and does not hide a client that starts after it', () => {
  const tally = new GroupTally(BINS);
  const flood = 5 * MAX_GROUPS;
  for (let n = 0; n < flood; n++) tally.addRequest(named(`flood ${n}`), REQUEST);
  for (let n = 0; n < 100; n++) tally.addRequest(named('late'), { ...REQUEST, status: 404 });
  const { groups, others } = tally.groups(MAX_GROUPS + 1, null);
  expect(groups).toHaveLength(MAX_GROUPS);
  expect(groups[0]).toMatchObject({ value: 'late', requests: 100, clientErrors: 100 });
  const requests = groups.reduce((sum, group) => sum + group.requests, 0);
  expect(requests + others.requests).toBe(flood + 100);
  expect(others.values).toBe(flood + 1 - MAX_GROUPS);
});

const range = fc
  .tuple(fc.integer({ min: 0, max: 2e15 }), fc.oneof(fc.nat(1000), fc.nat(1e10), fc.nat({ max: 1e14 })))
  .map(([from, length]) => ({ from, to: from + length }));

test('bins cover the time of a search, and waste little of it', () => {
  fc.assert(
    fc.property(range, ({ from, to }) => {
      const { from: start, step } = groupCounting({ from, to }, [], 'client');
      expect(Number.isSafeInteger(start) && Number.isSafeInteger(step)).toBe(true);
      expect(start).toBeLessThanOrEqual(from);
      expect(start + GROUP_BINS * step).toBeGreaterThan(to);
      // Of very short times, a bin has at least a microsecond.
      expect(start + GROUP_BINS * step).toBeLessThanOrEqual(
        to + 1 + Math.max(GROUP_BINS, (to - from) * 0.11),
      );
    }),
  );
});

test('a day has bins of 49 minutes, thirty days have bins of 25 hours', () => {
  const HOUR = 3600e6;
  const now = 1_794_000_123_456_789;
  const binsOf = (hours: number) => groupCounting({ from: now - hours * HOUR, to: now }, [], 'client');
  expect(binsOf(24)).toMatchObject({ from: Math.floor((now - 24 * HOUR) / 60e6) * 60e6, step: 49 * 60e6 });
  expect(binsOf(720)).toMatchObject({ from: Math.floor((now - 720 * HOUR) / HOUR) * HOUR, step: 25 * HOUR });
});
