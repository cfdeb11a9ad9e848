import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { readEntries } from '../support/read-book.ts';
import { tryToMountTmpfs } from './disk/small-disks.ts';

const BATCH = 20;
const tuning = { ...TUNING, segment: { ...TUNING.segment, entries: BATCH } };
const folder = mkdtempSync(join(tmpdir(), 'gatebook-inodes-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
const reason = tryToMountTmpfs(disk, 'size=24m,nr_inodes=64');
if (reason !== null)
  console.log(`The tests without inodes are skipped, because no disk can be mounted: ${reason}`);
const stores: SqliteStore[] = [];
afterEach(async () => {
  removeFillers(Number.POSITIVE_INFINITY);
  for (const store of stores.splice(0)) await store.close();
  for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
});
afterAll(() => {
  if (reason === null) execFileSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

function fillInodes(leave: number): void {
  try {
    for (let n = 0; ; n++) closeSync(openSync(join(disk, `filler-${n}`), 'wx'));
  } catch {}
  removeFillers(leave);
}

function removeFillers(count: number): void {
  const names = readdirSync(disk).filter((name) => name.startsWith('filler-'));
  for (const name of names.slice(0, count)) rmSync(join(disk, name));
}

async function openBook(path: string): Promise<SqliteStore> {
  const store = await openSqliteStore(path, { create: true, tuning });
  stores.push(store);
  return store;
}

/** Fills a segment. */
function batchOf(n: number) {
  const profiles = Array.from({ length: BATCH }, (_, i) => {
    const seq = n * BATCH + i;
    return sampleProfile({ seq, time: T0 + seq, url: `https://h/${n}` });
  });
  return { id: `batch-${n}`, profiles };
}

async function readBatches(store: SqliteStore): Promise<number[]> {
  const urls = (await readEntries(store)).map(({ url }) => Number(url.split('/')[3]));
  return [...new Set(urls)].sort((a, b) => a - b);
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

test.skipIf(reason !== null).each([0, 1, 2, 3])(
  'with %i inodes left, every write is stored and only the oldest are deleted',
  { timeout: 60_000 },
  async (left) => {
    const path = join(disk, `running-${left}`);
    const store = await openBook(path);
    for (const n of range(0, 16)) await store.write(batchOf(n));
    fillInodes(left);
    for (const n of range(16, 22)) await store.write(batchOf(n));
    const found = await readBatches(store);
    expect(found).toEqual(range(22 - found.length, 22));
    expect(found.length).toBeGreaterThan(12);
  },
);

test.skipIf(reason !== null).each([0, 1, 2, 3])(
  'with %i inodes left, a closed book is opened and written to at once',
  { timeout: 60_000 },
  async (left) => {
    const path = join(disk, `closed-${left}`);
    const first = await openBook(path);
    for (const n of range(0, 16)) await first.write(batchOf(n));
    await first.close();
    fillInodes(left);
    const store = await openBook(path);
    for (const n of range(16, 18)) await store.write(batchOf(n));
    const found = await readBatches(store);
    expect(found).toEqual(range(18 - found.length, 18));
    expect(found.length).toBeGreaterThan(8);
  },
);
