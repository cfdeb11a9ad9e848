import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLIENT_CLASSES } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { type CountedRequest, GroupTally, keyedName, MAX_GROUPS } from './groups.ts';

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

test('tallies of parts add up to the tally of all requests, in any order', () => {
  const request = fc.record({
    time: fc.integer({ min: 1, max: 299 }).map((time) => time as Micros),
    status: fc.constantFrom(200, 301, 404, 500),
    client: fc.constantFrom(...CLIENT_CLASSES),
    duration: fc.nat(),
    queries: fc.nat(5),
    queryTime: fc.nat(1000),
  });
  const part = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd').map(named), request));
  fc.assert(
    fc.property(fc.array(part), fc.nat(5), (parts, limit) => {
      const whole = new GroupTally(BINS);
      for (const [name, counted] of parts.flat()) whole.addRequest(name, counted);
      const added = new GroupTally(BINS);
      for (const requests of parts.toReversed()) {
        const tally = new GroupTally(BINS);
        for (const [name, counted] of requests) tally.addRequest(name, counted);
        added.addTally(tally);
      }
      expect(added.groups(limit, null)).toEqual(whole.groups(limit, null));
    }),
  );
});

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
