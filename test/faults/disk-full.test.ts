import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { backupBook } from '../../src/store/sqlite/maintain/backup.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { statsOf } from '../../src/store/sqlite/maintain/stats.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { randomText } from '../support/random-text.ts';
import { readEntries, unlistedFiles } from '../support/read-book.ts';
import { fillBytes, removeBallast, tryToMountTmpfs } from './disk/small-disks.ts';

const BATCH = 20;
/** How many pages more are free in each round. All of them: npm run faults:store. */
const STEP = Number(process.env.DISK_STEP ?? 7);
const folder = mkdtempSync(join(tmpdir(), 'gatebook-full-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const reason = tryToMountTmpfs(disk, 'size=24m');
if (reason !== null)
  console.log(`The tests with a full disk are skipped, because none can be mounted: ${reason}`);
const stores: SqliteStore[] = [];
afterEach(async () => {
  removeBallast(disk);
  for (const store of stores.splice(0)) await store.close();
});
afterAll(() => {
  if (reason === null) execFileSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true });
});

async function openBook(path: string): Promise<SqliteStore> {
  const store = await openSqliteStore(path, { create: true, tuning });
  stores.push(store);
  return store;
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

/** The batches in the book. Each must be whole. */
async function readBatches(store: SqliteStore): Promise<number[]> {
  const found = new Map<number, number>();
  for (const { url } of await readEntries(store)) {
    const batch = Number(url.split('/')[3]);
    found.set(batch, (found.get(batch) ?? 0) + 1);
  }
  for (const [batch, entries] of found) expect([batch, entries]).toEqual([batch, BATCH]);
  return [...found.keys()].sort((a, b) => a - b);
}

const upTo = (end: number) => Array.from({ length: end }, (_, n) => n);

test.skipIf(reason !== null)(
  'on a full disk a write is stored or rejected as a whole, wherever the space runs out, and only the oldest are deleted for it',
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
      fillBytes(disk, pages * 4096);
      let failures = 0;
      for (let n = 8; n < 14; n++)
        // An app tries again.
        for (let attempt = 0; attempt < 2 && !stored.includes(n); attempt++) {
          try {
            await store.write(batchOf(n));
            stored.push(n);
          } catch (error) {
            expect(error).toMatchObject(failed);
            failures++;
          }
        }
      removeBallast(disk);
      const found = await readBatches(store);
      expect(found).toEqual(stored.slice(-found.length));
      // A segment has ten batches, and the last one was written in part.
      expect(found.length).toBeGreaterThan(stored.length - 11);
      // What was rejected is written when there is space, what was stored is not written again.
      for (let n = 0; n < 20; n++) await store.write(batchOf(n));
      const expected = upTo(20).filter((n) => found.includes(n) || !stored.includes(n));
      expect(await readBatches(store)).toEqual(expected);
      if (pages === 0) expect(failures).toBeGreaterThan(0);
      await store.retain({});
      await store.close();
      expect(checkBook(path)).toEqual([]);
      expect(unlistedFiles(path)).toEqual([]);
      rmSync(path, { recursive: true });
    }
  },
);

test.skipIf(reason !== null)(
  'closing on a full disk fails, leaves no file and is done when there is space',
  { timeout: 60_000 },
  async () => {
    for (const pages of [0, 2, 5, 10, 20]) {
      const path = join(disk, `closed-${pages}`);
      const store = await openBook(path);
      for (let n = 0; n < 30; n++) await store.write(batchOf(n));
      fillBytes(disk, pages * 4096);
      await expect(store.closeSegments()).rejects.toMatchObject(failed);
      const names = readdirSync(bookFolder(path).segments);
      expect(names.filter((name) => name.includes('unfinished'))).toEqual([]);
      removeBallast(disk);
      expect(await readBatches(store)).toEqual(upTo(30));
      await store.closeSegments();
      expect(await readBatches(store)).toEqual(upTo(30));
      await store.close();
      expect(checkBook(path)).toEqual([]);
      expect(unlistedFiles(path)).toEqual([]);
      rmSync(path, { recursive: true });
    }
  },
);

