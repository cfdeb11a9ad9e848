import { expect, test } from 'vitest';
import { sampleProfile } from '../store/conformance/sample-profile.ts';
import { isRouteCounts, MAX_ROUTES, RequestCounter } from './request-counts.ts';

const entry = (fields: object) => sampleProfile({ seq: 1, ...fields }).entry;

test('counts at most 200 routes, and known methods; the rest together', () => {
  const counter = new RequestCounter();
  for (let n = 0; n < 1000; n++) counter.add(entry({ route: `/${n}${'x'.repeat(500)}`, method: `M${n}` }));
  counter.add(entry({ route: '__proto__', method: 'GET' }));
  counter.add(entry({ route: '', status: 0 }));
  for (const kind of ['job', 'error', 'sub', 'process']) counter.add(entry({ kind, parent: 1 }));
  const counts = counter.counts();
  expect(counts).toHaveLength(MAX_ROUTES + 2);
  expect(counts[0]).toMatchObject({ answers: { '(other) 2xx': 1 } });
  expect(counts[0]?.route).toHaveLength(200);
  const [other, none] = counts.slice(-2);
  expect(other).toMatchObject({ route: '(other)', answers: { '(other) 2xx': 800, 'GET 2xx': 1 } });
  expect(none).toMatchObject({ route: '(none)', answers: { 'GET (other)': 1 } });
  expect(JSON.stringify(counts).length).toBeLessThan(100_000);
});

test('can be taken and added up', () => {
  const [counter, sum] = [new RequestCounter(), new RequestCounter()];
  for (const duration of [1000, 7000, 20e6]) {
    counter.add(entry({ route: '/a', duration }));
    sum.addAll(counter.take());
  }
  expect(counter.counts()).toEqual([]);
  expect(sum.counts()).toEqual([
    {
      route: '/a',
      answers: { 'GET 2xx': 3 },
      durations: [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      time: 20_008_000,
    },
  ]);
  expect(isRouteCounts(JSON.parse(JSON.stringify(sum.counts()[0])))).toBe(true);
});

test.each([
  null,
  7,
  {},
  { route: '/', answers: { 'GET 2xx': 1 }, durations: [1], time: 1 },
  { route: '/', answers: { 'GET 2xx': '1' }, durations: new Array(12).fill(0), time: 1 },
  { route: '/', answers: { 'GET\n 2xx': 1 }, durations: new Array(12).fill(0), time: 1 },
  { route: '/', answers: {}, durations: new Array(12).fill(-1), time: 1 },
])('%j is not the counts of a route', (value) => {
  expect(isRouteCounts(value)).toBe(false);
});
