import { mkdtempSync, rmSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { readDatabase } from '../support/read-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-close-again-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BATCH = 5000;
/** To close a segment takes many slices, and each renews the lock. */
const SLOWLY_CLOSED = { ...TUNING, segment: { ...TUNING.segment, entries: 4 * BATCH }, lockMs: 100 };

test('a segment that could not be closed because another process had the lock is closed later', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'book');
  const { catalog, segments } = bookFolder(path);
  const states = () =>
    readDatabase(catalog, (db) => db.prepare('SELECT state FROM segments ORDER BY id').all()).map(
      ({ state }) => state,
    );
  const store = await openSqliteStore(path, { create: true, tuning: SLOWLY_CLOSED });
  await store.lease(4 * BATCH);
  const holder = await startLockHolder(catalog);
  const changes = watch(segments);
  for (let n = 0; n < 4; n++) {
    const profiles = Array.from({ length: BATCH }, (_, i) =>
      sampleProfile({ seq: n * BATCH + i, time: T0 + i, url: `https://h/${n}/${i}` }),
    );
    await store.write({ id: `batch-${n}`, profiles });
  }
  for await (const { filename } of changes) if (filename?.includes('unfinished')) break;
  await holder.lock();
  expect(states()).toEqual(['full', 'live']);
  await holder.ended;
  await expect.poll(states, { timeout: 20_000, interval: 100 }).toEqual(['sealed', 'live']);
  await store.close();
  expect(checkBook(path)).toEqual([]);
});
