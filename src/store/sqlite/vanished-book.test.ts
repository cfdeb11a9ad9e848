import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEntries } from '../../../test/support/read-book.ts';
import { sampleProfile } from '../conformance/sample-profile.ts';
import { checkBook } from './maintain/check.ts';
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-vanished-'));
afterAll(() => rmSync(folder, { recursive: true }));

const batchOf = (n: number) => ({ id: `b${n}`, profiles: [sampleProfile({ seq: n })] });

/** As the writer of an app does. */
const openApp = (path: string) => openSqliteStore(path, { create: true, inThisThread: true });

async function seqsOf(store: SqliteStore): Promise<number[]> {
  return (await readEntries(store)).map(({ seq }) => Number(seq)).sort((a, b) => a - b);
}

/** What another process finds. */
async function foundBySecondReader(path: string): Promise<number[]> {
  const store = await openSqliteStore(path, { create: false });
  const seqs = await seqsOf(store);
  await store.close();
  return seqs;
}

describe('a book that vanishes while it is written is noticed with the next write, and a new one is started', () => {
  const WAYS: readonly [string, (path: string) => void][] = [
    ['deleted', (path) => rmSync(path, { recursive: true })],
    ['renamed', (path) => renameSync(path, `${path}-moved`)],
    [
      'emptied',
      (path) => {
        rmSync(path, { recursive: true });
        mkdirSync(path);
      },
    ],
    [
      'without its segments',
      (path) => {
        rmSync(join(path, 'segments'), { recursive: true });
      },
    ],
    [
      'without its catalog',
      (path) => {
        for (const name of ['catalog.db', 'catalog.db-wal', 'catalog.db-shm']) rmSync(join(path, name));
        rmSync(join(path, 'segments'), { recursive: true });
      },
    ],
  ];
  test.each(WAYS)('%s', async (name, vanish) => {
    const path = join(folder, name);
    const app = await openApp(path);
    const { first } = await app.lease(100);
    expect(first).toBe(0);
    await app.write(batchOf(1));
    expect(await seqsOf(app)).toEqual([1]);
    vanish(path);
    // Rejected, because no reader would find it.
    await expect(app.write(batchOf(2))).rejects.toMatchObject({ code: 'book-missing' });
    await app.write(batchOf(2));
    await app.write(batchOf(3));
    expect(await foundBySecondReader(path)).toEqual([2, 3]);
    expect(await seqsOf(app)).toEqual([2, 3]);
    // Tokens and seqs that the app has given out stay its own.
    expect((await app.lease(1)).first).toBeGreaterThanOrEqual(100);
    const other = await openSqliteStore(path, { create: false });
    expect(other.tokens.key).toEqual(app.tokens.key);
    await other.close();
    await app.close();
    expect(checkBook(path)).toEqual([]);
  });
});

test('a book that was replaced by a backup of itself goes on, one that was replaced by another is not written', async () => {
  const path = join(folder, 'replaced');
  const copy = join(folder, 'copy');
  const app = await openApp(path);
  await app.lease(100);
  await app.write(batchOf(1));
  await app.close();
  cpSync(path, copy, { recursive: true });
  const again = await openApp(path);
  await again.write(batchOf(2));
  rmSync(path, { recursive: true });
  renameSync(copy, path);
  await expect(again.write(batchOf(3))).rejects.toMatchObject({ code: 'book-missing' });
  await again.write(batchOf(3));
  expect(await foundBySecondReader(path)).toEqual([1, 3]);

  const other = await openApp(join(folder, 'other'));
  await other.write(batchOf(50));
  await other.close();
  rmSync(path, { recursive: true });
  renameSync(join(folder, 'other'), path);
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(again.write(batchOf(4))).rejects.toThrow(/was replaced by another one. Restart the app/);
  expect(await foundBySecondReader(path)).toEqual([50]);
  await again.close();
});

test('a book that vanishes is reported by a write, also if something else has noticed it before', async () => {
  const path = join(folder, 'noticed');
  const app = await openApp(path);
  await app.write(batchOf(1));
  const note = { id: 'start', profiles: [sampleProfile({ seq: 9, kind: 'process' })] };
  const notices = [
    () => app.lease(1).catch(() => {}),
    () => app.retain({}),
    () => app.write(note).catch(() => {}),
  ];
  for (const notice of notices) {
    rmSync(path, { recursive: true });
    await notice();
    await expect(app.write(batchOf(2))).rejects.toMatchObject({ code: 'book-missing' });
    await app.write(batchOf(2));
    expect(await foundBySecondReader(path)).toEqual([2]);
  }
  await app.close();
});

test('a book that vanishes is noticed also if its last segment was finished by another process', async () => {
  const path = join(folder, 'finished');
  const app = await openApp(path);
  await app.write(batchOf(1));
  const other = await openApp(path);
  await other.closeSegments();
  await other.close();
  rmSync(path, { recursive: true });
  await expect(app.write(batchOf(2))).rejects.toMatchObject({ code: 'book-missing' });
  await app.write(batchOf(2));
  expect(await foundBySecondReader(path)).toEqual([2]);
  await app.close();
});
