import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { blockFor } from '../../test/support/block.ts';
import type { Seq } from '../profile/token.ts';
import { LoopHolds } from './loop-holds.ts';

const holder = (seq: number | null) => ({ seq: seq as Seq | null });
const now = () => performance.now();

test('a turn in which two requests run belongs to neither', async () => {
  const holds = new LoopHolds();
  const [a, b] = [holder(1), holder(2)];
  const from = now();
  holds.enter(a, now());
  blockFor(10);
  holds.enter(b, now());
  expect(holds.longestOf(a, from, now())).toBe(0);
  await nextTurn();
  expect(holds.longestOf(a, from, now())).toBe(0);
  expect(holds.longestOfOthers(b, from, now())).toBeNull();
});

test('a turn ends when all its promises and ticks have run', async () => {
  const holds = new LoopHolds();
  const a = holder(1);
  const from = now();
  holds.enter(a, from);
  process.nextTick(() => blockFor(10));
  void (async () => {
    for (let n = 0; n < 5; n++) await null;
    blockFor(10);
  })();
  await nextTurn();
  const held = holds.longestOf(a, from, now());
  expect(held).toBeGreaterThanOrEqual(20);
  blockFor(10);
  await nextTurn();
  expect(holds.longestOf(a, from, now())).toBe(held);
});

test('counts only the part of a hold that is in the time of the request', async () => {
  const holds = new LoopHolds();
  const from = now();
  holds.enter(holder(1), from);
  blockFor(40);
  await nextTurn();
  const other = holds.longestOfOthers(holder(2), from + 20, now());
  expect(other?.seq).toBe(1);
  expect(other?.duration).toBeLessThan((holds.longestOfOthers(holder(3), from, now())?.duration ?? 0) - 19);
  expect(holds.longestOfOthers(holder(1), from, now())).toBeNull();
});

test('a request that is not recorded is not named', async () => {
  const holds = new LoopHolds();
  const from = now();
  holds.enter(holder(null), from);
  blockFor(20);
  await nextTurn();
  expect(holds.longestOfOthers(holder(1), from, now())).toBeNull();
  expect(holds.longestOf(holder(null), from, now())).toBe(0);
});

test('the last 64 holds are remembered', async () => {
  const holds = new LoopHolds();
  const times: { from: number; to: number }[] = [];
  for (let n = 0; n < 66; n++) {
    const from = now();
    holds.enter(holder(n), from);
    blockFor(5.5);
    await nextTurn();
    times.push({ from, to: now() });
  }
  const named = times.map(({ from, to }) => holds.longestOfOthers(holder(-1), from, to)?.seq);
  expect(named).toEqual(times.map((_time, n) => (n < 2 ? undefined : n)));
});
