import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-findings-'));
const gatebook = gatebookIn(folder);
const GROUP = "TypeError: reading 'rate' at tax (src/tax\u202e.ts)";
const MINUTE = 60e6;
let worked = '';

/** Ten hours of requests, the last one of a new release, in which the requests of one user fail. */
beforeAll(async () => {
  const store = await openSqliteStore(join(folder, '.gatebook'), { create: true });
  await store.lease(1000);
  const profiles = Array.from({ length: 600 }, (_, seq) => {
    const isNew = seq >= 540;
    const isOfErin = isNew && seq % 3 === 0;
    const sample: Sample = {
      seq,
      time: T0 + seq * MINUTE,
      route: '/pay',
      release: isNew ? '1.5.0' : '1.4.0',
      user: isOfErin ? 'erin\u202e' : `user-${seq % 20}`,
    };
    const failed = { status: 500, error: 'TypeError', errorGroup: GROUP };
    return sampleProfile({ ...sample, ...(isOfErin && failed) });
  });
  await store.write({ id: 'a', profiles });
  worked = store.tokens.tokenOf(1 as never);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const PERIOD = ['since:2026-11-07T06:20Z', 'until:2026-11-07T07:19Z'];

test('findings says what is wrong, and exits with 3', () => {
  const { status, stdout } = gatebook('findings', ...PERIOD);
  expect(status).toBe(3);
  expect(stdout).not.toMatch(INVISIBLE);
  expect(stdout).toMatchInlineSnapshot(`
    "1 new error since release 1.5.0.

    New in 1.5.0  TypeError: reading 'rate' at tax (src/tax\\u{202e}.ts)  20 requests
      GET /pay, first seen 07-Nov-2026 06:20:00
      since:2026-11-07T06:20Z until:2026-11-07T07:19Z error:"TypeError: reading 'rate' at tax (src/tax\\u{202e}.ts)" kind:main,job
    "
  `);
});

test('findings of other kinds, or of a quiet time, are none', () => {
  const other = gatebook('findings', '--kinds', 'slower,n+1', ...PERIOD);
  expect([other.status, other.stdout]).toEqual([0, 'Nothing unusual.\n']);
  const quiet = gatebook('findings', 'since:2026-11-07T01:20Z', 'until:2026-11-07T02:19Z');
  expect([quiet.status, quiet.stdout]).toEqual([0, 'Nothing unusual.\n']);
});

test('prints findings as JSON, whose query lists the requests', () => {
  const { status, stdout } = gatebook('findings', '--json', ...PERIOD);
  expect(status).toBe(3);
  const { findings, ...rest } = JSON.parse(stdout);
  expect(rest).toEqual({ version: 1, command: 'findings', complete: true });
  expect(findings).toMatchObject([
    { kind: 'new', count: 20, evidence: { release: '1.5.0', first: '2026-11-07T06:20:00.000000Z' } },
  ]);
});

test('a kind that does not exist is a mistake', () => {
  const { status, stderr } = gatebook('findings', '--kinds', 'slow');
  expect(status).toBe(2);
  expect(stderr).toContain('"slow" is not a kind of finding. Did you mean slower?');
});

test('--since sets the start, unless the query has one', () => {
  expect(gatebook('findings', '--since', '2026-11-07T06:20Z').status).toBe(3);
  expect(gatebook('findings', '--since', 'never').stderr).toContain('"never" is not a valid time');
});

test('why says what failures have in common', () => {
  const { status, stdout } = gatebook('why', 'last-error');
  expect(status).toBe(0);
  expect(stdout).not.toMatch(INVISIBLE);
  expect(stdout).toMatchInlineSnapshot(`
    "20 requests, compared with 580 others of GET /pay

    In common          These  Others
    user erin\\u{202e}  100 %     0 %
    release 1.5.0      100 %   6.9 %

    Only these: error:"TypeError: reading 'rate' at tax (src/tax\\u{202e}.ts)" user:erin\\u{202e}
    "
  `);
  expect(gatebook('why', 'status:5xx').stdout.split('\n').slice(0, 4)).toEqual(
    stdout.split('\n').slice(0, 4),
  );
});

test('prints what is in common as JSON', () => {
  const answer = JSON.parse(gatebook('why', 'status:5xx', '--json').stdout);
  expect(answer).toMatchObject({
    command: 'why',
    query: 'status:5xx',
    selected: 20,
    rest: 580,
    of: 'GET /pay',
    searchedTo: null,
    lines: [
      { traits: [{ subject: 'user' }], selected: { count: 20, of: 20 }, rest: { count: 0, of: 580 } },
      {},
    ],
  });
});

test('why needs requests that failed, and others', () => {
  const { status, stderr } = gatebook('why', worked);
  expect([status, stderr]).toEqual([
    1,
    `gatebook: ${worked} did not fail. "gatebook since ${worked}" compares it with what is usual.\n`,
  ]);
  expect(gatebook('why', 'status:418').stdout).toMatch(/^0 requests, compared with 600 others\n/);
});

test('--since takes a release, which means when it began', () => {
  expect(gatebook('findings', '--since', '1.5.0', '--kinds', 'new').status).toBe(3);
  const { errors } = JSON.parse(gatebook('errors', '--since', '1.5.0', '--json').stdout);
  expect(errors).toHaveLength(1);
});

test('errors lists what is new, with its users and releases', () => {
  const { status, stdout } = gatebook('errors', ...PERIOD);
  expect(status).toBe(0);
  expect(stdout).not.toMatch(INVISIBLE);
  expect(stdout).toMatchInlineSnapshot(`
    "1 error in 20 requests
    State         Error                                                  Where     Requests  Users  First seen            Last seen
    New in 1.5.0  TypeError: reading 'rate' at tax (src/tax\\u{202e}.ts)  GET /pay        20      1  07-Nov-2026 06:20:00  07-Nov-2026 07:17:00
    "
  `);
  expect(JSON.parse(gatebook('errors', '--json', ...PERIOD).stdout)).toMatchObject({
    command: 'errors',
    total: 1,
    requests: 20,
    unexplained: 0,
    errors: [{ state: 'new', release: '1.5.0', users: 1, isAllUsers: true, where: 'GET /pay' }],
  });
  const none = gatebook('errors', 'route:/other');
  expect([none.status, none.stdout]).toEqual([1, 'No errors\n']);
});
