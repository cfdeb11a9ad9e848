import { expect, test } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { createPrunings, openMemoryStore } from './memory-store.ts';

const MANY = 200_000;

/** In an order that makes sorted insertion work for it. */
function manyProfiles() {
  return Array.from({ length: MANY }, (_, seq) => sampleProfile({ seq, time: T0 + ((seq * 7919) % MANY) }));
}

test('remembers the ids of the last 10,000 batches only', async () => {
  const store = openMemoryStore();
  await store.write({ id: 'first', profiles: [] });
  for (let n = 0; n < 9_999; n++) await store.write({ id: `batch ${n}`, profiles: [] });
  const again = { id: 'first', profiles: [sampleProfile({ seq: 1 })] };
  await store.write(again);
  expect(await store.count([], 10)).toEqual({ matches: 0, capped: false });
  await store.write({ id: 'one more', profiles: [] });
  await store.write(again);
  expect(await store.count([], 10)).toEqual({ matches: 1, capped: false });
});

test('deletes half of 200,000 profiles in less than two seconds, and the rest too', async () => {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: manyProfiles() });
  const start = performance.now();
  expect(await store.retain({ entries: MANY / 2 })).toBe(MANY / 2);
  expect(await store.retain({ entries: MANY / 2, age: 1e15 })).toBe(0);
  expect(performance.now() - start).toBeLessThan(2000);
  const [oldest] = (
    await store.search({
      ...EVERYTHING,
      cursor: { toward: 'newer', time: 0 as Micros, seq: 0 as Seq },
      limit: 1,
    })
  ).entries;
  expect(oldest?.time).toBe(T0 + MANY / 2);
  expect(await store.prune((T0 + MANY) as Micros)).toBe(MANY / 2);
});

test('surveys and prunes 200,000 profiles', async () => {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: manyProfiles() });
  expect((await store.survey([])).matches).toBe(MANY);
  expect(await store.prune((T0 + MANY) as Micros)).toBe(MANY);
  expect(await store.survey([])).toMatchObject({ matches: 0, searchedTo: null });
});

test('retention that has nothing to delete does not sort or copy the book', async () => {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: manyProfiles() });
  const start = performance.now();
  for (let n = 0; n < 1000; n++) expect(await store.retain({ entries: MANY, age: 1e15 })).toBe(0);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('reads a page of 200,000 profiles without going through all of them', async () => {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: manyProfiles() });
  const start = performance.now();
  for (let n = 0; n < 1000; n++) expect((await store.search(EVERYTHING)).entries).toHaveLength(10);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('remembers deletions by the hour, for 1,000 hours', () => {
  const hour = 3600e6;
  let now = hour;
  const prunings = createPrunings(() => now);
  const expired = (seq: number) => prunings.find(seq as Seq)?.expired ?? null;
  prunings.add(10);
  now += hour / 2;
  prunings.add(5);
  expect([expired(10), expired(11)]).toEqual([hour, null]);
  prunings.add(20);
  expect([expired(10), expired(20)]).toEqual([now, now]);
  for (let n = 1; n <= 5000; n++) {
    now += hour;
    prunings.add(20 + n);
  }
  expect(expired(5020)).toBe(now);
  expect(expired(4020)).toBe(now - 999 * hour);
  expect(expired(5021)).toBe(null);
});

test('a later deletion of higher seqs does not change when others were deleted', () => {
  const hour = 3600e6;
  let now = hour;
  const prunings = createPrunings(() => now);
  const expired = (seq: number) => prunings.find(seq as Seq)?.expired ?? null;
  prunings.add(900);
  now += hour;
  prunings.add(100);
  now += hour;
  prunings.add(100);
  expect([expired(50), expired(100), expired(900), expired(901)]).toEqual([2 * hour, 2 * hour, hour, null]);
  expect(expired(101)).toBe(hour);
});
