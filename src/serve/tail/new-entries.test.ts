import { beforeEach, expect, test } from 'vitest';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import { sampleProfile } from '../../store/sample-profile.ts';
import type { Store } from '../../store/store.ts';
import { createNewEntries, FAR_EVERY_MS, FAR_MS, NEAR_MS } from './new-entries.ts';

let clock: number;
let book: Store;
beforeEach(() => {
  clock = Date.now();
  book = openMemoryStore();
});

/** Rows that began so long before now. */
async function write(...rows: readonly { seq: number; ago?: number; status?: number }[]): Promise<void> {
  const profiles = rows.map(({ seq, ago = 0, status = 404 }) =>
    sampleProfile({ seq, status, time: (clock - ago) * 1000 }),
  );
  await book.write({ id: rows.map(({ seq }) => seq).join(), profiles });
}

async function started() {
  const arrivals = createNewEntries(
    [{ field: 'status', not: false, any: [{ from: 404, to: 404 }] }],
    () => clock,
  );
  await arrivals.look(book);
  const look = async () => (await arrivals.look(book)).map(({ seq }) => seq);
  return { arrivals, look };
}

test('tells each match that comes in once, oldest first, and none that was there', async () => {
  await write({ seq: 1 }, { seq: 2, ago: 5000 });
  const { look } = await started();
  expect(await look()).toEqual([]);
  await write({ seq: 3 }, { seq: 4, ago: 500 }, { seq: 5, status: 200 });
  expect(await look()).toEqual([4, 3]);
  expect(await look()).toEqual([]);
});

test('puts a sub-request before its main request, for the last told stands on top', async () => {
  const { look } = await started();
  await write({ seq: 1 }, { seq: 2 });
  expect(await look()).toEqual([2, 1]);
});

test('finds a row that comes in behind newer ones', async () => {
  const { look } = await started();
  await write({ seq: 1 });
  expect(await look()).toEqual([1]);
  await write({ seq: 2, ago: NEAR_MS - 10 });
  expect(await look()).toEqual([2]);
});

test('finds a request that took long, within a few seconds of its end', async () => {
  const { look } = await started();
  await write({ seq: 1, ago: FAR_MS - 10_000 });
  expect(await look()).toEqual([]);
  clock += FAR_EVERY_MS;
  expect(await look()).toEqual([1]);
  clock += FAR_EVERY_MS;
  expect(await look()).toEqual([]);
});

test('goes on where it stopped when nobody has listened for a while', async () => {
  const { look } = await started();
  await write({ seq: 1, ago: 1000 });
  clock += 50_000;
  await write({ seq: 2 }, { seq: 3, ago: 20_000 });
  expect(await look()).toEqual([1, 3, 2]);
});

test('is not misled when retention takes rows away', async () => {
  await write({ seq: 1, ago: 20_000 }, { seq: 2, ago: 19_000 });
  const { look } = await started();
  await book.prune(((clock - 19_500) * 1000) as never);
  clock += FAR_EVERY_MS;
  expect(await look()).toEqual([]);
  await write({ seq: 3, ago: 15_000 });
  clock += FAR_EVERY_MS;
  expect(await look()).toEqual([3]);
});

test('loses nothing by a look that fails', async () => {
  const { arrivals, look } = await started();
  await write({ seq: 1 });
  clock += FAR_EVERY_MS;
  const broken = { ...book, count: () => Promise.reject(new Error('busy')) };
  await expect(arrivals.look(broken)).rejects.toThrow('busy');
  expect(await look()).toEqual([1]);
});
