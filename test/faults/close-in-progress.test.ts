import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { unlistedFiles } from '../support/read-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-close-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BATCH = 5000;
const COUNT = 4 * BATCH;
/** To delete a part of a segment takes many slices, and each renews the lock. */
const tuning = { ...TUNING, lockMs: 100 };
const HALF = (T0 + COUNT / 2) as Micros;

async function writeBook(path: string, inThisThread: boolean): Promise<SqliteStore> {
  const store = await openSqliteStore(path, { create: true, inThisThread, tuning });
  await store.lease(COUNT);
  for (let n = 0; n < COUNT; n += BATCH) {
    const profiles = Array.from({ length: BATCH }, (_, i) =>
      sampleProfile({ seq: n + i, time: T0 + n + i, url: `https://h/${n}/${i}` }),
    );
    await store.write({ id: `batch-${n}`, profiles });
  }
  return store;
}

/** The files of segments that this process has open. */
function openSegments(path: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(bookFolder(path).segments) ? [file] : [];
    } catch {
      return [];
    }
  });
}

describe.each([
  ['in a thread of its own', false],
  ['in this thread', true],
])('a store that writes %s', (name, inThisThread) => {
  test('finishes what is in progress when it is closed', async () => {
    const path = join(folder, name);
    const store = await writeBook(path, inThisThread);
    const pruned = store.prune(HALF);
    const deleted = store.delete?.([(COUNT - 1) as never]);
    await store.close();
    expect(await pruned).toBe(COUNT / 2);
    expect(await deleted).toBe(1);
    expect(openSegments(path)).toEqual([]);
    expect(unlistedFiles(path)).toEqual([]);
    expect(checkBook(path)).toEqual([]);
    const again = await openSqliteStore(path, { create: false });
    expect((await again.count([], COUNT)).matches).toBe(COUNT / 2 - 1);
    await again.close();
  });
});

test.skipIf(process.platform !== 'linux')(
  'a prune that fails because another process has the lock leaves no file behind and none open',
  { timeout: 30_000 },
  async () => {
    const path = join(folder, 'locked');
    // Nothing runs in the background: as soon as the prune has failed, the segment would be closed, which opens its files again.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const store = await writeBook(path, true).finally(() => vi.useRealTimers());
    const { catalog, segments } = bookFolder(path);
    const holder = await startLockHolder(catalog);
    const changes = watch(segments);
    const pruned = store.prune(HALF).catch((error: unknown) => error);
    for await (const { filename } of changes) if (filename?.includes('unfinished')) break;
    await holder.lock();
    expect(await pruned).toMatchObject({ code: 'store-failed', message: expect.stringMatching(/locked/) });
    const names = readdirSync(segments);
    expect(names.filter((file) => file.includes('unfinished'))).toEqual([]);
    // The first segment is full by now; only the live one is in use.
    expect([...new Set(openSegments(path))].filter((file) => !file.includes('000002.live'))).toEqual([]);
    await holder.ended;
    expect(await store.prune(HALF)).toBe(COUNT / 2);
    await store.close();
    expect(unlistedFiles(path)).toEqual([]);
  },
);
