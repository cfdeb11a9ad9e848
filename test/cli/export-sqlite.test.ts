import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import type { Seq } from '../../src/profile/token.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { hostileProfile } from '../support/hostile-profiles.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-export-sqlite-'));
const gatebook = gatebookIn(folder);
/** More than two pages. */
const COUNT = 2345;
const LONG_URL = `https://shop.example/${'a"\'\0=\u{1f600}'.repeat(1200)}`.slice(0, 8192);

beforeAll(async () => {
  const store = await openSqliteStore(join(folder, '.gatebook'), { create: true });
  await store.lease(COUNT);
  const profiles = fc.sample(hostileProfile, { numRuns: COUNT, seed: 11 }).map(
    ({ entry, detail }, seq): Profile => ({
      entry: {
        ...entry,
        seq: seq as Seq,
        parent: seq % 3 === 1 ? ((seq - 1) as Seq) : null,
        url: seq % 100 === 0 ? LONG_URL : entry.url,
      },
      detail,
    }),
  );
  for (let at = 0; at < COUNT; at += 500)
    await store.write({ id: `b${at}`, profiles: profiles.slice(at, at + 500) });
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function rowsOf(file: string) {
  const db = new DatabaseSync(join(folder, file), { readOnly: true });
  try {
    return db.prepare('SELECT * FROM profiles ORDER BY rowid').all();
  } finally {
    db.close();
  }
}

test('has every value of a hostile book unchanged, in the order of the listing', () => {
  expect(gatebook('export', '--format', 'sqlite', '--output', 'all.db')).toEqual({
    status: 0,
    stdout: '',
    stderr: '2,345 profiles written to all.db\n',
  });
  const lines = gatebook('export').stdout.trimEnd().split('\n');
  const expected = lines.map((line) => {
    // SQLite stores UTF-8, which has no lone surrogates.
    const { tags } = JSON.parse(line);
    const { time, duration, queryTime, ...entry } = JSON.parse(line, (_, value) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    );
    return {
      Status: entry.status,
      IP: entry.ip,
      Method: entry.method,
      URL: entry.url,
      Time: time,
      Token: entry.token,
      Kind: entry.kind,
      Parent: entry.parent,
      Host: entry.host,
      Route: entry.route,
      'Duration ms': duration / 1000,
      'Request bytes': entry.requestBytes,
      'Response bytes': entry.responseBytes,
      'User agent': entry.userAgent,
      Trace: entry.trace,
      Error: entry.error,
      Client: entry.client,
      Operation: entry.operation,
      User: entry.user,
      Tags: tags,
      Queries: entry.queries,
      'Query time ms': queryTime / 1000,
      Service: entry.service,
      Instance: entry.instance,
      Release: entry.release,
      Environment: entry.environment,
      'Error group': entry.errorGroup,
    };
  });
  const rows = rowsOf('all.db');
  expect(rows.map(({ 'Time us': _, Tags, ...row }) => ({ ...row, Tags: JSON.parse(String(Tags)) }))).toEqual(
    expected,
  );
  expect(rows.filter(({ URL }) => URL === LONG_URL)).toHaveLength(24);
  expect(rows.filter(({ Parent }) => Parent !== null)).toHaveLength(782);
  for (const row of rows)
    expect(new Date(Math.floor(Number(row['Time us']) / 1000)).toISOString().slice(0, 23)).toBe(
      String(row.Time).slice(0, 23),
    );
});

test('has the columns of CSV, and whole numbers where figures are whole', () => {
  const query = ['status:2xx', '--limit', '100'];
  gatebook('export', ...query, '--format', 'sqlite', '--output', 'some.db');
  const [headings = [], ...cells] = parseCsv(gatebook('export', ...query, '--format', 'csv').stdout);
  const rows = rowsOf('some.db');
  expect(Object.keys(rows[0] ?? {})).toEqual([...headings, 'Time us']);
  expect(rows.map(({ Token }) => Token)).toEqual(cells.map((row) => row[headings.indexOf('Token')]));
  const db = new DatabaseSync(join(folder, 'some.db'), { readOnly: true });
  expect(
    db
      .prepare(
        'SELECT DISTINCT typeof(status) status, typeof("Time us") time, typeof(queries) queries, typeof("Duration ms") duration FROM profiles',
      )
      .all(),
  ).toEqual([{ status: 'integer', time: 'integer', queries: 'integer', duration: 'real' }]);
  db.close();
});

test('deletes a file that could not be written to its end', () => {
  const limited = `ulimit -f 200; exec "$0" "$@"`;
  const args = [CLI, 'export', '--format', 'sqlite', '--output', 'large.db'];
  const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, GATEBOOK_STORAGE: undefined },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^gatebook: Cannot write large\.db: .*(full|I\/O error)/),
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('large.db'))).toEqual([]);
});

test('refuses a file that exists, and leaves it as it is', () => {
  writeFileSync(join(folder, 'notes.db'), 'mine');
  expect(gatebook('export', '--format', 'sqlite', '--output', 'notes.db')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'gatebook: --output: notes.db exists. Choose another file, or delete this one first.\n',
  });
  expect(readFileSync(join(folder, 'notes.db'), 'utf8')).toBe('mine');
});

test('needs --output', () => {
  expect(gatebook('export', '--format', 'sqlite')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'gatebook: --format sqlite: a database cannot be written to stdout. Add --output FILE.\n',
  });
});

test('writes a file that only its owner can read, whatever its name means to SQLite', () => {
  const name = 'file:x?mode=memory';
  writeFileSync(join(folder, `${name}.part`), 'left by an interrupted export', { mode: 0o644 });
  expect(gatebook('export', '--limit', '5', '--format', 'sqlite', '--output', name)).toMatchObject({
    status: 0,
  });
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(rowsOf(name)).toHaveLength(5);
  expect(readdirSync(folder).filter((file) => /\.part|-journal|-wal/.test(file))).toEqual([]);
});

test('has an empty table if nothing matches', () => {
  expect(
    gatebook('export', 'status:200', 'status:404', '--format', 'sqlite', '--output', 'none.db'),
  ).toMatchObject({ status: 1, stderr: 'gatebook: No matching requests\n' });
  expect(rowsOf('none.db')).toEqual([]);
});
