import { expect, test } from 'vitest';
import { parseMetrics } from '../../../test/support/parse-metrics.ts';
import { RequestCounter } from '../../profile/request-counts.ts';
import type { Micros } from '../../profile/time.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import type { ProcessStats } from '../recording-stats.ts';
import { metricsText } from './metrics.ts';

const STATS = {
  recorded: 15,
  stored: 7,
  dropped: 3,
  held: 0,
  heldBytes: 12_345,
  spooled: 5,
  spoolBytes: 8192,
  drops: { memory: 1, budget: 2, 'a"b\\c\nd': 0 },
  ignored: 3,
  droppedBodies: 6,
  faults: 1,
  restarts: 2,
};

const STARTED = 0 as Micros;
const textOf = (...processes: readonly Pick<ProcessStats, 'process' | 'stats'>[]) =>
  metricsText({
    processes: processes.map((each) => ({ ...each, routes: [], started: STARTED })),
    bytes: null,
  });

const process = { service: 'shop', instance: 'web-1:7', environment: 'eu', release: '1.0.0' };

test('writes counters and gauges that Prometheus can parse', () => {
  const metrics = parseMetrics(textOf({ process, stats: STATS }));
  const plain = Object.entries(metrics).map(([name, { type, samples }]) => [name, type, samples]);
  const one = (value: number) => ({ 'shop web-1:7 eu 1.0.0': value });
  expect(plain).toEqual([
    ['gatebook_recorded_total', 'counter', one(15)],
    ['gatebook_stored_total', 'counter', one(7)],
    ['gatebook_ignored_total', 'counter', one(3)],
    ['gatebook_dropped_bodies_total', 'counter', one(6)],
    ['gatebook_faults_total', 'counter', one(1)],
    ['gatebook_writer_restarts_total', 'counter', one(2)],
    ['gatebook_held', 'gauge', one(0)],
    ['gatebook_held_bytes', 'gauge', one(12_345)],
    ['gatebook_spooled', 'gauge', one(5)],
    ['gatebook_spool_bytes', 'gauge', one(8192)],
    [
      'gatebook_dropped_total',
      'counter',
      {
        'shop web-1:7 eu 1.0.0 memory': 1,
        'shop web-1:7 eu 1.0.0 budget': 2,
        'shop web-1:7 eu 1.0.0 a"b\\c\nd': 0,
      },
    ],
    ['gatebook_requests_total', 'counter', {}],
    ['gatebook_request_duration_seconds', 'histogram', {}],
  ]);
});

test('has one value for each process, and adds up the books of one process', () => {
  const other = { ...process, instance: 'a"b\\c\nd' };
  const metrics = parseMetrics(
    textOf(...[process, other, process].map((info) => ({ process: info, stats: STATS }))),
  );
  expect(metrics.gatebook_recorded_total?.samples).toEqual({
    'shop web-1:7 eu 1.0.0': 30,
    'shop a"b\\c\nd eu 1.0.0': 15,
  });
});

test('writes a metric without samples while nothing was dropped', () => {
  const metrics = parseMetrics(textOf({ process, stats: { ...STATS, drops: {} } }));
  expect(metrics.gatebook_dropped_total?.samples).toEqual({});
});

test('counts requests by route, method and class of status, with a histogram of each route', () => {
  const [one, two] = [new RequestCounter(), new RequestCounter()];
  const add = (counter: RequestCounter, fields: object) =>
    counter.add(sampleProfile({ seq: 1, ...fields }).entry);
  add(one, { route: '/pets/"7"', status: 200, duration: 5000 });
  add(one, { route: '/pets/"7"', status: 204, duration: 5001 });
  add(one, { route: '/pets/"7"', method: 'POST', status: 503, duration: 60e6 });
  add(two, { route: '/pets/"7"', status: 200, duration: 250_000 });
  add(two, { route: '', status: 404, duration: 100 });
  const processes = [
    { process, stats: STATS, routes: one.counts(), started: STARTED },
    { process, stats: STATS, routes: two.counts(), started: STARTED },
    { process: { ...process, instance: 'b' }, stats: STATS, routes: one.counts(), started: STARTED },
  ];
  const metrics = parseMetrics(metricsText({ processes, bytes: 4096 }));
  const requests = metrics.gatebook_requests_total?.samples;
  expect(requests).toEqual({
    'shop web-1:7 eu 1.0.0 GET /pets/"7" 2xx': 3,
    'shop web-1:7 eu 1.0.0 POST /pets/"7" 5xx': 1,
    'shop web-1:7 eu 1.0.0 GET (none) 4xx': 1,
    'shop b eu 1.0.0 GET /pets/"7" 2xx': 2,
    'shop b eu 1.0.0 POST /pets/"7" 5xx': 1,
  });
  const durations = metrics.gatebook_request_duration_seconds?.samples ?? {};
  const bucket = (le: string) => durations[`bucket shop web-1:7 eu 1.0.0 /pets/"7" ${le}`];
  expect(['0.005', '0.01', '0.1', '0.25', '10', '+Inf'].map(bucket)).toEqual([1, 2, 2, 3, 3, 4]);
  expect(durations['sum shop web-1:7 eu 1.0.0 /pets/"7"']).toBeCloseTo(60.260001);
  expect(durations['count shop web-1:7 eu 1.0.0 (none)']).toBe(1);
  expect(metrics.gatebook_book_bytes?.samples).toEqual({ '': 4096 });
});
