import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { gatebookIn } from '../support/run-cli.ts';
import { SMALL, sampleAt, writeSampleBook } from '../support/sample-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const storage = `sqlite:${join(folder, 'book')}`;
const gatebook = gatebookIn(folder);
let oldest = '';

beforeAll(async () => {
  const store = await openStore(storage);
  const profiles = [0, 1, 2].map((seq) => sampleProfile({ seq, time: seq === 2 ? T0 - 1 : T0 }));
  await store.write({ id: 'a', profiles });
  oldest = store.tokens.tokenOf(2 as never);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('stats, check, backup and prune print their result, and nothing else', () => {
  const stats = gatebook('stats', '--storage', storage);
  expect(stats).toMatchObject({ status: 0, stderr: '' });
  expect(stats.stdout).toMatch(/^Profiles +3, 3 with detail\nOldest +06-Nov-2026 21:19:59 UTC\n/);
  expect(JSON.parse(gatebook('stats', '--json', '--storage', storage).stdout)).toMatchObject({
    version: 1,
    command: 'stats',
    entries: 3,
    details: 3,
    oldest: expect.stringMatching(/^2026-11-06T21:19:59\.\d{6}Z$/),
    segments: [{ earliest: expect.stringMatching(/^2026-11-06T21:19:59\.\d{6}Z$/) }],
  });

  const copy = join(folder, 'copy');
  expect(gatebook('backup', copy, '--storage', storage)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/copy has 3 profiles in 1 segment: .* copied, 0 linked, 0 unchanged\n$/),
    stderr: '',
  });
  expect(gatebook('backup', copy, '--storage', storage).stdout).toMatch(/0 linked, 1 unchanged\n$/);
  const check = gatebook('check', '--storage', `sqlite:${copy}`);
  expect(check).toMatchObject({ status: 0, stdout: `${copy}: no problems found\n`, stderr: '' });

  expect(gatebook('prune', '--entries', '2', '--storage', `sqlite:${copy}`).stdout).toBe(
    'Deleted 1 profile\n',
  );
  expect(gatebook('search', '--storage', `sqlite:${copy}`).stdout).toContain('2 results found');
  const gone = gatebook('show', oldest, '--storage', `sqlite:${copy}`);
  expect(gone.stderr).toMatch(/expired on \d\d-\w{3}-\d{4}/);
});

test('prune requires a limit and refuses an invalid one', () => {
  expect(gatebook('prune', '--storage', storage).stderr).toContain(
    'Set at least one limit, such as --keep 30d',
  );
  expect(gatebook('prune', '--bytes', '2GBB', '--storage', storage).stderr).toContain(
    '--bytes: "2GBB" is not a size. Use one such as 500MB or 2GB.',
  );
});

test('stats list the newest segments, and add up the others', async () => {
  const path = join(folder, 'many');
  await writeSampleBook(path);
  const store = await openSqliteStore(path, { create: false, tuning: SMALL });
  for (let seq = 4500; seq < 10_000; seq += 500)
    await store.write({
      id: `b${seq}`,
      profiles: Array.from({ length: 500 }, (_, i) => sampleAt(seq + i)),
    });
  await store.close();
  const { stdout } = gatebook('stats', '--storage', `sqlite:${path}`);
  expect(stdout).toMatch(/^Segments +11$/m);
  expect(stdout).toMatch(/^ {2}000011 live +0 /m);
  expect(stdout).toMatch(
    /^ {2}000010 full +1,000 \d+(\.\d+)? kB +06-Nov-2026 21:20:00 to 06-Nov-2026 21:20:00$/m,
  );
  expect(stdout).toMatch(/^ {2}3 older +3,000 /m);
  expect(JSON.parse(gatebook('stats', '--json', '--storage', `sqlite:${path}`).stdout).segments).toHaveLength(
    11,
  );
});

test('check sets a damaged segment aside, says what was lost, and exits with 1', async () => {
  const path = join(folder, 'damaged');
  await writeSampleBook(path);
  truncateSync(join(path, 'segments/000002.db'), 10_000);
  expect(gatebook('stats', '--storage', `sqlite:${path}`).stdout).toMatch(
    /1 unreadable +to set them aside, run/,
  );
  const { status, stdout, stderr } = gatebook('check', '--storage', `sqlite:${path}`);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(
    'gatebook: segments/000002.db: taken out of the book, with 1,000 profiles. ' +
      `The file is now ${join(path, 'damaged/000002.db')}`,
  );
  expect(gatebook('check', '--storage', `sqlite:${path}`)).toMatchObject({ status: 0, stderr: '' });
  expect(gatebook('search', '--json', '--storage', `sqlite:${path}`).stdout).toContain('"matches": 3500');
});

test('check makes a new catalog, or says what it needs for it', async () => {
  const path = join(folder, 'no-catalog');
  await writeSampleBook(path);
  const backup = join(folder, 'backup-of-catalog');
  gatebook('backup', backup, '--storage', `sqlite:${path}`);
  truncateSync(join(path, 'catalog.db'));
  const refused = gatebook('check', '--storage', `sqlite:${path}`);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('gatebook check --tokens-of BACKUP');
  const { status, stderr } = gatebook('check', '--tokens-of', backup, '--storage', `sqlite:${path}`);
  expect(status).toBe(1);
  expect(stderr).toContain('Made a new catalog of 5 segments. Restart every process that uses the book.');
  expect(gatebook('check', '--storage', `sqlite:${path}`).status).toBe(0);
  expect(gatebook('search', '--json', '--storage', `sqlite:${path}`).stdout).toBe(
    gatebook('search', '--json', '--storage', `sqlite:${backup}`).stdout,
  );
});

test('messages about a file from someone else have no control characters', () => {
  const hostile = join(folder, 'hostile');
  gatebook('backup', hostile, '--storage', storage);
  const db = new DatabaseSync(join(hostile, 'segments/000001.live.db'));
  db.exec('CREATE TABLE "evil\u001b[2J\u009b" (a CHECK (a > 0)); PRAGMA ignore_check_constraints = ON');
  db.exec('INSERT INTO "evil\u001b[2J\u009b" VALUES (0)');
  db.close();
  for (const args of [['stats'], ['stats', '--json'], ['check']]) {
    const { stdout, stderr } = gatebook(...args, '--storage', `sqlite:${hostile}`);
    const text = stdout + stderr;
    expect(text).toContain('evil');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

test('other users of the machine cannot read the book', () => {
  for (const file of [
    'book',
    ...readdirSync(join(folder, 'book'), { recursive: true }).map((name) => `book/${name}`),
  ])
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});
