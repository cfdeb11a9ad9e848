import { copyFileSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seq } from '../../profile/token.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { openStore } from '../open-store.ts';
import { backupBook, checkBook, statsOf } from './maintenance.ts';
import { repairBook } from './repair.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const book = join(folder, 'book.db');
const COUNT = 5000;

beforeAll(async () => {
  const store = await openStore(`sqlite:${book}`);
  await store.lease(COUNT);
  for (let first = 0; first < COUNT; first += 1000) {
    const profiles = Array.from({ length: 1000 }, (_, i) =>
      sampleProfile({
        seq: first + i,
        time: T0 + first + i,
        url: `https://h/${first + i}`,
        ip: `10.0.${i % 200}.1`,
      }),
    );
    await store.write({ id: `batch-${first}`, profiles });
  }
  await store.close();
});

test('stats report the contents and the size of a book', () => {
  const stats = statsOf(book);
  expect(stats).toMatchObject({
    entries: COUNT,
    details: COUNT,
    oldest: T0,
    newest: T0 + COUNT - 1,
    nextSeq: COUNT,
  });
  const parts = stats.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(parts).toBeGreaterThan(stats.bytes * 0.9);
  expect(stats.parts.map(({ name }) => name)).toContain('postings');
});

test('check passes an intact book and finds a wrong count', () => {
  expect(checkBook(book)).toEqual([]);
  const wrong = join(folder, 'wrong-count.db');
  backupBook(book, wrong);
  const db = new DatabaseSync(wrong);
  db.exec('UPDATE dimension_counts SET entries = entries + 1');
  db.close();
  expect(checkBook(wrong)).toEqual(['the number of entries differs from the counts in dimension_counts']);
});

test('a backup taken during writes is consistent and private, and never overwrites a file', async () => {
  const store = await openStore(`sqlite:${book}`);
  const writing = store.write({
    id: 'during-backup',
    profiles: [sampleProfile({ seq: COUNT, time: T0 + COUNT })],
  });
  const copy = join(folder, 'copy.db');
  backupBook(book, copy);
  await writing;
  await store.prune((T0 + 0) as never);
  await store.close();
  expect(checkBook(copy)).toEqual([]);
  expect(statsOf(copy).entries).toBeGreaterThanOrEqual(COUNT);
  expect(statSync(copy).mode & 0o077).toBe(0);
  expect(() => backupBook(book, copy)).toThrow(/already exists/);
});

test('a damaged book can be opened, and repair copies its readable profiles with their tokens', async () => {
  const damaged = join(folder, 'damaged.db');
  const repaired = join(folder, 'repaired.db');
  copyFileSync(book, damaged);
  const db = new DatabaseSync(damaged, { readOnly: true });
  const pages = db
    .prepare("SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY pageno")
    .all();
  db.close();
  const file = openSync(damaged, 'r+');
  for (const { pageno } of [pages[3], pages[9]].filter((page) => page !== undefined)) {
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(pageno) - 1) * 4096);
  }
  expect(checkBook(damaged).length).toBeGreaterThan(0);

  const store = await openStore(`sqlite:${damaged}`);
  await expect(store.search({ ...EVERYTHING, limit: 1000 }))
    .resolves.toBeDefined()
    .catch(() => {});
  await store.close();

  const { copied, lost } = repairBook(damaged, repaired);
  expect(copied).toBeGreaterThan(COUNT * 0.9);
  expect(lost).toBeGreaterThan(0);
  expect(checkBook(repaired)).toEqual([]);
  const [before, after] = [await openStore(`sqlite:${book}`), await openStore(`sqlite:${repaired}`)];
  const token = before.tokens.tokenOf(0 as Seq);
  expect(await after.get(token)).toEqual(await before.get(token));
  expect((await after.lease(1)).first).toBe(COUNT);
  await before.close();
  await after.close();
});