test.skipIf(reason !== null)(
  'to keep everything needs no space: on a full disk no profile is deleted for it',
  { timeout: 60_000 },
  async () => {
    for (let pages = 0; pages < 8; pages++) {
      const path = join(disk, `everything-${pages}`);
      const store = await openBook(path);
      for (let n = 0; n < 30; n++) await store.write(batchOf(n));
      fillBytes(disk, pages * 4096);
      expect(await store.retain({})).toBe(0);
      removeBallast(disk);
      expect(await readBatches(store)).toEqual(upTo(30));
      await store.close();
      rmSync(path, { recursive: true });
    }
  },
);

test.skipIf(reason !== null)(
  'a book that fills its disk keeps the newest profiles, and rejects none',
  { timeout: 120_000 },
  async () => {
    const path = join(disk, 'growing');
    const store = await openSqliteStore(path, { create: true });
    stores.push(store);
    fillBytes(disk, 8e6);
    const batches = 500;
    for (let n = 0; n < batches; n++) await store.write(largeBatchOf(n));
    const found = await readBatches(store);
    expect(found).toEqual(upTo(batches).slice(-found.length));
    // A batch takes 80 KB, and half of the disk may be used twice: by logs, and by files that are still open.
    expect(found.length).toBeGreaterThan(40);
    await store.close();
    expect(checkBook(path)).toEqual([]);
    rmSync(path, { recursive: true });
  },
);

test.skipIf(reason !== null).each(['running', 'closed', 'killed'] as const)(
  'on a full disk a book whose app is %s can be read, checked, copied and pruned',
  { timeout: 120_000 },
  async (state) => {
    const path = join(disk, state);
    const writer = await openSqliteStore(path, { create: true });
    stores.push(writer);
    for (let n = 0; n < 60; n++) await writer.write(largeBatchOf(n));
    await expect.poll(() => existsSync(bookFolder(path).reserve), { timeout: 5000 }).toBe(true);
    // A process that is killed leaves its logs behind.
    const killed = `${path}-copy`;
    if (state === 'killed') cpSync(path, killed, { recursive: true });
    if (state !== 'running') await writer.close();
    const book = state === 'killed' ? killed : path;
    fillBytes(disk, 0);
    expect(checkBook(book)).toEqual([]);
    expect(statsOf(book).entries).toBe(60 * BATCH);
    expect(backupBook(book, join(folder, `backup-${state}`))).toMatchObject({ entries: 60 * BATCH });
    const store = await openSqliteStore(book, { create: false });
    stores.push(store);
    expect(await readBatches(store)).toEqual(upTo(60));
    expect(await store.retain({ entries: 10 * BATCH })).toBe(50 * BATCH);
    expect(await readBatches(store)).toEqual(upTo(60).slice(-10));
    expect(statsOf(book).entries).toBe(10 * BATCH);
    await store.close();
    await writer.close();
    for (const each of [path, killed]) rmSync(each, { recursive: true, force: true });
  },
);

test.skipIf(reason !== null)(
  'on a full disk a limit deletes no more because another process still has deleted files open',
  { timeout: 120_000 },
  async () => {
    const path = join(disk, 'held');
    const store = await openSqliteStore(path, { create: true });
    stores.push(store);
    for (let n = 0; n < 60; n++) await store.write(largeBatchOf(n));
    const { segments } = bookFolder(path);
    await expect.poll(() => existsSync(bookFolder(path).reserve), { timeout: 5000 }).toBe(true);
    const held = readdirSync(segments).map((name) => openSync(join(segments, name), 'r'));
    fillBytes(disk, 0);
    setTimeout(() => held.forEach((fd) => void closeSync(fd)), 600);
    // In the middle of a segment whose rest needs more space than the reserve has.
    expect(await store.retain({ entries: 14 * BATCH })).toBe(46 * BATCH);
    expect(await readBatches(store)).toEqual(upTo(60).slice(-14));
    await store.close();
    rmSync(path, { recursive: true });
  },
);

function largeBatchOf(n: number) {
  const { id, profiles } = batchOf(n);
  const agent = (seq: number) => randomText(seq, 8000);
  return {
    id,
    profiles: profiles.map(({ entry, detail }) => ({
      entry: { ...entry, userAgent: agent(entry.seq) },
      detail,
    })),
  };
}
