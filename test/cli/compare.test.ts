import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Detail } from '../../src/profile/profile.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-compare-'));
const gatebook = gatebookIn(folder);
const tokens: string[] = [];

const STACK = '    at charge (/app/src/pay.ts:41:7)';
const SAMPLES: readonly (Sample & Partial<Detail>)[] = [
  { seq: 0, route: '/pay', method: 'POST', exception: null },
  {
    seq: 1,
    route: '/pay',
    method: 'POST',
    status: 500,
    error: 'TypeError',
    exception: { name: 'TypeError', message: 'no card \u001b[31m\u202e', stack: STACK, cause: null },
    logs: [{ at: 1, source: 'console', level: 'error', text: '\u001b]0;title\u0007 failed' }],
  },
  { seq: 2, route: '/never', status: 404, exception: null },
  { seq: 3, route: '/short', exception: null, detail: 'policy' },
];

beforeAll(async () => {
  const store = await openSqliteStore(join(folder, '.gatebook'), { create: true });
  await store.lease(10);
  const profiles = SAMPLES.map(({ exception = null, logs = [], ...entry }) => {
    const profile = sampleProfile({ time: T0 + entry.seq * 1e6, ...entry });
    const detail = { ...(profile.detail as Detail), exception, logs };
    return { ...profile, detail: entry.detail === 'policy' ? null : detail };
  });
  await store.write({ id: 'a', profiles });
  tokens.push(...profiles.map(({ entry }) => store.tokens.tokenOf(entry.seq)));
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

test('compare lists what matters first, and counts the rest', () => {
  const [a = '', b = ''] = tokens;
  const { status, stdout } = gatebook('compare', a, b.toUpperCase());
  expect(status).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `A  ${a}  200  06-Nov-2026 21:20:00 UTC  POST https://shop.example/`,
    `B  ${b}  500  06-Nov-2026 21:20:01 UTC  POST https://shop.example/`,
    '',
    '3 differences',
    '  + log error \\u{1b}]0;title\\u{7} failed new',
    '  * status 200 → 500',
    '  + exception TypeError: no card \\u{1b}[31m\\u{202e}',
    '1 normal variation (--all lists them)',
    expect.stringMatching(/^\d+ identical \(--all lists them\)$/),
    '',
  ]);
  expect(gatebook('compare', a, b, '--all').stdout).toContain('    method POST\n');
});

test('compare --json has the same differences', () => {
  const { stdout } = gatebook('compare', tokens[0] ?? '', tokens[1] ?? '', '--json');
  expect(stdout).not.toMatch(INVISIBLE);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    command: 'compare',
    a: { token: tokens[0] },
    b: { token: tokens[1], status: 500 },
    differences: [
      { sign: '+', subject: 'log', text: 'new', a: null, b: 'once' },
      { sign: '*', subject: 'status', a: '200', b: '500' },
      { subject: 'exception', a: null, b: 'TypeError: no card \u001b[31m\u202e' },
    ],
  });
});

test('compare says if a detail is missing', () => {
  const { stdout } = gatebook('compare', tokens[0] ?? '', 'latest');
  expect(stdout).toContain(`${tokens[3]} has no detail in the book, so headers`);
});

test('since says when a route last worked, and what differs', () => {
  const { status, stdout } = gatebook('since', 'last-error');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\w{6} {2}500 /);
  expect(stdout).toContain(
    '\n  TypeError no card \\u{1b}[31m\\u{202e}\n    at charge (/app/src/pay.ts:41:7)\nLast worked ',
  );
  expect(stdout).toMatch(
    /\nLast worked \S+ \S+ before this one \(\w{6}\)\. Compared with it \(same release\):\n\n3 differences\n/,
  );
  expect(stdout).toContain(`(${tokens[0]}). Compared`);
  expect(JSON.parse(gatebook('since', tokens[1] ?? '', '--json').stdout)).toMatchObject({
    command: 'since',
    outcome: 'found',
    lastWorked: { token: tokens[0] },
    comparedWith: tokens[0],
    alike: 'release',
  });
});

test('since says that a route has never worked, or that the request did', () => {
  expect(gatebook('since', tokens[2] ?? '').stdout).toContain('Has never worked in this book.\n');
  expect(gatebook('since', tokens[0] ?? '').stdout).toContain('This request worked.');
  expect(JSON.parse(gatebook('since', tokens[2] ?? '', '--json').stdout)).toMatchObject({ outcome: 'never' });
});

test.each([
  ['compare', 'ffffff', 'latest'],
  ['since', '\u001b[31m'],
  ['replay', 'ffffff', '--to', 'http://localhost:1'],
])('%s %j exits with 1 if there is no such profile', (...args) => {
  const { status, stderr } = gatebook(...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^gatebook: No profile in \S+ has the token "/);
  expect(stderr).not.toMatch(INVISIBLE);
});

test.each([
  [['replay', 'latest'], 'The address of the app is not known.'],
  [['replay', 'latest', '--to', 'localhost:3000'], 'is not the address of a server'],
  [['replay', 'latest', '--header', 'x'], 'A header needs a name and a value'],
  [['replay', 'latest', '--times', '0'], 'from 1 to 1000'],
  [['replay', 'latest', '--expect', '2x'], '--expect: "2x" is not a status'],
  [['replay', 'latest', '--to', 'http://localhost:1', '--body', '@/nowhere'], '--body: ENOENT'],
  [['replay', 'latest', '--to', 'http://shop.example'], 'Pass --yes to send the request.'],
  [['replay', 'last-error', '--to', 'http://localhost:1'], 'POST / may change data of the app. Pass --yes'],
])('%j exits with 2', (args, message) => {
  const { status, stderr } = gatebook(...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
});

test('replay says that nothing listens', () => {
  const { status, stderr } = gatebook('replay', 'latest', '--to', 'http://localhost:9');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'gatebook: Nothing listens at http://localhost:9. Start your app, or pass --to.\n',
  });
});
