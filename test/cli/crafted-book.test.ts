import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { CLI } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));
const original = join(folder, 'original.db');
let token = '';

beforeAll(async () => {
  const store = await openStore(`sqlite:${original}`);
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 1 })] });
  token = store.tokens.tokenOf(1 as never);
  await store.close();
});

const ENDLESS =
  'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS start, x AS entries FROM n';

/** Changes to a book that would run SQL, or never end, when it is read or written. */
const CRAFTED: Readonly<Record<string, string>> = {
  'an endless view in place of a table': `DROP TABLE segments; CREATE VIEW segments AS ${ENDLESS}`,
  'an endless view in place of the first table that is read': `
    ALTER TABLE book RENAME TO book_2;
    CREATE VIEW book AS SELECT name, value FROM book_2 UNION ALL SELECT 'token_key', x FROM (
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n)`,
  'a trigger': 'CREATE TRIGGER t AFTER UPDATE ON book BEGIN DELETE FROM entries; END',
  'a column that is computed': `ALTER TABLE details ADD COLUMN extra TEXT AS (hex(zeroblob(1000)))`,
  'one more table': 'CREATE TABLE extra (x)',
  'a table without a column': 'ALTER TABLE entries DROP COLUMN trace',
};

const COMMANDS: Readonly<Record<string, (storage: string) => string[]>> = {
  search: (storage) => ['search', '--storage', storage],
  show: (storage) => ['show', token, '--storage', storage],
  stats: (storage) => ['stats', '--storage', storage],
  check: (storage) => ['check', '--storage', storage],
  serve: (storage) => ['serve', '--port', '0', '--storage', storage],
  prune: (storage) => ['prune', '--entries', '0', '--storage', storage],
  backup: (storage) => ['backup', join(folder, 'backup.db'), '--storage', storage],
  copy: (storage) => ['copy', storage, `chdb:${join(folder, 'copy')}`],
};

describe.each(Object.entries(CRAFTED))('a book with %s', (name, sql) => {
  test.each(Object.entries(COMMANDS))('is refused by gatebook %s', { timeout: 30_000 }, (_command, args) => {
    const path = join(folder, `${name.replace(/\W/g, '-')}.db`);
    if (!existsSync(path)) {
      copyFileSync(original, path);
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
    }
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
