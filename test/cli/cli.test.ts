import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PANEL_IDS } from '../../src/report/profile/panel-facts.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const storage = `sqlite:${join(folder, 'book')}`;
const HOSTILE = 'https://h/\u001b[2J\u202egnp.exe\u0007<script>';
let tokens: string[] = [];

/** A profile with a query that has a hostile calling line. */
function withQuery() {
  const { entry, detail } = sampleProfile({ seq: 2, url: HOSTILE, userAgent: HOSTILE, time: T0 - 1 });
  const query = {
    kind: 'sql',
    name: 'SELECT ?',
    at: 0,
    duration: 20,
    parent: null,
    calledFrom: HOSTILE,
  } as const;
  const requestBody = { type: 'application/json', bytes: 9, text: `{"a":"${HOSTILE}","n":[1]}` };
  const responseBody = { type: 'image/png', bytes: 5, missing: 'type' } as const;
  return { entry, detail: detail && { ...detail, spans: [query], requestBody, responseBody } };
}

beforeAll(async () => {
  const store = await openStore(storage);
  await store.write({
    id: 'a',
    profiles: [
      sampleProfile({
        seq: 0,
        status: 404,
        url: 'https://shop.example/error/.env',
        user: '42\u001b[2J',
        tags: ['beta', 'eu'],
        queries: 3,
        queryTime: 1500,
      }),
      sampleProfile({
        seq: 1,
        status: 404,
        url: 'https://shop.example/error/.env',
        kind: 'error',
        parent: 0,
      }),
      withQuery(),
    ],
  });
  tokens = [0, 1, 2].map((seq) => store.tokens.tokenOf(seq as never));
  await store.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const gatebook = gatebookIn(folder);

describe('gatebook search', () => {
  test('lists results in the columns of the page', () => {
    const { status, stdout } = gatebook('search', 'status:4xx', '.env', '--storage', storage);
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      '2 results found (1 match in total, error stages not counted)',
      'Status  IP           Method  URL                              Time                  Token',
      `404     203.0.113.7  GET     https://shop.example/error/.env  06-Nov-2026 21:20:00  ${tokens[0]}`,
      `404     203.0.113.7  GET     https://shop.example/error/.env  06-Nov-2026 21:20:00  ${tokens[1]}`,
    ]);
  });

  test('a leading dash excludes', () => {
    expect(gatebook('search', '-kind:error', '-status:200', '--storage', storage).stdout).toContain(
      '1 result found',
    );
    const { status, stderr } = gatebook('search', '--jsno', '--storage', storage);
    expect(status).toBe(2);
    expect(stderr).toBe(
      "gatebook: unknown option '--jsno'\n(Did you mean --json?)\nRun gatebook search --help for usage.\n",
    );
  });

  test('prints JSON and continues from a cursor', () => {
    const first = JSON.parse(gatebook('search', '--json', '--limit', '2', '--storage', storage).stdout);
    expect(first).toMatchObject({ matches: 2, matchesCapped: false, searchedTo: null, newer: null });
    expect(first.entries.map((entry: { token: string }) => entry.token)).toEqual(tokens.slice(0, 2));
    expect(first.entries[1]).toMatchObject({
      parent: tokens[0],
      kind: 'error',
      time: '2026-11-06T21:20:00.000000Z',
    });
    const second = JSON.parse(
      gatebook('search', '--json', '--limit', '2', '--cursor', first.older, '--storage', storage).stdout,
    );
    expect(second.entries.map((entry: { token: string }) => entry.token)).toEqual(tokens.slice(2));
  });

  test('answers words that look like something else than text in the URL', () => {
    const { stdout } = gatebook('search', '404', '--storage', storage);
    expect(stdout).toBe(
      'No results found\nWords without a field are searched for in the URL. Did you mean status:404?\n',
    );
    const json = JSON.parse(gatebook('search', 'GET', '404', '--json', '--storage', storage).stdout);
    expect(json.suggestions[0]).toBe('method:GET status:404');
    const both = gatebook('search', 'status:404', 'OR', 'status:200', '--storage', storage);
    expect(both.stdout).toContain('3 results found (2 matches in total, error stages not counted)');
  });

  test('adds columns, sorts by duration and looks inside details', () => {
    const columns = gatebook('search', '--columns', 'error,duration', '--limit', '1', '--storage', storage);
    expect(columns.stdout.split('\n')[1]).toMatch(/Token {3}Duration {2}Error$/);
    const unknown = gatebook('search', '--columns', 'size', '--storage', storage);
    expect(unknown.stderr).toContain(
      '--columns: "size" is not a column. Use one of duration, queries, user, error.',
    );
    const sorted = gatebook('search', 'sort:duration', '--storage', storage).stdout;
    expect(sorted).toContain('  Duration\n');
    expect(sorted).toContain('\nThe slowest first, on one page.\n');
    const found = gatebook('search', 'query:select', '--storage', storage).stdout;
    expect(found).toMatch(/^1 result found\n(?:.*\n)+Searched all 2 requests\.\n$/);
    const json = JSON.parse(gatebook('search', 'log:nothing', '--json', '--storage', storage).stdout);
    expect(json).toMatchObject({ entries: [], matches: 0, looked: { requests: 2, of: 2 } });
  });

  test('reports that nothing was found', () => {
    expect(gatebook('search', 'status:5xx', '--storage', storage)).toMatchObject({
      status: 1,
      stdout: 'No results found\n',
    });
    expect(gatebook('search', 'status:5xx', '--ndjson', '--storage', storage)).toMatchObject({
      status: 1,
      stdout: '',
    });
  });

  test('prints one JSON object per line, with the fields asked for', () => {
    const { stdout } = gatebook(
      'search',
      '--ndjson',
      '--fields',
      'url,token',
      '--limit',
      '1',
      '--storage',
      storage,
    );
    expect(stdout).toBe(`{"version":1,"url":"https://shop.example/error/.env","token":"${tokens[0]}"}\n`);
    const json = JSON.parse(gatebook('search', '--json', '--fields', 'status', '--storage', storage).stdout);
    expect(json).toMatchObject({ version: 1, command: 'search', matches: 2 });
    expect(json.entries[0]).toEqual({ status: 404 });
    const table = gatebook('search', '--fields', 'token,tags', '--limit', '1', '--storage', storage).stdout;
    expect(table).toContain(`\ntoken   tags\n${tokens[0]}  beta,eu\n`);
    expect(gatebook('search', '--json', '--ndjson', '--storage', storage).status).toBe(2);
  });

  test('points at a mistake and suggests a fix', () => {
    const { status, stderr } = gatebook('search', 'method:GET', 'status:4', '--storage', storage);
    expect(status).toBe(2);
    expect(stderr).toBe(
      'gatebook: "4" is not a valid HTTP status\n  method:GET status:4\n                    ^\n  write 4xx\n',
    );
  });

  test('accepts a time with a space, quoted for the shell', () => {
    const found = (...words: string[]) => gatebook('search', ...words, '--storage', storage);
    expect(found('since:06-Nov-2026 21:20:00').stdout).toContain('2 results found');
    expect(found('-until:06-Nov-2026 21:19:59', '.env').stdout).toContain('2 results found');
    expect(found('status:4xx .env').stdout).toContain('2 results found');
    const { status, stderr } = found('since:06-Nov-2026', '21:20:00');
    expect(status).toBe(2);
    expect(stderr).toContain('quote it: since:"06-Nov-2026 21:20:00"');
  });

  test('exits quietly when its output pipe is closed', () => {
    const command = `{ "${process.execPath}" "${CLI}" search --storage "${storage}"; echo "ended $?" >&2; } | true`;
    expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stderr).toBe('ended 0\n');
  });

  test('does not create a book, and names the missing folder', () => {
    const { status, stderr } = gatebook('search');
    expect(status).toBe(1);
    expect(stderr).toContain(
      `No book found at ${join(folder, '.gatebook')}. Start your app with Gatebook in it`,
    );
    expect(() => statSync(join(folder, '.gatebook'))).toThrow();
  });
});

