import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
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
import { filesOf } from '../../../test/support/read-book.ts';
import { GatebookError, messageOf } from '../../errors.ts';
import type { Profile } from '../../profile/profile.ts';
import { EVERYTHING, type Term } from '../../search/criteria.ts';
import { type Cursor, formatCursor, parseCursor } from '../../search/cursor.ts';
import { sampleProfile, T0 } from '../conformance/sample-profile.ts';
import { openStore } from '../open-store.ts';
import type { Page } from '../store.ts';
import { readTokenKey } from './catalog/catalog.ts';
import { openCatalogForReading } from './files/connection.ts';
import { bookFolder } from './files/folder.ts';
import { APPLICATION_ID, FORMAT } from './files/schema.ts';
import { thenClose } from './files/transaction.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { TUNING } from './tuning.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fresh = (name: string) => join(folder, name);

describe('a SQLite book', () => {
  test('and its log are not accessible to other users', async () => {
    const path = fresh('closed');
    const store = await openStore(`sqlite:${path}`);
    await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
    const files = filesOf(path).filter((file) => !file.endsWith('.gitignore'));
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of [path, join(path, 'segments'), ...files]) expect(statSync(file).mode & 0o077).toBe(0);
    await store.close();
  });

  test('is missing until it is complete', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const path = fresh(`created-${n}`);
      let isOpen = false;
      const opening = openSqliteStore(path, { create: true }).finally(() => {
        isOpen = true;
      });
      while (!isOpen) {
        try {
          thenClose(openCatalogForReading(bookFolder(path)), readTokenKey);
        } catch (error) {
          seen.add(error instanceof GatebookError ? error.code : messageOf(error));
        }
        await setImmediate();
      }
      await (await opening).close();
    }
    expect([...seen]).toEqual(['book-missing']);
  });

  test('accepts a write between two slices of closing, even on the same thread', async () => {
    const path = fresh('maintained');
    const tuning = { ...TUNING, urlsPerSlice: 1, entriesPerSlice: 1 };
    const store = await openSqliteStore(path, { create: true, inThisThread: true, tuning });
    const profiles = Array.from({ length: 4000 }, (_, seq) => sampleProfile({ seq, url: `http://h/${seq}` }));
    await store.write({ id: 'a', profiles });
    let isClosed = false;
    const closed = store.closeSegments().then(() => {
      isClosed = true;
    });
    await setImmediate();
    await store.write({ id: 'b', profiles: [sampleProfile({ seq: 4000 })] });
    expect(isClosed).toBe(false);
    await closed;
    expect(await store.count([], 10_000)).toEqual({ matches: 4001, capped: false });
    await store.close();
  });

  test('merges blocks of a few requests, but not large ones: a merge has all of them in memory', async () => {
    const path = fresh('merged');
    const tuning = { ...TUNING, smallestSegment: TUNING.segment.bytes };
    const store = await openSqliteStore(path, { create: true, inThisThread: true, tuning });
    const writes = 3 * TUNING.smallBlocks;
    for (let seq = 0; seq < 2 * writes; seq++) {
      const { entry, detail } = sampleProfile({ seq });
      const message = randomBytes(TUNING.smallBlock.bytes).toString('hex');
      const isLarge = seq % 2 === 1;
      const profile = isLarge
        ? { entry, detail: { ...detail, logs: [{ at: 0, level: 'info', message }] } }
        : { entry, detail };
      await store.write({ id: `b${seq}`, profiles: [profile as Profile] });
    }
    const [segment = ''] = filesOf(path).filter((file) => file.endsWith('.live.db'));
    const db = new DatabaseSync(segment, { readOnly: true });
    const sizes = db.prepare('SELECT entries, length(details) AS bytes FROM blocks').all();
    db.close();
    const large = sizes.filter(({ bytes }) => Number(bytes) > TUNING.smallBlock.bytes);
    expect(large.map(({ entries }) => entries)).toEqual(Array(writes).fill(1));
    expect(sizes.length - large.length).toBeLessThan(TUNING.smallBlocks);
    expect(await store.count([], 1000)).toEqual({ matches: 2 * writes, capped: false });
    await store.close();
  });

  test('keeps the permissions its owner has set', async () => {
    const path = fresh('shared');
    await (await openStore(`sqlite:${path}`)).close();
    chmodSync(join(path, 'catalog.db'), 0o640);
    await (await openStore(`sqlite:${path}`)).close();
    expect(statSync(join(path, 'catalog.db')).mode & 0o777).toBe(0o640);
  });

  test('of an earlier version, which was a single file, is rejected with the reason and not changed', async () => {
    const path = fresh('single.db');
    const old = new DatabaseSync(path);
    old.exec(`CREATE TABLE entries (x); PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 4`);
    old.close();
    const before = readFileSync(path);
    for (const create of [true, false])
      await expect(openStore(`sqlite:${path}`, { create })).rejects.toMatchObject({
        code: 'book-unreadable',
        message: expect.stringContaining('earlier versions of Gatebook were single files'),
      });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('is not created in place of a file of another kind', async () => {
    const text = fresh('text.txt');
    writeFileSync(text, 'not a database at all');
    await expect(openStore(`sqlite:${text}`)).rejects.toMatchObject({ code: 'book-unreadable' });
    expect(readFileSync(text, 'utf8')).toBe('not a database at all');
  });

  test('with a catalog of another program is rejected at once, without changing it', async () => {
    const path = fresh('other');
    mkdirSync(path);
    const catalog = join(path, 'catalog.db');
    const other = new DatabaseSync(catalog);
    other.exec('CREATE TABLE mine (x)');
    other.close();
    const before = readFileSync(catalog);
    await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({ code: 'book-unreadable' });
    expect(readFileSync(catalog).equals(before)).toBe(true);

    writeFileSync(catalog, 'not a database, but some text that is long enough to look like one'.repeat(20));
    const start = performance.now();
    await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({ code: 'book-unreadable' });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test.each(
    ['catalog.db', 'segments/000001.live.db', 'segments/000001.db'].flatMap((file) => [
      [FORMAT + 1, file, 'book-newer', 'Update gatebook'] as const,
      [FORMAT - 1, file, 'book-older', 'Move the book away'] as const,
    ]),
  )('of another version is rejected with the reason (format %d, %s)', async (version, file, code, reason) => {
    const path = fresh(`format ${version} ${file.replace('/', ' ')}`);
    const written = await openSqliteStore(path, { create: true });
    await written.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
    if (file.endsWith('000001.db')) await written.closeSegments();
    await written.close();
    const db = new DatabaseSync(join(path, file));
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
    const open = async () => {
      const store = await openStore(`sqlite:${path}`);
      try {
        await store.search(EVERYTHING);
      } finally {
        await store.close();
      }
    };
    await expect(open()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(reason),
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
    const store = await openStore(`sqlite:${fresh('refused')}`);
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

describe('a search that runs out of time', () => {
  test('returns what it has found and a cursor that continues to the same result', async () => {
    const tuning = {
      ...TUNING,
      segment: { ...TUNING.segment, entries: 50 },
      fewLimit: 2,
      firstScan: 5,
      longestScan: 5,
    };
    const store = await openSqliteStore(fresh('partial'), { create: true, tuning });
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
    const store = await openSqliteStore(fresh('aborted'), { create: true, tuning });
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
