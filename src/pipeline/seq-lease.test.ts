import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
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

test('backs off while the store is down', async () => {
  const { state, seqs } = setup();
  state.down = true;
  for (let n = 0; n < 1000; n++) {
    expect(seqs.take()).toBeNull();
    await settled();
    state.now += 10;
  }
  // Within ten seconds: after 250, 500, 1000, 2000 and 5000 ms.
  expect(state.calls).toBeLessThanOrEqual(6);
  state.down = false;
  state.now += 5000;
  seqs.take();
  await settled();
  expect(seqs.take()).toBe(0);
});
