import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import type { Seq } from '../../src/profile/token.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { hostileProfile } from '../support/hostile-profiles.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-export-'));
const gatebook = gatebookIn(folder);
const COUNT = 2345;
const tokens: string[] = [];

beforeAll(async () => {
  const store = await openSqliteStore(join(folder, '.gatebook'), { create: true });
  await store.lease(COUNT);
  const profiles = fc
    .sample(hostileProfile, { numRuns: COUNT, seed: 7 })
    .map(
      ({ entry, detail }, seq): Profile => ({ entry: { ...entry, seq: seq as Seq, parent: null }, detail }),
    );
  for (let at = 0; at < COUNT; at += 500)
    await store.write({ id: `b${at}`, profiles: profiles.slice(at, at + 500) });
  tokens.push(...profiles.map(({ entry }) => store.tokens.tokenOf(entry.seq)));
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const INVISIBLE = /(?![\r\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

test('writes all requests as NDJSON, in the order of the listing', () => {
  const { status, stdout } = gatebook('export');
  expect(status).toBe(0);
  expect(stdout).not.toMatch(INVISIBLE);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(rows.map(({ token }) => token))).toEqual(new Set(tokens));
  expect(rows).toHaveLength(COUNT);
  expect(rows[0]).toMatchObject({ version: 1, status: expect.any(Number), url: expect.any(String) });
  const times = rows.map(({ time }) => time);
  expect(times).toEqual(times.toSorted().toReversed());
});

test.each(['json', 'har', 'csv'])('writes a whole %s file that only its owner can read', (format) => {
  const { status, stdout, stderr } = gatebook('export', '--format', format, '--output', `out.${format}`);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: `2,345 profiles written to out.${format}\n`,
  });
  const path = join(folder, `out.${format}`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toMatch(INVISIBLE);
  if (format === 'csv') expect(parseCsv(text)).toHaveLength(COUNT + 1);
  else {
    const parsed = JSON.parse(text);
    expect((parsed.log ?? parsed).entries).toHaveLength(COUNT);
    if (format === 'json') expect(parsed).toMatchObject({ version: 1, command: 'export', more: false });
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('continues after a limit', () => {
  const first = gatebook('export', '--limit', '2000');
  expect(first.stdout.split('\n')).toHaveLength(2001);
  const [, cursor = ''] = /--cursor (\S+)/.exec(first.stderr) ?? [];
  const rest = gatebook('export', '--cursor', cursor);
  expect(rest.stderr).toBe('');
  expect(rest.stdout.split('\n')).toHaveLength(COUNT - 2000 + 1);
});

test('exits with 1 if nothing matches, and with 2 for a mistake', () => {
  expect(gatebook('export', 'status:200', 'status:404')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'gatebook: No matching requests\n',
  });
  for (const args of [
    ['--format', 'xml'],
    ['status:x'],
    ['--limit', '0'],
    ['--outptu', 'x'],
    ['sort:duration'],
  ])
    expect(gatebook('export', ...args)).toMatchObject({ status: 2, stdout: '' });
  expect(gatebook('export', '--output', 'missing/x.csv')).toMatchObject({ status: 1 });
});

test.each(['curl', 'fetch', 'node-test'])(
  'prints no invisible character of a hostile request as %s',
  (language) => {
    for (const token of tokens.slice(0, 3)) {
      const { status, stdout, stderr } = gatebook('curl', token, '--as', language);
      expect(stdout + stderr).not.toMatch(INVISIBLE);
      expect(status === 0 ? stdout : stderr).not.toBe('');
    }
  },
  60_000,
);

test.each(['curl-cmd', 'wget', 'python', 'powershell', 'cobol\u001b[31m'])('curl refuses %j', (language) => {
  const { status, stderr } = gatebook('curl', 'latest', '--as', language);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('is not a language. Use one of curl, javascript'),
  });
  expect(stderr).not.toMatch(INVISIBLE);
});

test.each(['ndjson', 'csv', 'json', 'har', 'sqlite'])(
  'writes %s through no link that another user has put there, and for its owner only',
  (format) => {
    const output = `linked.${format}`;
    const others = join(folder, `others.${format}`);
    writeFileSync(others, 'not ours', { mode: 0o644 });
    symlinkSync(others, join(folder, `${output}.part`));
    expect(gatebook('export', '--limit', '5', '--format', format, '--output', output)).toMatchObject({
      status: 0,
    });
    expect(readFileSync(others, 'utf8')).toBe('not ours');
    const { mode } = lstatSync(join(folder, output));
    expect(mode.toString(8)).toBe('100600');
  },
);
