import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { cpuAt, cpuSince, delaySince, startLoad, ticksAt } from './load.ts';

let stop = () => {};
afterEach(() => stop());

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('off, it knows nothing', () => {
  expect(cpuAt(performance.now())).toBe(-1);
  expect(ticksAt()).toBe(-1);
  expect(cpuSince(-1, 0, 10)).toBeUndefined();
  expect(delaySince(-1, 0, 10)).toBeUndefined();
});

test('a request that computes shows it, and holds up the loop', async () => {
  stop = startLoad();
  const startedAt = performance.now();
  const cpu = cpuAt(startedAt);
  const ticks = ticksAt();
  await sleep(50);
  busy(80);
  const now = performance.now();
  expect(cpuSince(cpu, startedAt, now)).toBeGreaterThan(20_000);
  expect(cpuSince(cpu, startedAt, now)).toBeLessThanOrEqual(Math.round((now - startedAt) * 1000));
  expect(delaySince(ticks, startedAt, now)).toBeGreaterThan(40_000);
});

test('what held up the loop before a request came is not told of it', async () => {
  stop = startLoad();
  ticksAt();
  await sleep(30);
  busy(100);
  const startedAt = performance.now();
  const ticks = ticksAt();
  await sleep(45);
  expect(delaySince(ticks, startedAt, performance.now())).toBeLessThan(60_000);
});

test('of a request that is over at once nothing is said', () => {
  stop = startLoad();
  const now = performance.now();
  expect(cpuSince(cpuAt(now), now, now + 0.2)).toBeUndefined();
  expect(delaySince(ticksAt(), now, now + 0.2)).toBeUndefined();
});
