import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damagePage, SMALL, sampleAt, writeSampleBook } from '../../../test/support/sample-book.ts';
import type { Seq } from '../../profile/token.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { checkBook } from './check.ts';
import { type BookFolder, bookFolder } from './folder.ts';
import { rebuildCatalog } from './rebuild-catalog.ts';
import { type SetAside, setAside } from './set-aside.ts';
import { openSqliteStore } from './sqlite-store.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-'));
const original = join(temporary, 'original');
beforeAll(() => writeSampleBook(original));
afterAll(() => rmSync(temporary, { recursive: true }));

function copyOfBook(name: string): BookFolder {
  const path = join(temporary, name.replaceAll(/\W/g, '-'));
  cpSync(original, path, { recursive: true });
  return bookFolder(path);
}

function runSql(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

function setAllAside({ path }: BookFolder): (SetAside | null)[] {
  return checkBook(path).map(({ segment }) => segment && setAside(path, segment));
}

/** The seqs in a book, by way of a search. Each profile must be as it was written. */
async function readSeqs({ path }: BookFolder): Promise<number[]> {
  const store = await openSqliteStore(path, { create: false, inThisThread: true, tuning: SMALL });
  try {
    const seqs: number[] = [];
    for (let cursor = null; ; ) {
      const page = await store.search({ ...EVERYTHING, limit: 1000, ...(cursor && { cursor }) });
      for (const entry of page.entries) seqs.push(entry.seq);
      // Far faster than `toEqual`.
      expect(page.entries.filter((entry) => !isDeepStrictEqual(entry, SAMPLES[entry.seq]))).toEqual([]);
      if (page.older === null) break;
      cursor = page.older;
    }
    const seq = seqs[Math.floor(seqs.length / 2)] ?? 0;
    expect(await store.get(store.tokens.tokenOf(seq as Seq))).toEqual(sampleAt(seq));
    // Everything can be written and sealed, and a batch that was written before is known.
    await store.write({ id: 'batch-3500', profiles: [sampleAt(3500)] });
    await store.write({ id: 'new', profiles: [sampleAt(9000)] });
    await store.sealAll();
    expect((await store.count([], 10_000)).matches).toBe(seqs.length + 1);
    return seqs.sort((a, b) => a - b);
  } finally {
    await store.close();
  }
}

const ALL = Array.from({ length: 4500 }, (_, seq) => seq);
const SAMPLES = ALL.map((seq) => sampleAt(seq).entry);
const without = (first: number, end: number) => ALL.filter((seq) => seq < first || seq >= end);

test('an intact book has no damage', () => {
  expect(checkBook(original)).toEqual([]);
});

const SEALED = (folder: BookFolder) => folder.sealed(1, 0);
const FULL = (folder: BookFolder) => folder.live(3);
const LIVE = (folder: BookFolder) => folder.live(5);

describe('a segment that can not be read is set aside, and all others are found', () => {
  const cases: [string, (folder: BookFolder) => void, number[]][] = [
    ['a sealed file that was cut', (folder) => truncateSync(SEALED(folder), 20_000), without(0, 1000)],
    ['a sealed file that was emptied', (folder) => truncateSync(SEALED(folder)), without(0, 1000)],
    [
      'a sealed file that is not SQLite',
      (folder) => writeFileSync(SEALED(folder), 'x'.repeat(9000)),
      without(0, 1000),
    ],
    ['a full file that was emptied', (folder) => truncateSync(FULL(folder)), without(2000, 3000)],
    ['a live file that was cut', (folder) => truncateSync(LIVE(folder), 5000), without(4000, 4500)],
    [
      'a view instead of a table',
      (folder) => runSql(SEALED(folder), 'DROP TABLE minutes; CREATE VIEW minutes AS SELECT 1'),
      without(0, 1000),
    ],
  ];
  test.each(cases)('%s', async (name, damage, expected) => {
    const folder = copyOfBook(name);
    damage(folder);
    expect(checkBook(folder.path)).toHaveLength(1);
    const [result] = setAllAside(folder);
    expect(result).toMatchObject({ kept: 0 });
    expect(result?.movedTo).not.toBeNull();
    expect(checkBook(folder.path)).toEqual([]);
    expect(readdirSync(folder.damaged).filter((file) => /\.db$/.test(file))).toHaveLength(1);
    const found = await readSeqs(folder);
    expect(found).toEqual(expected);
  });
});

describe('what can be read of a damaged segment stays in the book', () => {
  const cases: [string, (folder: BookFolder) => void, number, number][] = [
    ['a page of the entries', (folder) => damagePage(SEALED(folder), 'entries', 3), 850, 999],
    ['a page of the URLs', (folder) => damagePage(SEALED(folder), 'urls', 2), 800, 999],
    ['a page of the index', (folder) => damagePage(SEALED(folder), 'postings', 4), 1000, 1000],
    [
      'all dimensions of a sealed segment',
      (folder) => damagePage(SEALED(folder), 'dimensions', 0),
      1000,
      1000,
    ],
    ['the seqs of a full segment', (folder) => damagePage(FULL(folder), 'seqs', 0), 1000, 1000],
    [
      'a wrong count of a dimension',
      (folder) => runSql(SEALED(folder), 'UPDATE dimensions SET entries = entries + 1'),
      1000,
      1000,
    ],
    ['all processes of a sealed segment', (folder) => damagePage(SEALED(folder), 'processes', 0), 1000, 1000],
    ['a wrong process', (folder) => runSql(SEALED(folder), 'DELETE FROM process_counts'), 1000, 1000],
    ['a missing process', (folder) => runSql(SEALED(folder), 'DELETE FROM processes'), 1000, 1000],
    [
      'a wrong count of a minute',
      (folder) => runSql(SEALED(folder), 'UPDATE minutes SET entries = entries + 1'),
      1000,
      1000,
    ],
    [
      'a missing posting',
      (folder) => runSql(SEALED(folder), 'DELETE FROM postings WHERE field = 2 AND n = 7'),
      1000,
      1000,
    ],
    [
      'a missing posting of a user',
      (folder) => runSql(SEALED(folder), 'DELETE FROM postings WHERE field = 6 AND n = 1'),
      1000,
      1000,
    ],
    [
      'a wrong posting of a tag',
      (folder) => runSql(SEALED(folder), "UPDATE postings SET value = 'x' WHERE field = 7 AND value = 't3'"),
      1000,
      1000,
    ],
    [
      'a summary without users',
      (folder) => runSql(folder.catalog, "DELETE FROM summaries WHERE segment = 1 AND kind = 'users'"),
      1000,
      1000,
    ],
    [
      'tags that can not be read',
      (folder) => runSql(SEALED(folder), "UPDATE entries SET tags = '[1' WHERE n = 1"),
      1000,
      1000,
    ],
    [
      'entries in the wrong order',
      (folder) => runSql(SEALED(folder), 'UPDATE entries SET time = time + 50 WHERE n = 10'),
      1000,
      1000,
    ],
    [
      'a wrong summary',
      (folder) =>
        runSql(
          folder.catalog,
          "UPDATE summaries SET data = zeroblob(16384) WHERE segment = 1 AND kind = 'trigrams'",
        ),
      1000,
      1000,
    ],
    [
      'a wrong row of the catalog',
      (folder) => runSql(folder.catalog, 'UPDATE segments SET latest = latest - 1 WHERE id = 1'),
      1000,
      1000,
    ],
    [
      'a wrong count of a full segment',
      (folder) => runSql(FULL(folder), 'UPDATE state SET entries = 1'),
      1000,
      1000,
    ],
    [
      'a damaged block of a full segment',
      (folder) => runSql(FULL(folder), "UPDATE blocks SET columns = x'00' WHERE id = 1"),
      500,
      500,
    ],
    [
      'a damaged block of details',
      (folder) => runSql(FULL(folder), "UPDATE blocks SET details = x'00' WHERE id = 1"),
      1000,
      1000,
    ],
    [
      'a wrong count of the live segment',
      (folder) => runSql(LIVE(folder), 'UPDATE state SET latest = 1'),
      500,
      500,
    ],
  ];
  test.each(cases)('%s', async (name, damage, atLeast, atMost) => {
    const folder = copyOfBook(name);
    damage(folder);
    const [found, ...others] = checkBook(folder.path);
    expect(others).toEqual([]);
    expect(found?.problems.length).toBeGreaterThan(0);
    const [result] = setAllAside(folder);
    expect(result?.kept).toBeGreaterThanOrEqual(atLeast);
    expect(result?.kept).toBeLessThanOrEqual(atMost);
    expect(checkBook(folder.path)).toEqual([]);
    if (
      ['entries in the wrong order', 'a damaged block of details', 'tags that can not be read'].includes(name)
    )
      return;
    const had = name.includes('live') ? 500 : 1000;
    expect(await readSeqs(folder)).toHaveLength(4500 - had + (result?.kept ?? 0));
  });
});

test('an app that writes to the live segment while it is set aside goes on with the next', async () => {
  const folder = copyOfBook('in use');
  const store = await openSqliteStore(folder.path, { create: false, tuning: SMALL });
  await store.write({ id: 'before', profiles: [sampleAt(5000)] });
  const [live] = checkBook(folder.path).length === 0 ? [5] : [];
  expect(live).toBe(5);
  runSql(LIVE(folder), 'UPDATE state SET latest = 1');
  expect(setAllAside(folder)).toMatchObject([{ entries: 501, kept: 501 }]);
  await store.write({ id: 'after', profiles: [sampleAt(5001)] });
  await store.write({ id: 'before', profiles: [sampleAt(5000)] });
  expect((await store.count([], 10_000)).matches).toBe(4502);
  await store.close();
  expect(checkBook(folder.path)).toEqual([]);
});

describe('a damaged catalog is made again from the segments', () => {
  const cases: [string, (folder: BookFolder) => void][] = [
    ['a page of the summaries', (folder) => damagePage(folder.catalog, 'summaries', 0)],
    ['a page of the segments', (folder) => damagePage(folder.catalog, 'segments', 0)],
    ['the schema', (folder) => damageStart(folder.catalog)],
    ['a lost number', (folder) => runSql(folder.catalog, "DELETE FROM book WHERE name = 'next_seq'")],
  ];
  test.each(cases)('%s', async (name, damage) => {
    const folder = copyOfBook(`catalog ${name}`);
    const before = await tokenOf(folder, 3333);
    damage(folder);
    expect(checkBook(folder.path)).toMatchObject([{ segment: null, file: 'catalog.db' }]);
    expect(rebuildCatalog(folder.path)).toBe(5);
    expect(checkBook(folder.path)).toEqual([]);
    expect(existsSync(join(folder.damaged, 'catalog.db'))).toBe(true);
    expect(await tokenOf(folder, 3333)).toBe(before);
    expect(await readSeqs(folder)).toEqual(ALL);
    const store = await openSqliteStore(folder.path, { create: false });
    expect((await store.lease(1)).first).toBeGreaterThanOrEqual(4500);
    await store.close();
  });

  test('without its token key it needs that of a backup', async () => {
    const folder = copyOfBook('catalog without key');
    const before = await tokenOf(folder, 3333);
    rmSync(folder.catalog);
    expect(checkBook(folder.path)).toMatchObject([{ problems: ['the file is missing'] }]);
    expect(() => rebuildCatalog(folder.path)).toThrow(/gatebook check --tokens-of BACKUP/);
    rebuildCatalog(folder.path, original);
    expect(await tokenOf(folder, 3333)).toBe(before);
    expect(await readSeqs(folder)).toEqual(ALL);
  });
});

test.each([1, 99])('a segment of another version is not damaged (format %d)', (version) => {
  const folder = copyOfBook(`version-${version}`);
  runSql(SEALED(folder), `PRAGMA user_version = ${version}`);
  expect(() => checkBook(folder.path)).toThrow(/newer Gatebook|earlier version of Gatebook/);
});

/** The key is in a page of its own, which stays. */
function damageStart(file: string): void {
  damagePage(file, 'sqlite_schema', 0);
}

async function tokenOf({ path }: BookFolder, seq: number): Promise<string> {
  const store = await openSqliteStore(path, { create: false });
  await store.close();
  return store.tokens.tokenOf(seq as Seq);
}
