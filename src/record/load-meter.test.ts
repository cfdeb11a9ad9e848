import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blockFor } from '../../test/support/block.ts';
import { LoadMeter } from './load-meter.ts';

let meter = new LoadMeter();
let stop = () => {};
beforeEach(() => {
  meter = new LoadMeter();
});
afterEach(() => stop());

test('measures nothing until it is started', () => {
  expect(meter.follow({ seq: null }, performance.now())).toBeNull();
});

test('shows the CPU time of a request and the event-loop delay it caused', async () => {
  stop = meter.start();
  const startedAt = performance.now();
  const cpu = meter.cpuAt(startedAt);
  const tick = meter.startRequest();
  await sleep(50);
  blockFor(80);
  const now = performance.now();
  expect(meter.cpuSince(cpu, startedAt, now)).toBeGreaterThan(20_000);
  expect(meter.cpuSince(cpu, startedAt, now)).toBeLessThanOrEqual(Math.round((now - startedAt) * 1000));
  expect(meter.delaySince(tick, startedAt, now)).toBeGreaterThan(40_000);
});

test('does not count a delay that happened before the request arrived', async () => {
  stop = meter.start();
  meter.startRequest();
  await sleep(30);
  blockFor(100);
  const startedAt = performance.now();
  const tick = meter.startRequest();
  await sleep(45);
  expect(meter.delaySince(tick, startedAt, performance.now())).toBeLessThan(60_000);
});

test('reports neither for a request too short to measure', () => {
  stop = meter.start();
  const now = performance.now();
  expect(meter.cpuSince(meter.cpuAt(now), now, now + 0.2)).toBeUndefined();
  expect(meter.delaySince(meter.startRequest(), now, now + 0.2)).toBeUndefined();
});

test('two meters do not influence each other', async () => {
  stop = meter.start();
  const other = new LoadMeter();
  const stopOther = other.start();
  const load = other.follow({ seq: null }, performance.now());
  const startedAt = performance.now();
  const tick = meter.startRequest();
  stopOther();
  await sleep(50);
  blockFor(80);
  expect(meter.delaySince(tick, startedAt, performance.now())).toBeGreaterThan(40_000);
  expect(other.follow({ seq: null }, performance.now())).toBeNull();
  expect(load?.measure({ seq: null }, performance.now())).toEqual({});
});
