import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { parseQueryText } from '../../search/query-text.ts';
import { openStore } from '../open-store.ts';
import { checkBook, statsOf } from './maintenance.ts';
import { repairBook } from './repair.ts';
import { APPLICATION_ID, STEPS } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const TEXT = 2 ** 24 + 1;

/** A book of schema version 2 with two entries. One has postings, one is still without. */
function makeVersion2(name: string): string {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  for (const step of STEPS.slice(0, 2)) db.exec(step);
  db.exec(`
    DROP TABLE entries_1;
    INSERT INTO book VALUES ('token_key', '1,2,3,4'), ('next_seq', 500);
    INSERT INTO spans VALUES (1, 0, 2000, 2, 1, 1, 0, 1);
    INSERT INTO shapes VALUES (1, 404, 'GET', 'h', '/r', 0, '', 0, 0);
    INSERT INTO shape_counts VALUES (1, 1, 2);
    INSERT INTO urls VALUES (${TEXT}, 'https://h/old');
    INSERT INTO agents VALUES (${TEXT}, 'curl');
    INSERT INTO entries VALUES
      (1, 1000, 1, 16909060, ${TEXT}, ${TEXT}, 5, 0, 1, NULL, NULL),
      (2, 2000, 1, 16909060, ${TEXT}, ${TEXT}, 5, 0, 1, NULL, NULL);
    INSERT INTO details VALUES (1, '{}'), (2, '{}');
    INSERT INTO postings VALUES
      (1, 1, 1, 1000, 1, 1), (1, 2, 16909060, 1000, 1, 1), (1, 3, ${TEXT}, 1000, 1, 1);
    INSERT INTO unposted VALUES (2, 1, 2000, 1, 16909060, ${TEXT}, NULL, NULL);
    INSERT INTO minutes VALUES (0, 4, 2);
    PRAGMA user_version = 2;
    PRAGMA application_id = ${APPLICATION_ID};
  `);
  db.close();
  return path;
}

test('a book of schema version 2 is migrated when a store opens it to read', async () => {
  const path = makeVersion2('read.db');
  const store = await openStore(`sqlite:${path}`, { create: false });
  for (const query of [
    '',
    'ip:1.2.3.4',
    'status:404',
    'host:h ip:1.2.3.0/24',
    'url:/old',
    'until:2001-01-01',
  ]) {
    const { terms } = parseQueryText(query, { now: 0 as never, zone: 'UTC' });
    const { entries } = await store.search({ terms, limit: 10, cursor: null });
    expect(entries.map(({ seq, url, route }) => ({ seq, url, route }))).toEqual([
      { seq: 2, url: 'https://h/old', route: '/r' },
      { seq: 1, url: 'https://h/old', route: '/r' },
    ]);
  }
  expect((await store.lease(1)).first).toBe(500);
  expect(await store.prune(1500 as never)).toBe(1);
  await store.close();
  expect(checkBook(path)).toEqual([]);
});

test('a migrated book has the same tables as a new one', async () => {
  const [old, fresh] = [makeVersion2('old.db'), join(folder, 'new.db')];
  for (const path of [old, fresh]) await (await openStore(`sqlite:${path}`)).close();
  const [migrated, created] = [old, fresh].map((path) => {
    const db = new DatabaseSync(path, { readOnly: true });
    const tables = db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
    db.close();
    return tables;
  });
  expect(migrated).toEqual(created);
  const names = created?.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['segments', 'dimensions', 'dimension_counts', 'pending']));
  expect(created?.filter(({ sql }) => /shape|span|unposted/.test(String(sql)))).toEqual([]);
});

test('stats, check and repair migrate an older book too', () => {
  expect(statsOf(makeVersion2('stats.db'))).toMatchObject({ entries: 2, segments: 1, nextSeq: 500 });
  expect(checkBook(makeVersion2('check.db'))).toEqual([]);
  const repaired = join(folder, 'repaired.db');
  expect(repairBook(makeVersion2('repair.db'), repaired)).toEqual({ copied: 2, lost: 0 });
  expect(checkBook(repaired)).toEqual([]);
});
