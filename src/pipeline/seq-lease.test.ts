import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Seq } from '../profile/token.ts';
import { createSeqLease } from './seq-lease.ts';

function setup() {
  const state = { now: 0, next: 0, sizes: [] as number[], asked: 0, down: false };
  const numbers = createSeqLease(
    async (size) => {
      state.asked++;
      if (state.down) throw new Error('down');
      state.sizes.push(size);
      const first = state.next as Seq;
      state.next += size;
      return { first, end: state.next };
    },
    () => state.now,
  );
  return { state, numbers };
}

test('without a lease there is no number; once there is one, they rise and never repeat', async () => {
  const { numbers } = setup();
  expect(numbers.take()).toBeNull();
  const taken: number[] = [];
  for (let n = 0; n < 10_000; n++) {
    const number = numbers.take();
    if (number === null || n % 4 === 0) await settled();
    if (number !== null) taken.push(number);
  }
  expect(taken.length).toBeGreaterThan(9900);
  expect(taken).toEqual([...taken].sort((a, b) => a - b));
  expect(new Set(taken).size).toBe(taken.length);
});

test('blocks grow with the traffic up to a bound', async () => {
  const { state, numbers } = setup();
  for (let n = 0; n < 50_000; n++) if (numbers.take() === null || n % 8 === 0) await settled();
  expect(state.sizes[0]).toBe(16);
  expect(Math.max(...state.sizes)).toBe(4096);
});

test('an old block is given up, so that numbers follow time', async () => {
  const { state, numbers } = setup();
  numbers.take();
  await settled();
  expect(numbers.take()).toBe(0);
  state.now += 61_000;
  expect(numbers.take()).toBeNull();
  await settled();
  expect(numbers.take()).toBeGreaterThanOrEqual(16);
});

test('a store that is down costs nothing but the numbers, and is not asked with every request', async () => {
  const { state, numbers } = setup();
  state.down = true;
  for (let n = 0; n < 1000; n++) {
    expect(numbers.take()).toBeNull();
    await settled();
    state.now += 10;
  }
  // Ten seconds: after 250, 500, 1000, 2000 and 5000 ms.
  expect(state.asked).toBeLessThanOrEqual(6);
  state.down = false;
  state.now += 5000;
  numbers.take();
  await settled();
  expect(numbers.take()).toBe(0);
});
