import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import type { Micros } from '../../src/profile/time.ts';
import type { Term } from '../../src/search/criteria.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { checkBook } from '../../src/store/sqlite/maintenance.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING } from '../../src/store/sqlite/tuning.ts';
import { randomText } from '../support/random-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MB = 1_000_000;
const honest = (seq: number) => sampleProfile({ seq, time: T0 + seq, url: `http://h/page/${seq % 40}` });
const random = (seq: number) =>
  sampleProfile({
    seq,
    time: T0 + seq,
    url: `http://h/${randomText(seq, 7800)}`,
    userAgent: randomText(-seq, 500),
  });

async function write(store: SqliteStore, first: number, count: number, profile: (seq: number) => Profile) {
  const profiles = Array.from({ length: count }, (_, i) => profile(first + i));
  await store.write({ id: `b${first}`, profiles });
}

async function listed(store: SqliteStore): Promise<number[]> {
  const { entries } = await store.search({ terms: [], limit: 1000, cursor: null });
  return entries.map(({ seq }) => seq);
}

const backlogs = { 'not indexed': TUNING.urlBacklog, indexed: 1 };

test.each(Object.entries(backlogs))(
  'random URLs of 8 KB do not empty a book with a size limit (%s)',
  { timeout: 60_000 },
  async (name, urlBacklog) => {
    const path = join(folder, `${name}.db`);
    const store = await openSqliteStore(path, { create: true, tuning: { ...TUNING, urlBacklog } });
    await write(store, 0, 300, honest);
    await write(store, 300, 600, random);
    await store.maintain();
    const pruned = await store.retain({ bytes: 4 * MB });
    const left = await listed(store);
    expect(left.length).toBe(900 - pruned);
    expect(left.length).toBeGreaterThan(100);
    expect(left[0]).toBe(899);
    expect(statSync(path).size).toBeLessThanOrEqual(4 * MB);

    await write(store, 1000, 50, honest);
    await store.maintain();
    await store.retain({ bytes: 4 * MB });
    expect((await listed(store)).slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, i) => 1049 - i));
    expect(statSync(path).size).toBeLessThanOrEqual(4 * MB);
    await store.close();
    expect(checkBook(path)).toEqual([]);
  },
);

test('a text that another writer has in memory is stored again after it was deleted', async () => {
  const path = join(folder, 'cached.db');
  const options = { create: true, inThisThread: true };
  const [store, other] = [await openSqliteStore(path, options), await openSqliteStore(path, options)];
  await write(store, 0, 1, honest);
  await write(other, 1, 1, () =>
    sampleProfile({ seq: 1, time: T0 - 1, url: 'http://h/other', host: 'other' }),
  );
  await store.prune(T0 as Micros);
  await write(other, 2, 1, () =>
    sampleProfile({ seq: 2, time: T0 + 9, url: 'http://h/other', host: 'other' }),
  );
  const { entries } = await store.search({ terms: [], limit: 10, cursor: null });
  expect(entries.map(({ seq, url, host }) => [seq, url, host])).toEqual([
    [2, 'http://h/other', 'other'],
    [0, 'http://h/page/0', 'shop.example'],
  ]);
  await store.prune((T0 + 20) as Micros);
  await write(other, 3, 1, () => sampleProfile({ seq: 3, url: 'http://h/other', host: 'other' }));
  expect((await listed(store)).length).toBe(1);
  await store.close();
  await other.close();
  expect(checkBook(path)).toEqual([]);
});

/** A profile with a text of its own in each field. Short ones stay inside the lengths that are stored. */
function withCanaries(seq: number): Profile {
  const canary = (field: string) =>
    `canary${field}${seq}x${randomText(`${field}${seq}`, 8).replace(/\W/g, '0')}`;
  const { entry } = sampleProfile({
    seq,
    time: T0 + seq,
    url: `http://h/${canary('url')}?${randomText(seq, seq % 5 === 0 ? 3000 : 20)}`,
    userAgent: canary('agent') + randomText(seq, (seq * 7919) % 200),
    host: canary('host'),
    route: `/${canary('route')}`,
    error: canary('error'),
    method: canary('method'),
  });
  const detail = {
    httpVersion: '1.1',
    socketIp: '203.0.113.7',
    requestHeaders: [['x-header', canary('header') + randomText(seq, (seq * 104_729) % 5000)]],
    responseHeaders: [['content-type', canary('type')]],
    exception: { name: 'Error', message: canary('message'), stack: canary('stack'), cause: null },
    logs: [{ text: canary('log') }],
  };
  return { entry, detail: detail as unknown as Profile['detail'] };
}

/** The profiles that have a text in the files of the book, and the fields of those texts. */
function seqsInFiles(path: string): { all: number[]; fields: string[] } {
  const seqs = new Set<number>();
  const fields = new Set<string>();
  for (const suffix of ['', '-wal', '-shm']) {
    let bytes = '';
    try {
      bytes = readFileSync(path + suffix, 'latin1');
    } catch {}
    for (const [, field, seq] of bytes.matchAll(/canary([a-z]+)(\d+)x/g)) {
      seqs.add(Number(seq));
      fields.add(`${field}${suffix}`);
    }
  }
  return { all: [...seqs].sort((a, b) => a - b), fields: [...fields] };
}

test.each([1, TUNING.urlBacklog])(
  'nothing of a deleted profile is left in the files of the book (URL backlog %i)',
  { timeout: 60_000 },
  async (urlBacklog) => {
    const path = join(folder, `canaries-${urlBacklog}.db`);
    const store = await openSqliteStore(path, { create: true, tuning: { ...TUNING, urlBacklog } });
    for (let n = 0; n < 2000; n += 200) {
      await write(store, n, 200, withCanaries);
      if (n % 600 === 0) await store.maintain();
    }
    await store.maintain();
    expect(seqsInFiles(path).all).toHaveLength(2000);

    await store.retain({ entries: 700 });
    expect(seqsInFiles(path).all[0]).toBe(1300);
    await store.prune((T0 + 1500) as Micros);
    expect(seqsInFiles(path).all[0]).toBe(1500);

    const terms: Term[] = [
      { field: 'url', not: false, any: [{ match: 'contains', parts: ['canaryurl1700x'] }] },
    ];
    expect((await store.search({ terms, limit: 10, cursor: null })).entries.map(({ seq }) => seq)).toEqual([
      1700,
    ]);

    await store.retain({ entries: 0 });
    expect(seqsInFiles(path)).toEqual({ all: [], fields: [] });
    const db = new DatabaseSync(path);
    db.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, url_trigrams, row)');
    expect(db.prepare('SELECT count(*) AS n FROM temp.vocabulary').get()?.n).toBe(0);
    db.close();
    await store.close();
    expect(checkBook(path)).toEqual([]);
  },
);

test('after a part was deleted, the index has no trigram of its URLs', async () => {
  const path = join(folder, 'trigrams.db');
  const store = await openSqliteStore(path, { create: true, tuning: { ...TUNING, urlBacklog: 1 } });
  await write(store, 0, 50, (seq) =>
    sampleProfile({ seq, time: T0 + seq, url: `http://h/${seq < 25 ? 'qqq' : 'zzz'}${seq}` }),
  );
  await store.maintain();
  await store.prune((T0 + 25) as Micros);
  await store.close();
  const db = new DatabaseSync(path);
  db.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, url_trigrams, row)');
  const has = (term: string) =>
    db.prepare('SELECT 1 FROM temp.vocabulary WHERE term = ?').get(term) !== undefined;
  expect([has('zzz'), has('qqq')]).toEqual([true, false]);
  db.close();
});
