import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openReader } from '../../src/store/sqlite/book.ts';
import { closeSegment } from '../../src/store/sqlite/closed/close-segment.ts';
import { bookFolder } from '../../src/store/sqlite/files/folder.ts';
import { openBookWriter } from '../../src/store/sqlite/live/book-writer.ts';
import { checkBook } from '../../src/store/sqlite/maintain/check.ts';
import { sweepFiles, sweepUnfinished } from '../../src/store/sqlite/maintain/sweep-files.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Batch } from '../../src/store/store.ts';
import { readDatabase, readEntries, unlistedFiles } from '../support/read-book.ts';
import { BATCH, TINY_SEGMENTS } from './tiny-segments.ts';
import { acknowledgedIn, verifyBook } from './verify-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-segments-'));
afterAll(() => rmSync(folder, { recursive: true }));
let books = 0;
const fresh = () => join(folder, `book-${books++}`);
const open = (path: string) => openSqliteStore(path, { create: true, tuning: TINY_SEGMENTS });

function batchOf(n: number): Batch {
  const profiles = Array.from({ length: BATCH }, (_, i) => {
    const seq = n * BATCH + i;
    return sampleProfile({ seq, time: T0 + seq, url: `https://h/${n}/${i}` });
  });
  return { id: `batch-${n}`, profiles };
}

async function write(store: SqliteStore, first: number, end: number): Promise<void> {
  for (let n = first; n < end; n++) await store.write(batchOf(n));
}

/** Expects these batches in the book, each once, and nothing else in its folder. */
async function expectBatches(path: string, count: number): Promise<void> {
  const store = await open(path);
  await store.retain({});
  const seqs = (await readEntries(store)).map(({ seq }) => Number(seq));
  await store.close();
  expect(seqs).toEqual(Array.from({ length: count * BATCH }, (_, i) => count * BATCH - 1 - i));
  expect(checkBook(path)).toEqual([]);
  expect(unlistedFiles(path)).toEqual([]);
}

test('two processes that write the same batches across many segments write each once', {
  timeout: 60_000,
}, async () => {
  const path = fresh();
  await (await open(path)).close();
  const script = join(import.meta.dirname, 'write-same-batches.ts');
  const writers = [0, 1].map(() =>
    spawn(process.execPath, ['--no-warnings', script, path, '120'], { stdio: 'inherit' }),
  );
  expect(await Promise.all(writers.map(async (child) => (await once(child, 'close'))[0]))).toEqual([0, 0]);
  await expectBatches(path, 120);
});

test('two stores that write in turn see each other start segments', async () => {
  const path = fresh();
  const stores = [await open(path), await open(path)];
  for (let n = 0; n < 40; n++) await stores[n % 2]?.write(batchOf(n));
  // Again, each by the other store.
  for (let n = 0; n < 40; n++) await stores[(n + 1) % 2]?.write(batchOf(n));
  for (const store of stores) await store.close();
  await expectBatches(path, 40);
});

test('a store deletes and closes what another one has written to a newer segment', async () => {
  const path = fresh();
  const [idle, busy] = [await open(path), await open(path)];
  await write(idle, 0, 1);
  await write(busy, 1, 10);
  expect(await idle.prune((T0 + 9 * BATCH) as Micros)).toBe(9 * BATCH);
  expect((await readEntries(idle)).length).toBe(BATCH);
  await write(busy, 10, 11);
  await idle.closeSegments();
  await idle.close();
  await busy.close();
  expect(readdirSync(bookFolder(path).segments).filter((name) => name.endsWith('.live.db'))).toHaveLength(1);
  expect(checkBook(path)).toEqual([]);
});

/** What a process leaves that is killed while it starts the second segment. */
const ROLL_OVERS: Readonly<Record<string, (path: string) => void>> = {
  'after it has closed the first': () => {},
  'after it has created an empty file': (path) => writeFileSync(bookFolder(path).live(2), ''),
  'after it has created the second': (path) => {
    const other = fresh();
    const writer = openBookWriter(other, true, TINY_SEGMENTS);
    // Starts the first segment, which stays empty.
    writer.rollOver();
    writer.close();
    copyFileSync(bookFolder(other).live(1), bookFolder(path).live(2));
  },
};

test.each(Object.entries(ROLL_OVERS))('a process killed %s loses nothing', async (_, leave) => {
  const path = fresh();
  const store = await open(path);
  await write(store, 0, 3);
  await store.close();
  readDatabase(bookFolder(path).live(1), (db) => db.exec('UPDATE state SET closed = 1'));
  leave(path);
  expect(checkBook(path)).toEqual([]);
  const next = await open(path);
  expect((await readEntries(next)).length).toBe(3 * BATCH);
  await write(next, 0, 5);
  await next.close();
  await expectBatches(path, 5);
  expect(existsSync(bookFolder(path).live(2))).toBe(true);
});

