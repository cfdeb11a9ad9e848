import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damagePage, SMALL, sampleAt } from '../../../../test/support/sample-book.ts';
import { bookFolder } from '../files/folder.ts';
import { checkBook } from '../maintain/check.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { createMaintenanceLock } from './maintenance-lock.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-taken-'));
/** Requests that end much later than those that arrived with them. */
const LONG = [500, 501];
const batchOf = (seqs: readonly number[]) => ({ id: `batch-${seqs[0]}`, profiles: seqs.map(sampleAt) });
const seqsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
afterAll(() => rmSync(temporary, { recursive: true }));

/** As if another process took care of the book for a while, so that its full segment stays as it is. */
function letNobodyClose(path: string): void {
  const catalog = new DatabaseSync(bookFolder(path).catalog);
  expect(createMaintenanceLock(catalog, 600_000).acquire()).toBe(true);
  catalog.close();
}

/** The same book, with its first segment closed or full. */
beforeAll(async () => {
  for (const state of ['closed', 'full']) {
    const path = join(temporary, state);
    const store = await openSqliteStore(path, { create: true, inThisThread: true, tuning: SMALL });
    await store.lease(2000);
    if (state === 'full') letNobodyClose(path);
    await store.write(batchOf(seqsFrom(0, 1002).filter((seq) => !LONG.includes(seq))));
    if (state === 'closed') await store.closeSegments();
    await store.close();
  }
});

const fileOf = {
  closed: (path: string) => bookFolder(path).closed(1, 0),
  full: (path: string) => bookFolder(path).live(1),
};

function dropSeqs(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('DROP TABLE seqs');
  db.close();
}

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'was emptied': (file) => truncateSync(file),
  'was cut': (file) => truncateSync(file, 5000),
  'is not SQLite': (file) => writeFileSync(file, 'x'.repeat(9000)),
  'has no list of its seqs': dropSeqs,
  'has a damaged list of its seqs': (file) => damagePage(file, 'seqs', 0),
};

describe.each(['closed', 'full'] as const)('a %s segment that', (state) => {
  test.each(Object.entries(DAMAGES))(
    '%s does not stop the recording of a request that began in its time',
    async (name, damage) => {
      const path = join(temporary, `${state} ${name}`);
      cpSync(join(temporary, state), path, { recursive: true });
      damage(fileOf[state](path));
      const store = await openSqliteStore(path, { create: false, inThisThread: true, tuning: SMALL });
      await store.write(batchOf([1002, LONG[0] ?? 0]));
      // Again: the file may be open by now.
      await store.write(batchOf([1003, LONG[1] ?? 0]));
      // What the other segments have is found all the same.
      await expect(store.write({ id: 'again', profiles: [sampleAt(1003)] })).rejects.toMatchObject({
        code: 'seq-taken',
      });
      await store.close();
      expect(checkBook(path).map(({ segment }) => segment?.id)).toEqual([1]);
    },
  );

  test('can be read refuses a seq that it has', async () => {
    const path = join(temporary, `${state} intact`);
    cpSync(join(temporary, state), path, { recursive: true });
    const store = await openSqliteStore(path, { create: false, inThisThread: true, tuning: SMALL });
    await expect(store.write(batchOf([1002, 499]))).rejects.toMatchObject({ code: 'seq-taken' });
    await store.write(batchOf([1002, ...LONG]));
    await store.close();
  });
});
