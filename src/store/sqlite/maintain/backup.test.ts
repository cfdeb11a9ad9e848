import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SMALL, sampleAt, writeSampleBook } from '../../../../test/support/sample-book.ts';
import type { Seq } from '../../../profile/token.ts';
import { bookFolder } from '../files/folder.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { backupBook } from './backup.ts';
import { checkBook } from './check.ts';
import { statsOf } from './stats.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(temporary, { recursive: true }));
let book = '';
let to = '';
let number = 0;
beforeAll(() => writeSampleBook(join(temporary, 'original')));
beforeEach(() => {
  number++;
  book = join(temporary, `book-${number}`);
  to = join(temporary, `backup-${number}`);
  cpSync(join(temporary, 'original'), book, { recursive: true });
});

const openBook = (path: string) => openSqliteStore(path, { create: false, tuning: SMALL });

async function expectSame(entries: number): Promise<void> {
  expect(checkBook(to)).toEqual([]);
  const [a, b] = [await openBook(book), await openBook(to)];
  expect(b.tokens.key).toEqual(a.tokens.key);
  expect((await b.count([], 100_000)).matches).toBe(entries);
  for (const seq of [0, 1234, 2345, 4321]) {
    const token = a.tokens.tokenOf(seq as Seq);
    expect(await b.get(token)).toEqual(await a.get(token));
  }
  await a.close();
  await b.close();
}

test('a backup is a book, and only its owner can read it', async () => {
  expect(backupBook(book, to)).toMatchObject({ entries: 4500, segments: 5, linked: 2, unchanged: 0 });
  await expectSame(4500);
  const modes = [to, ...readdirSync(to, { recursive: true }).map((name) => join(to, String(name)))].map(
    (file) => statSync(file).mode & 0o077,
  );
  expect(new Set(modes)).toEqual(new Set([0]));
  expect(readdirSync(to).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('the next backup copies only what is new, and deletes what the book has deleted', async () => {
  backupBook(book, to);
  expect(backupBook(book, to)).toMatchObject({ linked: 0, unchanged: 5 });
  const store = await openBook(book);
  await store.closeSegments();
  await store.write({ id: 'more', profiles: [sampleAt(4500)] });
  await store.prune((1_794_000_000_000_000 + 1500) as never);
  expect(backupBook(book, to)).toMatchObject({ entries: 3001 });
  await store.close();
  await expectSame(3001);
  const files = (path: string) =>
    readdirSync(bookFolder(path).segments).filter((file) => file.endsWith('.db'));
  expect(files(to)).toEqual(files(book));
});

const OTHER_DEVICE = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

test.skipIf(!OTHER_DEVICE)('on another device, closed segments are copied, once', async () => {
  const folder = mkdtempSync(join(OTHER_DEVICE as string, 'gatebook-'));
  to = join(folder, 'backup');
  try {
    expect(backupBook(book, to)).toMatchObject({ linked: 0, unchanged: 0 });
    expect(statSync(bookFolder(to).closed(1, 0)).mode & 0o777).toBe(0o600);
    expect(backupBook(book, to)).toMatchObject({ linked: 0, unchanged: 5 });
    await expectSame(4500);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('profiles of the backup keep their seqs: none of them is leased again', async () => {
  backupBook(book, to);
  const store = await openBook(to);
  const { first } = await store.lease(10);
  expect(first).toBe(4500);
  await store.write({ id: 'in the backup', profiles: [sampleAt(first)] });
  expect((await store.count([], 100_000)).matches).toBe(4501);
  await store.close();
});

test('a backup of a book that is written, closed and pruned all the time is consistent', {
  timeout: 60_000,
}, async () => {
  const store = await openSqliteStore(book, {
    create: false,
    tuning: { ...SMALL, segment: { ...SMALL.segment, entries: 100 } },
  });
  let seq = 4500;
  let isDone = false;
  const writing = (async () => {
    for (let n = 0; !isDone; n++) {
      const { first } = await store.lease(50);
      const profiles = Array.from({ length: 50 }, (_, i) => sampleAt(first + i));
      await store.write({ id: `w${n}`, profiles });
      seq = first + 50;
      if (n % 10 === 9) void store.closeSegments().catch(() => {});
      if (n % 30 === 29) await store.retain({ entries: 3000 });
    }
  })();
  for (let n = 0; n < 4; n++) {
    await sleep(100);
    const before = seq;
    const { entries } = backupBook(book, to);
    expect(checkBook(to)).toEqual([]);
    expect(statsOf(to).entries).toBe(entries);
    const copy = await openBook(to);
    expect(await copy.get(copy.tokens.tokenOf((before - 1) as Seq))).toEqual(sampleAt(before - 1));
    expect((await copy.lease(1)).first).toBeGreaterThanOrEqual(before);
    await copy.close();
  }
  isDone = true;
  await writing;
  await store.close();
});

describe('a backup that is interrupted', () => {
  test('is still the one from before', async () => {
    backupBook(book, to);
    const before = readFileSync(bookFolder(to).catalog);
    const store = await openBook(book);
    await store.closeSegments();
    await store.write({ id: 'more', profiles: [sampleAt(4500)] });
    // The last file to be copied can't be read.
    rmSync(bookFolder(book).live(6));
    mkdirSync(bookFolder(book).live(6));
    expect(() => backupBook(book, to)).toThrow(bookFolder(book).path);
    await store.close();
    expect(readFileSync(bookFolder(to).catalog).equals(before)).toBe(true);
    expect(checkBook(to)).toEqual([]);
    expect(statsOf(to).entries).toBe(4500);
  });

  test('is continued by the next', async () => {
    mkdirSync(bookFolder(to).segments, { recursive: true });
    linkSync(bookFolder(book).closed(1, 0), bookFolder(to).closed(1, 0));
    writeFileSync(`${bookFolder(to).live(3)}.x.unfinished`, 'x');
    writeFileSync(`${bookFolder(to).catalog}.x.unfinished`, 'x');
    expect(backupBook(book, to)).toMatchObject({ linked: 1, unchanged: 1 });
    await expectSame(4500);
    expect(
      readdirSync(to, { recursive: true }).filter((name) => String(name).includes('unfinished')),
    ).toEqual([]);
  });
});

test('a backup replaces nothing but an earlier backup of the same book', async () => {
  expect(() => backupBook(book, book)).toThrow(/its own backup/);
  mkdirSync(to);
  writeFileSync(join(to, 'notes.txt'), 'x');
  expect(() => backupBook(book, to)).toThrow(/not a folder of a backup/);
  expect(() => backupBook(book, join(to, 'notes.txt'))).toThrow(/is a file|not a folder/);
  const other = join(temporary, 'other');
  await writeSampleBook(other);
  expect(() => backupBook(book, other)).toThrow(/another book/);
  expect(() => backupBook(join(temporary, 'missing'), join(temporary, 'none'))).toThrow(/No book found/);
  expect(existsSync(join(temporary, 'none'))).toBe(false);
});
