import { closeSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bookBytes, bookFolder, sizeOf } from '../../../src/store/sqlite/files/folder.ts';
import { type BookOnDisk, PATIENCE_MS, type Row, waitUntil } from './book-on-disk.ts';
import { expectNewest, expectOneSentence } from './expect-rows.ts';
import { startNumberedApp } from './numbered-app.ts';

/** What may remain above a limit on entries or age. */
const TOLERANCE = 0.04;
/** What a running app may use above a limit in bytes: 15 %, and a small segment. */
const withRoom = (limit: number) => limit * 1.15 + 262_144;

/** The part of the book that is left by each command, about. */
const LEFT = 0.6;

type Check = (book: BookOnDisk) => Promise<void>;

/** The commands that delete. The last one ends the app. */
export const WRITING: Readonly<Record<string, Check>> = {
  'prune --entries': async (book) => {
    const before = await rowsBefore(book);
    const limit = Math.round(before.length * LEFT);
    const { entries } = await largestSegment(book);
    const after = await prune(book, before, 1, '--entries', String(limit));
    if (after === null) return;
    expect(after.length).toBeLessThanOrEqual(limit * (1 + TOLERANCE));
    expect(after.length).toBeGreaterThanOrEqual(limit - entries);
    await goesOn(book);
  },
  'prune --bytes': async (book) => {
    const before = await rowsBefore(book);
    const bytes = bytesOf(book);
    const limit = Math.round(bytes * LEFT);
    const { entries } = await largestSegment(book);
    const sizes = fileSizes(book);
    const after = await prune(book, before, 1, '--bytes', `${limit}B`);
    if (after === null) return;
    const leftBytes = () => bytesOf(book) - (book.state === 'running' ? addedByClosing(book, sizes) : 0);
    let left = leftBytes();
    await waitUntil(PATIENCE_MS, async () => {
      left = leftBytes();
      return left <= limit;
    });
    expect(left).toBeLessThanOrEqual(limit);
    // Files have parts that are not rows, and a rewritten segment has another size.
    expect(after.length).toBeGreaterThanOrEqual(0.9 * before.length * (limit / bytes) - entries);
    await goesOn(book);
  },
  'prune --keep': async (book) => {
    const before = await rowsBefore(book);
    // Not LEFT: until the command has started, more have become too old.
    const middle = before[Math.floor(before.length * 0.85)]?.time ?? 0;
    const age = Date.now() - middle;
    // All may be within the tolerance by now, in a book that was closed a while ago.
    const least = (before.at(-1)?.time ?? 0) < middle - age * TOLERANCE ? 1 : 0;
    const after = await prune(book, before, least, '--keep', `${age}ms`);
    if (after === null) return;
    const now = Date.now();
    // It began later than `age` was measured, and ended before now.
    const mustStay = before.filter(({ time }) => time > now - age);
    expect(after.length).toBeGreaterThanOrEqual(mustStay.length);
    expect(after.filter(({ time }) => time < middle - age * TOLERANCE)).toEqual([]);
    await goesOn(book);
  },
  'restart with a lower keep.bytes': async (book) => {
    if (book.state === 'running') {
      await book.settle();
      await book.app.stop();
    }
    const before = await book.rows();
    const bytes = bytesOf(book);
    const limit = Math.round(bytes * LEFT);
    const { entries } = await largestSegment(book);
    const first = book.app.answered() + 1;
    const { path, disk } = book;
    const app = await startNumberedApp({ path, env: disk.env, first, options: { keep: { bytes: limit } } });
    try {
      await app.send(200);
      expect(app.failures()).toEqual([]);
      if (book.kind.isReadOnly) {
        await waitUntil(PATIENCE_MS, async () => /^gatebook: /m.test(app.output()));
        expect(app.output().match(/^gatebook: /gm)).toHaveLength(1);
        expect(app.output()).not.toMatch(/^ +at /m);
        return;
      }
      await waitUntil(PATIENCE_MS, async () => {
        const { held } = await app.counters();
        return held === 0 && bytesOf(book) <= withRoom(limit);
      });
      expect(await app.counters()).toMatchObject({ recorded: 200, stored: 200, dropped: 0, held: 0 });
      expect(bytesOf(book)).toBeLessThanOrEqual(withRoom(limit));
      const after = await book.rows();
      expectNewest(
        after.filter(({ n }) => n >= first),
        app.answered(),
        app.answered(),
      );
      // The app that was killed has lost its last requests.
      const older = after.filter(({ n }) => n < first);
      if (older.length > 0) expectNewest(older, book.floor(), first - 1);
      expect(after.length).toBeGreaterThanOrEqual(0.9 * before.length * (limit / bytes) - entries);
    } finally {
      await app.kill();
    }
  },
};