test('a process that is slower than its lock leaves the work to the one that has it now', async () => {
  const path = fresh();
  const [slow, fast] = [1, 2].map(() => openBookWriter(path, true, { ...TINY_SEGMENTS, lockMs: 20 }));
  if (!slow || !fast) throw new Error('unreachable');
  for (let n = 0; n < 4; n++) slow.write([batchOf(n)]);
  const [segment] = slow.segments();
  if (segment?.state !== 'full') throw new Error('the first segment is not full');
  const unfinished = bookFolder(path).unfinished(segment.id, slow.lock.owner);
  // It is stopped after each of its slices.
  for (let slices = 0; ; slices++) {
    const work = closeSegment(slow, segment);
    expect(slow.lock.acquire()).toBe(true);
    while (!existsSync(unfinished)) work.next();
    let isDone = false;
    for (let i = 0; i < slices && !isDone; i++) {
      slow.lock.acquire();
      isDone = work.next().done ?? false;
    }
    if (isDone) break;
    await sleep(25);
    expect(fast.lock.acquire()).toBe(true);
    sweepUnfinished(fast);
    fast.lock.release();
    slow.lock.acquire();
    while (!work.next().done);
    slow.lock.release();
    expect(slow.segments()[0]?.state).toBe('full');
    expect(checkBook(path)).toEqual([]);
  }
  slow.close();
  fast.close();
  await expectBatches(path, 4);
});

test('a segment that two processes close at the same time is there once', async () => {
  const path = fresh();
  const [slow, fast] = [1, 2].map(() => openBookWriter(path, true, { ...TINY_SEGMENTS, lockMs: 20 }));
  if (!slow || !fast) throw new Error('unreachable');
  for (let n = 0; n < 4; n++) slow.write([batchOf(n)]);
  const [segment] = slow.segments();
  if (!segment) throw new Error('the book has no segment');
  slow.lock.acquire();
  const work = closeSegment(slow, segment);
  for (let i = 0; i < 5; i++) work.next();
  await sleep(25);
  fast.lock.acquire();
  for (const other = closeSegment(fast, segment); !other.next().done; ) fast.lock.acquire();
  fast.lock.release();
  slow.lock.acquire();
  while (!work.next().done);
  sweepFiles(slow);
  slow.close();
  fast.close();
  await expectBatches(path, 4);
});

const SCRIPT = join(import.meta.dirname, 'write-until-killed.ts');

/** Resolves when such a file is created, even if it is gone a moment later. */
async function created(folder: string, isIt: (file: string) => boolean): Promise<void> {
  const before = new Set(readdirSync(folder));
  for await (const { filename } of watch(folder))
    if (filename !== null && isIt(filename) && !before.has(filename)) return;
}

test.each(['unfinished', '.db'])(
  'a process that is paused or killed when it has created %j is replaced by another one',
  { timeout: 60_000 },
  async (name) => {
    const path = fresh();
    await (await open(path)).close();
    const child = spawn(process.execPath, ['--no-warnings', SCRIPT, path, '0', 'closes segments'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
    const other = await open(path);
    for (let pause = 0; pause < 5; pause++) {
      await created(bookFolder(path).segments, (file) => file.endsWith(name) && !file.includes('.live.'));
      child.kill('SIGSTOP');
      // It has the catalog locked if it was stopped at the wrong moment: then this has to wait for it.
      const closing = other.closeSegments().catch(() => {});
      await Promise.race([closing, sleep(1000)]);
      child.kill('SIGCONT');
      await closing;
      expect(child.exitCode).toBeNull();
    }
    child.kill('SIGSTOP');
    child.kill('SIGKILL');
    await once(child, 'close');
    await other.closeSegments();
    await other.close();
    await verifyBook(path, acknowledgedIn(output), { deletes: false });
    expect(readdirSync(bookFolder(path).segments).filter((file) => file.includes('unfinished'))).toEqual([]);
  },
);

test('a search goes on while the segments it reads are closed, rewritten and deleted', async () => {
  const path = fresh();
  const store = await open(path);
  await write(store, 0, 20);
  const reader = openReader({
    path,
    create: false,
    tuning: { ...TINY_SEGMENTS, firstScan: 2, longestScan: 2 },
  });
  const changes = {
    close: { change: () => store.closeSegments(), left: 20 },
    rewrite: { change: () => store.prune((T0 + 7 * BATCH + 2) as Micros), left: 12 },
    delete: { change: () => store.prune((T0 + 16 * BATCH) as Micros), left: 4 },
  };
  for (const { change, left } of Object.values(changes)) {
    const search = reader.search({ terms: [], limit: 500, cursor: null });
    for (let i = 0; i < 3; i++) search.next(true);
    await change();
    let step = search.next(true);
    while (!step.done) step = search.next(true);
    const { entries } = step.value;
    const seqs = entries.map(({ seq }) => Number(seq));
    // Complete for all that is left, in order, nothing twice.
    expect(seqs.slice(0, left * BATCH)).toEqual(
      Array.from({ length: left * BATCH }, (_, i) => 20 * BATCH - 1 - i),
    );
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
  }
  reader.close();
  await store.close();
  expect(checkBook(path)).toEqual([]);
  expect(unlistedFiles(path)).toEqual([]);
});

test('a busy process closes segments when some wait', { timeout: 30_000 }, async () => {
  const path = fresh();
  const store = await open(path);
  const closed = () =>
    readDatabase(bookFolder(path).catalog, (db) =>
      db.prepare("SELECT id FROM segments WHERE state = 'sealed'").all(),
    );
  const isBusy = setInterval(() => {
    for (const end = performance.now() + 45; performance.now() < end; );
  }, 50);
  await write(store, 0, 40);
  await expect.poll(() => closed().length, { timeout: 15_000 }).toBeGreaterThan(3);
  clearInterval(isBusy);
  await store.close();
});
