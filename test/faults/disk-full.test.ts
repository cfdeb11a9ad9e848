import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { checkBook } from '../../src/store/sqlite/check.ts';
import { bookFolder } from '../../src/store/sqlite/folder.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { randomText } from '../support/random-text.ts';
import { readEntries, unlistedFiles } from '../support/read-book.ts';

const BATCH = 20;
/** How many pages more are free in each round. All of them: npm run faults:store. */
const STEP = Number(process.env.DISK_STEP ?? 7);
const folder = mkdtempSync(join(tmpdir(), 'gatebook-full-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const reason = mountDisk();
if (reason !== null)
  console.log(`The tests with a full disk are skipped, because none can be mounted: ${reason}`);
const stores: SqliteStore[] = [];
afterEach(async () => {
  rmSync(filler, { force: true });
  for (const store of stores.splice(0)) await store.close();
});
afterAll(() => {
  if (reason === null) execFileSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

async function openBook(path: string): Promise<SqliteStore> {
  const store = await openSqliteStore(path, { create: true, tuning });
  stores.push(store);
  return store;
}

/** Why no disk can be mounted here, `null` if one is. */
function mountDisk(): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const filler = join(disk, 'filler');

/** Leaves this many bytes free, at most. */
function fillDisk(leave: number): void {
  const fd = openSync(filler, 'w');
  try {
    for (const size of [65_536, 4096]) {
      try {
        for (;;) writeSync(fd, Buffer.alloc(size));
      } catch {}
    }
  } finally {
    closeSync(fd);
  }
  execFileSync('truncate', ['-s', `-${leave}`, filler]);
}

function batchOf(n: number) {
  const profiles = Array.from({ length: BATCH }, (_, i) => {
    const seq = n * BATCH + i;
    return sampleProfile({
      seq,
      time: T0 + seq,
      url: `https://h/${n}/${i}`,
      userAgent: randomText(seq, 400),
    });
  });
  return { id: `batch-${n}`, profiles };
}

const tuning = { ...TUNING, segment: { ...TUNING.segment, entries: 10 * BATCH } };
const failed = { code: 'disk-full' };

async function expectBatches(store: SqliteStore, batches: readonly number[]): Promise<void> {
  const found = new Map<number, number>();
  for (const { url } of await readEntries(store)) {
    const batch = Number(url.split('/')[3]);
    found.set(batch, (found.get(batch) ?? 0) + 1);
  }
  expect([...found].sort(([a], [b]) => a - b)).toEqual(batches.map((batch) => [batch, BATCH]));
}

test.skipIf(reason !== null)(
  'on a full disk a write is stored or rejected as a whole, wherever the space runs out',
  { timeout: 120_000 },
  async () => {
    // From nothing up to more than a roll-over needs.
    for (let pages = 0; pages < 64; pages += STEP) {
      const path = join(disk, `book-${pages}`);
      const store = await openBook(path);
      const stored: number[] = [];
      for (let n = 0; n < 8; n++) {
        await store.write(batchOf(n));
        stored.push(n);
      }
      fillDisk(pages * 4096);
      let failures = 0;
      for (let n = 8; n < 14; n++) {
        try {
          await store.write(batchOf(n));
          stored.push(n);
        } catch (error) {
          expect(error).toMatchObject(failed);
          failures++;
        }
      }
      rmSync(filler);
      await expectBatches(store, stored);
      // What was rejected is written when there is space, what was stored is not written again.
      for (let n = 0; n < 20; n++) await store.write(batchOf(n));
      await expectBatches(
        store,
        Array.from({ length: 20 }, (_, n) => n),
      );
      if (pages === 0) expect(failures).toBe(6);
      await store.retain({});
      await store.close();
      expect(checkBook(path)).toEqual([]);
      expect(unlistedFiles(path)).toEqual([]);
      rmSync(path, { recursive: true });
    }
  },
);

test.skipIf(reason !== null)(
  'sealing on a full disk fails, leaves no file and is done when there is space',
  { timeout: 60_000 },
  async () => {
    for (const pages of [0, 2, 10, 40, 80]) {
      const path = join(disk, `sealed-${pages}`);
      const store = await openBook(path);
      for (let n = 0; n < 30; n++) await store.write(batchOf(n));
      fillDisk(pages * 4096);
      await expect(store.sealAll()).rejects.toMatchObject(failed);
      const names = readdirSync(bookFolder(path).segments);
      expect(names.filter((name) => name.includes('unfinished'))).toEqual([]);
      rmSync(filler);
      await expectBatches(
        store,
        Array.from({ length: 30 }, (_, n) => n),
      );
      await store.sealAll();
      await expectBatches(
        store,
        Array.from({ length: 30 }, (_, n) => n),
      );
      await store.close();
      expect(checkBook(path)).toEqual([]);
      expect(unlistedFiles(path)).toEqual([]);
      rmSync(path, { recursive: true });
    }
  },
);