async function rowsBefore(book: BookOnDisk): Promise<readonly Row[]> {
  if (book.state === 'running') await book.settle();
  return book.rows();
}

/**
 * Prunes a book that is not written to, and expects that at least `least` rows go. Returns those that are left: as many as it said, and
 * the newest. `null` if it can't.
 */
async function prune(
  book: BookOnDisk,
  before: readonly Row[],
  least: number,
  ...limit: string[]
): Promise<readonly Row[] | null> {
  const files = segmentFiles(book);
  const events = await book.events();
  const result = await book.gatebook('prune', ...limit);
  if (book.kind.isReadOnly) {
    expectOneSentence(result);
    expect(await book.rows()).toEqual(before);
    return null;
  }
  const { status, stdout, stderr } = result;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const deleted = Number(/^Deleted ([\d,]+) profiles\n$/.exec(stdout)?.[1]?.replaceAll(',', ''));
  const after = await book.rows();
  expect(deleted).toBeGreaterThanOrEqual(least);
  expect(before.length - after.length + events - (await book.events())).toBe(deleted);
  expect(after).toEqual(before.slice(0, after.length));
  if (deleted === 0) return after;
  // A rewritten segment takes an inode as before.
  if (!book.kind.name.includes('inodes') || segmentFiles(book) < files)
    // A running app lets go of deleted files within a second.
    expect(await waitUntil(3000, async () => hasSpace(book)), 'space on the disk').toBe(true);
  return after;
}

/** An app that runs goes on recording. */
async function goesOn(book: BookOnDisk): Promise<void> {
  if (book.state !== 'running') return;
  await book.app.send(100);
  await book.settle();
  expectNewest(await book.rows(), book.app.answered(), book.app.answered());
  expect(book.app.failures()).toEqual([]);
}

async function largestSegment(book: BookOnDisk): Promise<{ entries: number }> {
  const { stdout } = await book.gatebook('stats', '--json');
  const { segments } = JSON.parse(stdout) as { segments: { entries: number }[] };
  return { entries: Math.max(...segments.map(({ entries }) => entries)) };
}

function segmentFiles({ path }: BookOnDisk): number {
  return readdirSync(bookFolder(path).segments).length;
}

/** Without the reserve: a running app, whose limit is another one, makes it again. */
function bytesOf({ path }: BookOnDisk): number {
  const folder = bookFolder(path);
  return bookBytes(folder) - sizeOf(folder.reserve);
}

/** The sizes of the segments by their files, of the catalog, and of its log, which does not count toward a limit. */
function fileSizes({ path }: BookOnDisk) {
  const { segments, catalog } = bookFolder(path);
  const names = readdirSync(segments);
  return {
    segments: new Map(names.map((name) => [name, sizeOf(join(segments, name))])),
    catalog: sizeOf(catalog),
    log: sizeOf(`${catalog}-wal`),
  };
}

/**
 * What a running app, whose limit is another one, has added since: it closes segments when there is space again. They get indexes, and
 * the catalog gets their summaries.
 */
function addedByClosing(book: BookOnDisk, before: ReturnType<typeof fileSizes>): number {
  const now = fileSizes(book);
  const added: number[] = [];
  for (const [name, bytes] of now.segments) {
    const full = before.segments.get(name.replace('.db', '.live.db'));
    if (full !== undefined) added.push(bytes - full);
  }
  if (added.length > 0) added.push(now.catalog - before.catalog, now.log);
  return added.reduce((sum, bytes) => sum + Math.max(0, bytes), 0);
}

function hasSpace({ disk }: BookOnDisk): boolean {
  const file = join(disk.folder, 'space');
  try {
    closeSync(openSync(file, 'w'));
    writeFileSync(file, Buffer.alloc(65_536));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(file, { force: true });
  }
}