describe('gatebook show', () => {
  test('prints the bodies', () => {
    const { stdout } = gatebook('show', tokens[2] ?? '', '--panel', 'body', '--storage', storage);
    expect(stdout).toContain('Request body (application/json, 9 B)\n  {\n    "a": "https://h/\\u{1b}[2J');
    expect(stdout).toContain('    "n": [\n      1\n    ]\n  }\n');
    expect(stdout).toContain('Response body (image/png, 5 B, not recorded because of its type)');
  });

  test('prints a profile with its parent and sub-requests', () => {
    const main = gatebook('show', tokens[0] ?? '', '--storage', storage).stdout;
    expect(main).toContain('404 GET https://shop.example/error/.env');
    expect(main).toContain(`Sub-request   ${tokens[1]} (error stage)`);
    expect(main).toContain(
      'User          42\\u{1b}[2J\nHost          shop.example\nResponse size 512 B\nQueries       3 in 1.5 ms\nService       shop\nRelease       1.0.0\nEnvironment   production\nInstance      web-1:7\nTags          beta, eu',
    );
    const stage = gatebook('show', tokens[1] ?? '', '--storage', storage).stdout;
    expect(stage).toContain(`Parent        ${tokens[0]} (this is its error stage)`);
    const json = JSON.parse(gatebook('show', tokens[0] ?? '', '--json', '--storage', storage).stdout);
    expect(json).toMatchObject({
      version: 1,
      command: 'show',
      token: tokens[0],
      detailKept: 'kept',
      subRequests: [{ token: tokens[1] }],
    });
  });

  test('prints a summary, and which panels have content', () => {
    const { stdout } = gatebook('show', tokens[2] ?? '', '--storage', storage);
    expect(stdout).toContain('\nSlowest queries\n     20 µs    1×  SELECT ?\n');
    expect(stdout).toContain(`\nPanels: gatebook show ${tokens[2]} --panel NAME\n  exception\n`);
    expect(stdout).toMatch(/^ {2}queries {12}1$/m);
    expect(stdout).toMatch(/^ {2}Empty: logs, outgoing, notes, sub-requests$/m);
  });

  // Some thirty processes.
  test('prints every panel of the page, as text and as JSON', { timeout: 120_000 }, () => {
    for (const panel of [...PANEL_IDS, 'summary', 'everything']) {
      const { status, stdout, stderr } = gatebook(
        'show',
        tokens[2] ?? '',
        '--panel',
        panel,
        '--storage',
        storage,
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      const json = JSON.parse(
        gatebook('show', tokens[2] ?? '', '--panel', panel, '--json', '--storage', storage).stdout,
      );
      expect(json).toMatchObject({ version: 1, command: 'show', token: tokens[2] });
    }
    const queries = gatebook('show', tokens[2] ?? '', '--panel', 'queries', '--json', '--storage', storage);
    expect(JSON.parse(queries.stdout)).toMatchObject({
      panel: 'queries',
      count: 1,
      queries: [{ statement: 'SELECT ?' }],
    });
    const unknown = gatebook('show', tokens[2] ?? '', '--panel', 'querys', '--storage', storage);
    expect(unknown).toMatchObject({
      status: 2,
      stderr: 'gatebook: --panel: "querys" is not a panel. Use one such as queries.\n',
    });
  });

  test('finds the newest request, and the newest that failed', () => {
    expect(gatebook('show', 'latest', '--storage', storage).stdout).toContain(`Token         ${tokens[0]}`);
    const { status, stderr } = gatebook('show', 'last-error', '--storage', storage);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^gatebook: No request in .* has failed with an error\.\n$/);
  });

  test('prints the queries', () => {
    const { stdout } = gatebook('show', tokens[2] ?? '', '--panel', 'everything', '--storage', storage);
    expect(stdout).toMatch(
      /^Queries\n {2}1 query ran for 20 µs \(.* of the request\)\.\n {2}1× {2}20 µs {2}sql$/m,
    );
    expect(stdout).toContain('      SELECT ?\n      from https://h/\\u{1b}[2J');
  });

  test('reports an unknown token', () => {
    const { status, stderr } = gatebook('show', 'zzz\u001b[2J', '--storage', storage);
    expect(status).toBe(1);
    expect(stderr).toContain('has the token "zzz\\u{1b}[2J"');
  });
});

test('prints no control characters from recorded requests', () => {
  for (const args of [
    ['search'],
    ['search', '--json'],
    ['show', tokens[2] ?? ''],
    ['show', '--json', tokens[2] ?? ''],
  ]) {
    const { stdout, status } = gatebook(...args, '--storage', storage);
    expect(status).toBe(0);
    expect(stdout).toContain('gnp.exe');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});
