import { beforeEach, expect, test } from 'vitest';
import { sampleProfile } from './conformance/sample-profile.ts';
import { openMemoryStore } from './memory/memory-store.ts';
import { createNewEntries, LATE_CHECK_MS, LATE_MS, MAX_READ, MAX_SEEN, RECENT_MS } from './new-entries.ts';
import type { Store } from './store.ts';

let clock: number;
let book: Store;
beforeEach(() => {
  clock = Date.now();
  book = openMemoryStore();
});

/** Writes entries of requests that began `ago` ms before now. */
async function write(...rows: readonly { seq: number; ago?: number; status?: number }[]): Promise<void> {
  const profiles = rows.map(({ seq, ago = 0, status = 404 }) =>
    sampleProfile({ seq, status, time: (clock - ago) * 1000 }),
  );
  await book.write({ id: rows.map(({ seq }) => seq).join(), profiles });
}

async function started() {
  const newEntries = createNewEntries(
    [{ field: 'status', not: false, any: [{ from: 404, to: 404 }] }],
    () => clock,
  );
  await newEntries.poll(book);
  const poll = async () => (await newEntries.poll(book))?.map(({ seq }) => seq);
  return { newEntries, poll };
}

test('returns each new match once, oldest first, and none that existed before', async () => {
  await write({ seq: 1 }, { seq: 2, ago: 5000 });
  const { poll } = await started();
  expect(await poll()).toEqual([]);
  await write({ seq: 3 }, { seq: 4, ago: 500 }, { seq: 5, status: 200 });
  expect(await poll()).toEqual([4, 3]);
  expect(await poll()).toEqual([]);
});

test('returns a sub-request before its main request, because the last row is put on top', async () => {
  const { poll } = await started();
  await write({ seq: 1 }, { seq: 2 });
  expect(await poll()).toEqual([2, 1]);
});

test('finds an entry that is written after newer ones', async () => {
  const { poll } = await started();
  await write({ seq: 1 });
  expect(await poll()).toEqual([1]);
  await write({ seq: 2, ago: RECENT_MS - 10 });
  expect(await poll()).toEqual([2]);
});

test('finds a long request within a few seconds after it ended', async () => {
  const { poll } = await started();
  await write({ seq: 1, ago: LATE_MS - 10_000 });
  expect(await poll()).toEqual([]);
  clock += LATE_CHECK_MS;
  expect(await poll()).toEqual([1]);
  clock += LATE_CHECK_MS;
  expect(await poll()).toEqual([]);
});

test('continues where it stopped after a pause without subscribers', async () => {
  const { poll } = await started();
  await write({ seq: 1, ago: 1000 });
  clock += 50_000;
  await write({ seq: 2 }, { seq: 3, ago: 20_000 });
  expect(await poll()).toEqual([1, 3, 2]);
});

test('still finds new entries after retention has deleted some', async () => {
  await write({ seq: 1, ago: 20_000 }, { seq: 2, ago: 19_000 });
  const { poll } = await started();
  await book.prune(((clock - 19_500) * 1000) as never);
  clock += LATE_CHECK_MS;
  expect(await poll()).toEqual([]);
  await write({ seq: 3, ago: 15_000 });
  clock += LATE_CHECK_MS;
  expect(await poll()).toEqual([3]);
});

test('loses no entries when a poll fails', async () => {
  const { newEntries, poll } = await started();
  await write({ seq: 1 });
  clock += LATE_CHECK_MS;
  const broken = { ...book, count: () => Promise.reject(new Error('busy')) };
  await expect(newEntries.poll(broken)).rejects.toThrow('busy');
  expect(await poll()).toEqual([1]);
});

/** Writes this many entries, one each `everyMs`, the last one now. */
async function writeMany(count: number, firstSeq: number, everyMs: number): Promise<void> {
  await write(
    ...Array.from({ length: count }, (_, i) => ({ seq: firstSeq + i, ago: (count - 1 - i) * everyMs })),
  );
}

test('does not read more matches than one poll may, and follows again when there are fewer', async () => {
  const { poll } = await started();
  clock += 500;
  await writeMany(MAX_READ + 2000, 1, 0.1);
  expect(await poll()).toBe(undefined);
  expect(await poll()).toBe(undefined);
  clock += 5000;
  await poll();
  await write({ seq: 9000 });
  // This poll learns which entries exist. It did not return all of them.
  expect(await poll()).toBe(undefined);
  expect(await poll()).toEqual([]);
  await write({ seq: 9001 }, { seq: 9002, ago: 100 });
  expect(await poll()).toEqual([9002, 9001]);
});

test('reads and remembers no more than it may of the minute before', async () => {
  let read = 0;
  const counted = {
    ...book,
    async search(...args: Parameters<Store['search']>) {
      const page = await book.search(...args);
      read += page.entries.length;
      return page;
    },
  };
  await writeMany(3 * MAX_SEEN, 1, 1);
  const newEntries = createNewEntries([], () => clock);
  await newEntries.poll(counted);
  expect(read).toBeLessThanOrEqual(MAX_READ);
  for (let i = 0, seq = 100_000; i < 20; i++, seq += 1000) {
    clock += 1000;
    await writeMany(1000, seq, 0.5);
    expect(await newEntries.poll(counted)).toHaveLength(1000);
  }
  read = 0;
  clock += LATE_CHECK_MS;
  // Within the delay that is still covered, and before it.
  await write({ seq: 90_001, ago: 8000 }, { seq: 90_002, ago: 30_000 }, { seq: 90_003 });
  const found = await newEntries.poll(counted);
  expect(read).toBeLessThanOrEqual(2 * MAX_SEEN + 1000);
  expect(found?.map(({ seq }) => seq)).toEqual([90_001, 90_003]);
});
