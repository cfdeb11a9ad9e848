import { setImmediate as settled } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Seq } from '../profile/token.ts';
import { createSeqLease } from './seq-lease.ts';

function setup() {
  const state = { now: 0, next: 0, sizes: [] as number[], calls: 0, down: false };
  const seqs = createSeqLease(
    async (size) => {
      state.calls++;
      if (state.down) throw new Error('down');
      state.sizes.push(size);
      const first = state.next as Seq;
      state.next += size;
      return { first, end: state.next };
    },
    () => state.now,
  );
  return { state, seqs };
}

test('returns null until there is a lease, then rising seqs that never repeat', async () => {
  const { seqs } = setup();
  expect(seqs.take()).toBeNull();
  const taken: number[] = [];
  for (let n = 0; n < 10_000; n++) {
    const seq = seqs.take();
    if (seq === null || n % 4 === 0) await settled();
    if (seq !== null) taken.push(seq);
  }
  expect(taken.length).toBeGreaterThan(9900);
  expect(taken).toEqual([...taken].sort((a, b) => a - b));
  expect(new Set(taken).size).toBe(taken.length);
});

test('leases larger blocks as traffic grows, up to a limit', async () => {
  const { state, seqs } = setup();
  for (let n = 0; n < 50_000; n++) if (seqs.take() === null || n % 8 === 0) await settled();
  expect(state.sizes[0]).toBe(16);
  expect(Math.max(...state.sizes)).toBe(4096);
});

test('abandons an old block, so that seqs follow time', async () => {
  const { state, seqs } = setup();
  seqs.take();
  await settled();
  expect(seqs.take()).toBe(0);
  state.now += 61_000;
  expect(seqs.take()).toBeNull();
  await settled();
  expect(seqs.take()).toBeGreaterThanOrEqual(16);
});

test('backs off while the store is down, and from the start again after a lease', async () => {
  const { state, seqs } = setup();
  const attemptsWithin = async (ms: number) => {
    const attemptedAt: number[] = [];
    const start = state.now;
    for (; state.now < start + ms; state.now += 10) {
      const before = state.calls;
      seqs.take();
      if (state.calls > before) attemptedAt.push(state.now - start);
      await settled();
    }
    return attemptedAt;
  };
  state.down = true;
  expect(await attemptsWithin(10_000)).toEqual([0, 250, 750, 1750, 3750, 5750, 7750, 9750]);
  state.down = false;
  state.now += 5000;
  seqs.take();
  await settled();
  expect(seqs.take()).toBe(0);
  state.down = true;
  state.now += 61_000;
  // The spare block is none, and the old one is abandoned.
  expect(await attemptsWithin(1000)).toEqual([0, 250, 750]);
});

test('leases one block at a time, when half of the current one is left', async () => {
  const { state, seqs } = setup();
  const take = (count: number) => {
    for (let n = 0; n < count; n++) seqs.take();
    return state.sizes;
  };
  expect(take(5)).toEqual([16]);
  await settled();
  expect(take(8)).toEqual([16]);
  expect(take(1)).toEqual([16, 16]);
  await settled();
  expect(take(7)).toEqual([16, 16]);
  // Half of the next size is left in a block of this one.
  expect(take(1)).toEqual([16, 16, 32]);
  await settled();
  expect(take(16)).toEqual([16, 16, 32, 64]);
});

test('blocks shrink with every one that is abandoned, down to a limit', async () => {
  const { state, seqs } = setup();
  for (let n = 0; n < 200; n++) {
    seqs.take();
    await settled();
  }
  const largest = state.sizes.at(-1) ?? 0;
  expect(largest).toBe(256);
  const sizes: number[] = [];
  for (let n = 0; n < 8; n++) {
    state.now += 60_001;
    seqs.take();
    await settled();
    sizes.push(state.sizes.at(-1) ?? 0);
  }
  // The first time there was a spare block, but it was too old as well.
  expect(sizes).toEqual([256, 64, 32, 16, 16, 16, 16, 16]);
});

test('a block is as old as its lease, by the clock of the process', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const seqs = createSeqLease(async (size) => ({ first: 0 as Seq, end: size }));
  seqs.take();
  await settled();
  vi.advanceTimersByTime(60_000);
  expect(seqs.take()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(seqs.take()).toBeNull();
  vi.useRealTimers();
});
