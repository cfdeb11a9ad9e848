import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { makeVersion1 } from '../../../test/faults/version-1.ts';
import { EVERYTHING, type Term } from '../../search/criteria.ts';
import { type Cursor, formatCursor, parseCursor } from '../../search/cursor.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { openStore } from '../open-store.ts';
import type { Page } from '../store.ts';
import { STEPS } from './schema.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { TUNING } from './tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fresh = (name: string) => join(folder, name);

describe('a SQLite book', () => {
  test('and its log are not accessible to other users', async () => {
    const path = fresh('closed.db');
    const store = await openStore(`sqlite:${path}`);
    await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o077).toBe(0);
    await store.close();
  });

  test('accepts a write between two steps of maintenance, even on the same thread', async () => {
    const path = fresh('maintained.db');
    const tuning = { ...TUNING, urlBacklog: 1, urlsPerStep: 10 };
    const store = await openSqliteStore(path, { create: true, inThisThread: true, tuning });
    const profiles = Array.from({ length: 400 }, (_, seq) => sampleProfile({ seq, url: `http://h/${seq}` }));
    await store.write({ id: 'a', profiles });
    const maintained = store.maintain();
    await setImmediate();
    await store.write({ id: 'b', profiles: [sampleProfile({ seq: 400 })] });
    const db = new DatabaseSync(path, { readOnly: true });
    const { done } = db.prepare('SELECT urls_indexed AS done FROM segments').get() ?? {};
    db.close();
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(400);
    await maintained;
    await store.close();
  });

  test('keeps the permissions its owner has set', async () => {
    const path = fresh('shared.db');
    await (await openStore(`sqlite:${path}`)).close();
    chmodSync(path, 0o640);
    await (await openStore(`sqlite:${path}`)).close();
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test('rejects a file of another program at once, without changing it', async () => {
    const path = fresh('other.db');
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE mine (x)');
    other.close();
    const before = readFileSync(path);
    await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({ code: 'book-unreadable' });
    expect(readFileSync(path).equals(before)).toBe(true);

    const text = fresh('text.txt');
    writeFileSync(
      text,
      'not a database at all, but some text that is long enough to look like one'.repeat(20),
    );
    const start = performance.now();
    await expect(openStore(`sqlite:${text}`)).rejects.toMatchObject({ code: 'book-unreadable' });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('of a newer version is rejected with the reason', async () => {
    const path = fresh('newer.db');
    await (await openStore(`sqlite:${path}`)).close();
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${STEPS.length + 1}`);
    db.close();
    await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({
      code: 'book-newer',
      message: expect.stringContaining('Update gatebook'),
    });
  });

  test('in a folder that cannot be created is rejected with the reason', async () => {
    await expect(openStore('sqlite:/dev/null/nowhere/book.db')).rejects.toMatchObject({
      code: 'book-unreadable',
    });
    await expect(openStore('sqlite://host/book.db')).rejects.toMatchObject({ code: 'bad-storage-url' });
    expect(existsSync('/dev/null/nowhere')).toBe(false);
  });

  test('rejects a batch with an invalid profile and accepts the next one', async () => {
    const store = await openStore(`sqlite:${fresh('refused.db')}`);
    const bad = sampleProfile({ seq: 1, duration: Number.NaN });
    await expect(
      store.write({ id: 'bad', profiles: [sampleProfile({ seq: 0 }), bad] }),
    ).rejects.toMatchObject({
      code: 'profile-refused',
    });
    await store.write({
      id: 'good',
      profiles: [sampleProfile({ seq: 2, url: 'https://h/new', route: '/new' })],
    });
    const { entries } = await store.search(EVERYTHING);
    expect(entries.map(({ seq, url, route }) => ({ seq, url, route }))).toEqual([
      { seq: 2, url: 'https://h/new', route: '/new' },
    ]);
    await store.close();
  });
});

test('a book of schema version 1 is migrated with all its profiles', async () => {
  const path = fresh('version1.db');
  makeVersion1(path, 2500);
  copyFileSync(path, `${path}.copy`);
  const store = await openStore(`sqlite:${path}`);
  expect(await store.count([], 10_000)).toEqual({ matches: 2500, capped: false });
  const page = await store.search({ ...EVERYTHING, limit: 2 });
  expect(page.entries.map(({ seq, url, ip, kind, parent }) => ({ seq, url, ip, kind, parent }))).toEqual([
    { seq: 2499, url: 'https://h/2499', ip: '2001:db8::1', kind: 'error', parent: 2498 + 1 },
    { seq: 2498, url: 'https://h/2498', ip: '1.2.3.4', kind: 'error', parent: 2498 },
  ]);
  const profile = await store.get(store.tokens.tokenOf(7 as never));
  expect(profile).toMatchObject({ detail: sampleProfile({ seq: 7 }).detail });
  expect((await store.lease(1)).first).toBe(5000);
  await store.close();
});

describe('a search that runs out of time', () => {
  test('returns what it has found and a cursor that continues to the same result', async () => {
    const tuning = {
      ...TUNING,
      entriesPerSegment: 50,
      rareLimit: 1,
      fewLimit: 2,
      firstScan: 5,
      longestScan: 5,
    };
    const store = await openSqliteStore(fresh('partial.db'), { create: true, tuning });
    const profiles = Array.from({ length: 600 }, (_, seq) =>
      sampleProfile({ seq, time: T0 + seq, duration: seq % 97 === 0 ? 9_000_000 : 1 }),
    );
    await store.write({ id: 'a', profiles });
    const slow: Term[] = [{ field: 'duration', not: false, any: [{ from: 1_000_000, to: 10_000_000 }] }];
    const whole = await store.search({ terms: slow, limit: 10, cursor: null });
    expect(whole).toMatchObject({ searchedTo: null, older: null });
    expect(whole.entries.map(({ seq }) => seq)).toEqual([582, 485, 388, 291, 194, 97, 0]);

    const found = [];
    let cursor: Cursor | null = null;
    let partialPages = 0;
    for (let n = 0; n < 500; n++) {
      const page: Page = await store.search({ terms: slow, limit: 10, cursor }, { deadline: 0 });
      found.push(...page.entries);
      if (page.searchedTo === null) break;
      expect(page.older && parseCursor(formatCursor(page.older))).toEqual(page.older);
      partialPages++;
      cursor = page.older;
    }
    expect(partialPages).toBeGreaterThan(50);
    expect(found).toEqual(whole.entries);
    await store.close();
  });

  test('ends early when its caller aborts', async () => {
    const tuning = { ...TUNING, firstScan: 1, longestScan: 1 };
    const store = await openSqliteStore(fresh('aborted.db'), { create: true, tuning });
    await store.write({
      id: 'a',
      profiles: Array.from({ length: 20_000 }, (_, seq) => sampleProfile({ seq, time: T0 + seq })),
    });
    const terms: Term[] = [{ field: 'duration', not: false, any: [{ from: 5_000_000, to: 10_000_000 }] }];
    const caller = new AbortController();
    const start = performance.now();
    const searching = store.search(
      { terms, limit: 10, cursor: null },
      { deadline: 60_000, signal: caller.signal },
    );
    setTimeout(() => caller.abort(), 30);
    expect((await searching).searchedTo).not.toBeNull();
    expect(performance.now() - start).toBeLessThan(2000);
    await store.close();
  });
});
