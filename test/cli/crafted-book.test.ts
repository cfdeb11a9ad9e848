import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { CLI } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const original = join(folder, 'original');
let token = '';

beforeAll(async () => {
  const store = await openSqliteStore(original, { create: true });
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
  await store.closeSegments();
  await store.write({ id: 'b', profiles: [sampleProfile({ seq: 2 })] });
  token = store.tokens.tokenOf(1 as never);
  await store.close();
});

const CATALOG = 'catalog.db';
const CLOSED = 'segments/000001.db';
const LIVE = 'segments/000002.live.db';

const ENDLESS =
  'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS entries FROM n';

/** Changes to a file of a book that would run SQL, or never end, when it is read or written. */
const CRAFTED: readonly (readonly [name: string, file: string, sql: string])[] = [
  [
    'an endless view in place of a table of the catalog',
    CATALOG,
    `DROP TABLE segments; CREATE VIEW segments AS ${ENDLESS}`,
  ],
  [
    'an endless view in place of the first table that is read',
    CATALOG,
    `ALTER TABLE book RENAME TO book_2;
     CREATE VIEW book AS SELECT name, value FROM book_2 UNION ALL SELECT 'token_key', x FROM (
       WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n)`,
  ],
  [
    'a trigger in the catalog',
    CATALOG,
    'CREATE TRIGGER t AFTER UPDATE ON book BEGIN DELETE FROM segments; END',
  ],
  ['one more table in the catalog', CATALOG, 'CREATE TABLE extra (x)'],
  ['an endless view in a closed segment', CLOSED, `DROP TABLE columns; CREATE VIEW columns AS ${ENDLESS}`],
  [
    'a computed column in a closed segment',
    CLOSED,
    'ALTER TABLE details ADD COLUMN extra TEXT AS (hex(zeroblob(1000)))',
  ],
  ['a closed segment without a column', CLOSED, 'ALTER TABLE seqs DROP COLUMN last'],
  [
    'an endless view in the live segment',
    LIVE,
    `DROP TABLE dimensions; CREATE VIEW dimensions AS ${ENDLESS}`,
  ],
  [
    'a trigger in the live segment',
    LIVE,
    'CREATE TRIGGER t AFTER UPDATE ON state BEGIN DELETE FROM blocks; END',
  ],
];

const COMMANDS: Readonly<Record<string, (storage: string) => string[]>> = {
  search: (storage) => ['search', '--storage', storage],
  show: (storage) => ['show', token, '--storage', storage],
  stats: (storage) => ['stats', '--storage', storage],
  check: (storage) => ['check', '--storage', storage],
  serve: (storage) => ['serve', '--port', '0', '--storage', storage],
  prune: (storage) => ['prune', '--entries', '0', '--storage', storage],
  delete: (storage) => ['delete', 'status:200', '--yes', '--storage', storage],
  backup: (storage) => ['backup', join(folder, 'backup'), '--storage', storage],
  copy: (storage) => ['copy', storage, `chdb:${join(folder, 'copy')}`],
};

/** Commands that don't read every segment: they work, or refuse the file. */
const READ_LESS = new Set(['serve', 'show', 'prune', 'backup']);

describe.each(CRAFTED)('a book with %s', (name, file, sql) => {
  test.each(Object.entries(COMMANDS))('is refused by gatebook %s', { timeout: 30_000 }, (command, args) => {
    if (file !== CATALOG && READ_LESS.has(command)) return;
    const path = join(folder, `${name} ${command}`.replace(/\W/g, '-'));
    cpSync(original, path, { recursive: true });
    const db = new DatabaseSync(join(path, file));
    db.exec(sql);
    db.close();
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args(`sqlite:${path}`)], {
      encoding: 'utf8',
      timeout: 15_000,
      killSignal: 'SIGKILL',
      cwd: folder,
    });
    expect({ status, signal, stdout }).toEqual({ status: 1, signal: null, stdout: '' });
    expect(stderr).toContain('is not as Gatebook created it');
  });
});
