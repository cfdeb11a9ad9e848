import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEntries } from '../../../../test/support/read-book.ts';
import { sampleProfile } from '../../conformance/sample-profile.ts';
import { openStore } from '../../open-store.ts';
import { backupBook } from './backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-undeletable-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Windows does not delete a file that another process has open. Here, a folder in its place can't be deleted as a file. */
function addUndeletable(path: string): string {
  const file = join(path, 'segments/000099.db');
  mkdirSync(file, { recursive: true });
  return file;
}

test('retention goes on if a file of a deleted segment can’t be deleted yet', async () => {
  const path = join(folder, 'book');
  const store = await openStore(`sqlite:${path}`);
  const profiles = Array.from({ length: 2000 }, (_, seq) => sampleProfile({ seq }));
  await store.write({ id: 'a', profiles });
  const file = addUndeletable(path);
  expect(await store.retain({ entries: 100 })).toBeGreaterThan(1800);
  expect(existsSync(file)).toBe(true);
  await store.close();
});

test('no profile is deleted to make room for a file that waits to be deleted', async () => {
  const path = join(folder, 'limited');
  // A hundred entries a segment.
  const keep = { entries: 3200, bytes: 6e6 };
  const store = await openStore(`sqlite:${path}`, { keep });
  for (let batch = 0; batch < 10; batch++) {
    const profiles = Array.from({ length: 100 }, (_, i) => sampleProfile({ seq: batch * 100 + i }));
    await store.write({ id: String(batch), profiles });
  }
  writeFileSync(join(path, 'segments/000099.db'), Buffer.alloc(8e6));
  expect(await store.retain(keep)).toBe(0);
  expect(await readEntries(store)).toHaveLength(1000);
  await store.close();
});

test('a backup is complete if a file that it no longer needs can’t be deleted', async () => {
  const path = join(folder, 'source');
  const store = await openStore(`sqlite:${path}`);
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
  await store.close();
  const copy = join(folder, 'copy');
  addUndeletable(copy);
  expect(backupBook(path, copy)).toMatchObject({ entries: 1 });
});
