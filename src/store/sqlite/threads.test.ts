import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile } from '../conformance/sample-profile.ts';
import { openStore } from '../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The number of worker threads that are alive. */
function countWorkers(): number {
  return (process.report.getReport() as { workers: unknown[] }).workers.length;
}

const storage = `sqlite:${join(folder, 'book')}`;

test('a store starts one thread to read, and a second one with the first write', async () => {
  const store = await openStore(storage);
  await store.search(EVERYTHING);
  await store.count([], 10);
  expect(await store.get(store.tokens.tokenOf(1 as never))).toBeNull();
  expect(countWorkers()).toBe(1);
  await store.lease(1);
  expect(countWorkers()).toBe(2);
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 0 })] });
  expect((await store.search(EVERYTHING)).entries).toHaveLength(1);
  await store.close();
  expect(countWorkers()).toBe(0);
});

test('a store that is closed rejects every call and starts no thread', async () => {
  const store = await openStore(storage);
  await store.close();
  const closed = { code: 'store-closed' };
  await expect(store.search(EVERYTHING)).rejects.toMatchObject(closed);
  await expect(store.lease(1)).rejects.toMatchObject(closed);
  await expect(store.write({ id: 'b', profiles: [] })).rejects.toMatchObject(closed);
  expect(countWorkers()).toBe(0);
});

test('a store whose book was deleted rejects writes instead of creating a book with other tokens', async () => {
  const store = await openStore(`sqlite:${join(folder, 'deleted', 'book')}`);
  rmSync(join(folder, 'deleted'), { recursive: true });
  await expect(store.lease(1)).rejects.toMatchObject({ code: 'book-missing' });
  await store.close();
});

test('the thread of a book that cannot be opened ends', async () => {
  await expect(openStore(`sqlite:${folder}/missing`, { create: false })).rejects.toMatchObject({
    code: 'book-missing',
  });
  expect(countWorkers()).toBe(0);
});
