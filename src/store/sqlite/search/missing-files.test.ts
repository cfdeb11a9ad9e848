import { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEntries } from '../../../../test/support/read-book.ts';
import { SMALL, writeSampleBook } from '../../../../test/support/sample-book.ts';
import type { Seq } from '../../../profile/token.ts';
import { type BookFolder, bookFolder, deleteDatabase } from '../files/folder.ts';
import { backupBook } from '../maintain/backup.ts';
import { checkBook } from '../maintain/check.ts';
import { openForExport } from '../maintain/export-book.ts';
import { statsOf } from '../maintain/stats.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-missing-'));
const original = join(temporary, 'original');
beforeAll(() => writeSampleBook(original));
afterAll(() => rmSync(temporary, { recursive: true }));

const SEGMENTS: readonly [string, (folder: BookFolder) => string, number, number][] = [
  ['closed', (folder) => folder.closed(2, 0), 1000, 2000],
  ['full', (folder) => folder.live(3), 2000, 3000],
  ['live', (folder) => folder.live(5), 4000, 4500],
];

describe('a segment without a file was deleted: on a full disk, the catalog is corrected later', () => {
  test.each(SEGMENTS)('%s', async (name, fileOf, first, end) => {
    const path = join(temporary, name);
    cpSync(original, path, { recursive: true });
    const left = 4500 - (end - first);
    deleteDatabase(fileOf(bookFolder(path)));

    expect(statsOf(path).entries).toBe(left);
    expect(checkBook(path)).toEqual([]);
    expect(backupBook(path, `${path}-backup`).entries).toBe(left);
    const book = openForExport(path);
    const exported = book.segmentsAfter(null).flatMap((segment) => [...segment.batches(null, 5000)]);
    expect(exported.flat()).toHaveLength(left);
    book.close();
    const store = await openSqliteStore(path, { create: false, tuning: SMALL });
    const seqs = (await readEntries(store)).map(({ seq }) => Number(seq));
    expect(seqs.filter((seq) => seq >= first && seq < end)).toEqual([]);
    expect(await store.count([], 10_000)).toEqual({ matches: left, capped: false });

    // With space, the catalog says so too.
    expect(await store.retain({})).toBe(0);
    const [profile] = await readEntries(store);
    expect(profile).toBeDefined();
    if (name !== 'live')
      expect(await store.get(store.tokens.tokenOf(first as Seq))).toMatchObject({
        expired: expect.any(Number),
      });
    await store.close();
    expect(checkBook(path)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')(
    'a reader lets go of a deleted file within a second, so that the disk has its space',
    async () => {
      const path = join(temporary, 'open');
      cpSync(original, path, { recursive: true });
      const store = await openSqliteStore(path, { create: false, tuning: SMALL });
      expect(await readEntries(store)).toHaveLength(4500);
      const folder = bookFolder(path);
      const files = [folder.closed(1, 0), folder.live(3)];
      expect(openFiles().filter((file) => files.includes(file))).not.toEqual([]);
      for (const file of files) deleteDatabase(file);
      await expect
        .poll(() => openFiles().filter((file) => file.startsWith(path) && file.endsWith(' (deleted)')), {
          timeout: 1000,
          interval: 50,
        })
        .toEqual([]);
      expect(await readEntries(store)).toHaveLength(2500);
      await store.close();
    },
  );
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
}
