import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seq } from '../../src/profile/token.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { gatebookIn } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const sqlite = `sqlite:${join(folder, 'sqlite')}`;
const chdb = `chdb:${join(folder, 'book')}`;
let token = '';

beforeAll(async () => {
  const store = await openStore(sqlite);
  const profiles = [0, 1, 2].map((seq) =>
    sampleProfile({ seq, time: T0 + seq, url: `https://shop.example/${seq}` }),
  );
  await store.lease(3);
  await store.write({ id: 'a', profiles });
  token = store.tokens.tokenOf(1 as Seq);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const gatebook = gatebookIn(folder);

describe('a book in ClickHouse', { timeout: 60_000 }, () => {
  test('gatebook copy keeps every token, and copies nothing twice when run again', () => {
    expect(gatebook('copy', sqlite, chdb)).toMatchObject({
      status: 0,
      stdout: `Copied 3 profiles to ${chdb}\n`,
    });
    expect(gatebook('copy', sqlite, chdb).stdout).toBe(`Copied 0 profiles to ${chdb}\n`);
    expect(JSON.parse(gatebook('show', token, '--json', '--storage', chdb).stdout)).toEqual(
      JSON.parse(gatebook('show', token, '--json', '--storage', sqlite).stdout),
    );
    expect(gatebook('search', '--storage', chdb).stdout).toBe(gatebook('search', '--storage', sqlite).stdout);
  });

  test('gatebook copy adds what was written since', async () => {
    const store = await openStore(sqlite);
    const { first } = await store.lease(1);
    await store.write({ id: 'b', profiles: [sampleProfile({ seq: first, time: T0 - 1 })] });
    await store.close();
    expect(gatebook('copy', sqlite, chdb).stdout).toBe(`Copied 1 profile to ${chdb}\n`);
    expect(gatebook('search', '--storage', chdb).stdout).toBe(gatebook('search', '--storage', sqlite).stdout);
  });

  test('gatebook copy refuses a destination that holds another book', async () => {
    const other = `chdb:${join(folder, 'other')}`;
    await (await openStore(other)).close();
    const { status, stderr } = gatebook('copy', sqlite, other);
    expect(status).toBe(2);
    expect(stderr).toContain('holds another book');
    expect(gatebook('copy', chdb, sqlite).stderr).toContain('copy from sqlite:FOLDER');
  });

  test('gatebook keep sets the limits, and gatebook stats prints them with the size of each part', () => {
    const kept = gatebook('keep', '3650d', '--details', '7d', '--host', 'a.example=2d', '--storage', chdb);
    expect(kept).toMatchObject({ status: 0, stdout: `${chdb} keeps profiles for 3650d\n` });
    const { stdout } = gatebook('stats', '--storage', chdb);
    expect(stdout).toMatch(/^Profiles +4, \d with detail$/m);
    expect(stdout).toMatch(/^Kept +3,650 days, details 7 days, a\.example 2 days$/m);
    expect(stdout).toMatch(/^ {2}entries, index by_url +\d/m);
    expect(gatebook('keep', '3d', '--storage', sqlite).stderr).toContain('gatebook prune');
    expect(gatebook('stats', '--storage', `chdb:${join(folder, 'none')}`).stderr).toContain('No book found');
  });

  test('gatebook ddl prints the SQL for a cluster', () => {
    const { status, stdout } = gatebook('ddl', '--cluster', 'fleet', '--keep', '30d');
    expect(status).toBe(0);
    expect(stdout.match(/^CREATE .* ON CLUSTER fleet/gm)).toHaveLength(8);
    expect(gatebook('ddl', '--cluster', 'x; DROP').stderr).toContain('is not a valid name');
  });
});
