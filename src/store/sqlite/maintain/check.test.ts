import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damagePage, SMALL, sampleAt, writeSampleBook } from '../../../../test/support/sample-book.ts';
import type { Seq } from '../../../profile/token.ts';
import { EVERYTHING } from '../../../search/criteria.ts';
import { type BookFolder, bookFolder } from '../files/folder.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { checkBook } from './check.ts';
import { rebuildCatalog, setAside } from './repair.ts';

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

function setAllAside({ path }: BookFolder): ReturnType<typeof setAside>[] {
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
    // Everything can be written and closed, and a batch that was written before is known.
    await store.write({ id: 'batch-3500', profiles: [sampleAt(3500)] });
    await store.write({ id: 'new', profiles: [sampleAt(9000)] });
    await store.closeSegments();
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

const CLOSED = (folder: BookFolder) => folder.closed(1, 0);
const FULL = (folder: BookFolder) => folder.live(3);
const LIVE = (folder: BookFolder) => folder.live(5);

test('a damaged file that can not be moved stays in the book, and is not swept away', async () => {
  const folder = copyOfBook('not moved');
  truncateSync(CLOSED(folder), 20_000);
  const [damage] = checkBook(folder.path);
  if (!damage?.segment) throw new Error('no damage was found');
  const { segment } = damage;
  const inTheWay = join(folder.damaged, basename(CLOSED(folder)));
  mkdirSync(inTheWay, { recursive: true });
  expect(() => setAside(folder.path, segment)).toThrow(/EISDIR/);
  // Another process deletes all files that the catalog does not name.
  const other = await openSqliteStore(folder.path, { create: false, tuning: SMALL });
  await other.retain({});
  await other.close();
  expect(existsSync(CLOSED(folder))).toBe(true);
  rmSync(inTheWay, { recursive: true });
  const moved = setAside(folder.path, segment);
  expect(moved).toMatchObject({ entries: 1000 });
  expect(existsSync(moved?.movedTo ?? '')).toBe(true);
  expect(checkBook(folder.path)).toEqual([]);
});

describe('a segment that can not be read is set aside, and all others are found', () => {
  const cases: [string, (folder: BookFolder) => void, number[]][] = [
    ['a closed file that was cut', (folder) => truncateSync(CLOSED(folder), 20_000), without(0, 1000)],
    ['a closed file that was emptied', (folder) => truncateSync(CLOSED(folder)), without(0, 1000)],
    [
      'a closed file that is not SQLite',
      (folder) => writeFileSync(CLOSED(folder), 'x'.repeat(9000)),
      without(0, 1000),
    ],
    ['a full file that was emptied', (folder) => truncateSync(FULL(folder)), without(2000, 3000)],
    ['a live file that was cut', (folder) => truncateSync(LIVE(folder), 5000), without(4000, 4500)],
    [
      'a view instead of a table',
      (folder) => runSql(CLOSED(folder), 'DROP TABLE seqs; CREATE VIEW seqs AS SELECT 1'),
      without(0, 1000),
    ],
  ];
  test.each(cases)('%s', async (name, damage, expected) => {
    const folder = copyOfBook(name);
    damage(folder);
    expect(checkBook(folder.path)).toHaveLength(1);
    const [result] = setAllAside(folder);
    expect(result?.movedTo).not.toBeNull();
    expect(checkBook(folder.path)).toEqual([]);
    expect(readdirSync(folder.damaged).filter((file) => /\.db$/.test(file))).toHaveLength(1);
    const found = await readSeqs(folder);
    expect(found).toEqual(expected);
  });
});

describe('a segment with a changed bit is set aside as a whole', () => {
  const cases: [string, (folder: BookFolder) => void, number[]][] = [
    ['in a column', (folder) => flipBit(CLOSED(folder), "columns WHERE name = 'url'"), without(0, 1000)],
    ['in the texts', (folder) => flipBit(CLOSED(folder), "columns WHERE name = 'urls'"), without(0, 1000)],
    ['in the details', (folder) => flipBit(CLOSED(folder), 'details'), without(0, 1000)],
    ['in a page', (folder) => damagePage(CLOSED(folder), 'columns', 1), without(0, 1000)],
    [
      'in a block of a full segment',
      (folder) => flipBit(FULL(folder), 'blocks', 'columns'),
      without(2000, 3000),
    ],
    [
      'in the details of a full segment',
      (folder) => flipBit(FULL(folder), 'blocks', 'details'),
      without(2000, 3000),
    ],
    ['in the seqs of a full segment', (folder) => damagePage(FULL(folder), 'seqs', 0), without(2000, 3000)],
    ['in the live segment', (folder) => flipBit(LIVE(folder), 'blocks', 'columns'), without(4000, 4500)],
    ['in a count', (folder) => runSql(FULL(folder), 'UPDATE state SET entries = 1'), without(2000, 3000)],
  ];
  test.each(cases)('%s', async (name, damage, expected) => {
    const folder = copyOfBook(name);
    damage(folder);
    expect(checkBook(folder.path)).toMatchObject([{ problem: expect.any(String) }]);
    const [result] = setAllAside(folder);
    expect(result).toMatchObject({ entries: name === 'in a count' ? 1000 : ALL.length - expected.length });
    expect(checkBook(folder.path)).toEqual([]);
    expect(await readSeqs(folder)).toEqual(expected);
  });
});

/** Changes one bit of a blob, which SQLite does not notice. */
function flipBit(file: string, from: string, column = 'data'): void {
  const db = new DatabaseSync(file);
  const row = db.prepare(`SELECT rowid AS id, ${column} AS data FROM ${from} LIMIT 1`).get();
  const data = Buffer.from(row?.data as Uint8Array);
  const middle = data.length >> 1;
  data.writeUInt8(data.readUInt8(middle) ^ 16, middle);
  const [table] = from.split(' ');
  db.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(data, row?.id ?? null);
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
}

test('an app that writes to the live segment while it is set aside goes on with the next', async () => {
  const folder = copyOfBook('in use');
  const store = await openSqliteStore(folder.path, { create: false, tuning: SMALL });
  await store.write({ id: 'before', profiles: [sampleAt(5000)] });
  const [live] = checkBook(folder.path).length === 0 ? [5] : [];
  expect(live).toBe(5);
  runSql(LIVE(folder), 'UPDATE state SET entries = entries + 1');
  expect(setAllAside(folder)).toMatchObject([{ entries: 502 }]);
  await store.write({ id: 'after', profiles: [sampleAt(5001)] });
  // A batch that is sent again is stored again.
  await store.write({ id: 'before', profiles: [sampleAt(5000)] });
  expect((await store.count([], 10_000)).matches).toBe(4002);
  await store.close();
  expect(checkBook(folder.path)).toEqual([]);
});

describe('a damaged catalog is made again from the segments', () => {
  const cases: [string, (folder: BookFolder) => void][] = [
    ['a page of the summaries', (folder) => damagePage(folder.catalog, 'summaries', 0)],
    ['a page of the segments', (folder) => damagePage(folder.catalog, 'segments', 0)],
    [
      'a summary without users',
      (folder) => runSql(folder.catalog, "DELETE FROM summaries WHERE segment = 1 AND kind = 'users'"),
    ],
    [
      'a filter without texts',
      (folder) =>
        runSql(
          folder.catalog,
          "UPDATE summaries SET data = zeroblob(16384) WHERE segment = 1 AND kind = 'trigrams'",
        ),
    ],
    [
      'a wrong time',
      (folder) => runSql(folder.catalog, 'UPDATE segments SET latest = latest - 1 WHERE id = 1'),
    ],
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

  test.each([
    ['the file is missing', (folder: BookFolder) => rmSync(folder.catalog)],
    ['not a database', (folder: BookFolder) => damagePage(folder.catalog, 'sqlite_schema', 0)],
    [
      'the token key',
      (folder: BookFolder) =>
        runSql(folder.catalog, "UPDATE book SET value = '1,2' WHERE name = 'token_key'"),
    ],
  ])('without its token key it needs that of a backup: %s', async (problem, damage) => {
    const folder = copyOfBook(`catalog without key ${problem}`);
    const before = await tokenOf(folder, 3333);
    damage(folder);
    expect(checkBook(folder.path)).toMatchObject([{ problem: expect.stringContaining(problem) }]);
    expect(() => rebuildCatalog(folder.path)).toThrow(/gatebook check --tokens-of BACKUP/);
    rebuildCatalog(folder.path, original);
    expect(await tokenOf(folder, 3333)).toBe(before);
    expect(await readSeqs(folder)).toEqual(ALL);
  });
});

test.each([1, 99])('a segment of another version is not damaged (format %d)', (version) => {
  const folder = copyOfBook(`version-${version}`);
  runSql(CLOSED(folder), `PRAGMA user_version = ${version}`);
  expect(() => checkBook(folder.path)).toThrow(/newer Gatebook|earlier version of Gatebook/);
});

async function tokenOf({ path }: BookFolder, seq: number): Promise<string> {
  const store = await openSqliteStore(path, { create: false });
  await store.close();
  return store.tokens.tokenOf(seq as Seq);
}
