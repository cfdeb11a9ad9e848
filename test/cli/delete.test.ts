import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '../../src/profile/profile.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { textsOfBook } from '../support/book-texts.ts';
import { CLI, gatebookIn } from '../support/run-cli.ts';
import { gatebookLater } from '../support/run-cli-later.ts';
import { startApp } from '../support/running-app.ts';
import { SMALL } from '../support/sample-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const original = join(folder, 'original');
const gatebook = gatebookIn(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'hunter2-S3cr3t';
const MANY = 5000;

function profile(sample: Sample, log = ''): Profile {
  const { entry, detail } = sampleProfile(sample);
  return {
    entry,
    detail: detail && { ...detail, logs: [{ level: 'info', text: log, at: 1, source: 'console' }] },
  };
}

/** Users 0 to 9, in closed segments, full ones and the live one. */
beforeAll(async () => {
  const store = await openSqliteStore(original, { create: true, tuning: SMALL });
  for (let first = 0; first < MANY; first += 500) {
    const profiles = Array.from({ length: 500 }, (_, i) => {
      const seq = first + i;
      return profile({ seq, time: T0 + seq, user: `user-${seq % 10}`, url: `https://h/page/${seq}` });
    });
    await store.write({ id: `b${first}`, profiles });
    if (first === 1500) await store.closeSegments();
  }
  await store.write({
    id: 'leak',
    profiles: [
      profile({ seq: MANY, time: T0 + MANY, url: 'https://h/login' }, `password is ${SECRET}`),
      profile(
        { seq: MANY + 1, time: T0 + MANY, url: 'https://h/login', kind: 'error', parent: MANY },
        SECRET,
      ),
      profile({ seq: MANY + 2, time: T0 + MANY, url: 'https://h/part', kind: 'sub', parent: MANY }, SECRET),
      profile(
        { seq: MANY + 3, time: T0 + MANY, url: 'https://h/deep', kind: 'sub', parent: MANY + 2 },
        SECRET,
      ),
      profile({ seq: MANY + 4, time: T0 + MANY, url: 'https://h/login' }, 'password is fine'),
    ],
  });
  await store.close();
});

function copyOfBook(name: string): { path: string; storage: string[] } {
  const path = join(folder, name);
  cpSync(original, path, { recursive: true });
  return { path, storage: ['--storage', `sqlite:${path}`] };
}

const matches = (query: string, storage: readonly string[]) =>
  JSON.parse(gatebook('search', query, '--json', ...storage).stdout).matches;

test('deletes the profiles of one user from every segment, and no others', () => {
  const { path, storage } = copyOfBook('user');
  const { status, stdout, stderr } = gatebook('delete', 'user:user-7', '--yes', ...storage);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'Deleted 500 profiles\n', stderr: '' });
  expect(matches('user:user-7', storage)).toBe(0);
  expect(matches('user:user-*', storage)).toBe(4500);
  expect(textsOfBook(path).filter((text) => text.includes('user-7'))).toEqual([]);
  expect(gatebook('check', ...storage)).toMatchObject({ status: 0, stderr: '' });
});

test('deletes a leaked secret that a search inside details finds, with the parts of its request', () => {
  const { path, storage } = copyOfBook('leak');
  expect(textsOfBook(path).some((text) => text.includes(SECRET))).toBe(true);
  const { status, stdout } = gatebook('delete', `log:${SECRET}`, '--yes', '--json', ...storage);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ version: 1, command: 'delete', deleted: 4 });
  expect(textsOfBook(path).filter((text) => text.includes(SECRET))).toEqual([]);
  expect(matches('url:/login', storage)).toBe(1);
  expect(matches('', storage)).toBe(MANY + 1);
});

test('removes what a command that was killed has left, though the query finds nothing any more', () => {
  const { path, storage } = copyOfBook('killed');
  const file = join(path, 'segments/000001.db');
  cpSync(file, join(folder, 'rewritten.db'));
  gatebook('delete', 'user:user-7', '--yes', ...storage);
  // Killed after it has committed the rewritten segment.
  cpSync(join(folder, 'rewritten.db'), file);
  expect(textsOfBook(path).some((text) => text.includes('user-7'))).toBe(true);
  expect(gatebook('delete', 'user:user-7', '--yes', ...storage)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'gatebook: No matching requests\n',
  });
  expect(textsOfBook(path).filter((text) => text.includes('user-7'))).toEqual([]);
});

test('without --yes and a terminal it lists what it would delete, and deletes nothing', () => {
  const { storage } = copyOfBook('refused');
  const { status, stdout, stderr } = gatebook('delete', 'user:user-7', ...storage);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  const lines = stderr.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^Status +IP +Method +URL +Time +Token$/);
  expect(lines[1]).toContain('https://h/page/4997');
  expect(lines.slice(6)).toEqual([
    'and 495 more, error stages and sub-requests included',
    'gatebook: Pass --yes to delete 500 profiles.',
  ]);
  expect(matches('user:user-7', storage)).toBe(500);
});

test.each([
  ['y', 'Deleted 500 profiles', 0, 0],
  ['n', 'Nothing was deleted', 1, 500],
  ['', 'Nothing was deleted', 1, 500],
])('asks on a terminal, and only yes deletes (answer "%s")', (answer, said, code, left) => {
  const { storage } = copyOfBook(`asked ${answer}`);
  const command = [process.execPath, CLI, 'delete', 'user:user-7', ...storage].map((part) => `'${part}'`);
  const { stdout, status } = spawnSync('script', ['-qec', command.join(' '), '/dev/null'], {
    encoding: 'utf8',
    input: `${answer}\n`,
    cwd: folder,
  });
  expect(stdout).toContain('Delete 500 profiles? [y/N]');
  expect(stdout).toContain(said);
  expect(status).toBe(code);
  expect(matches('user:user-7', storage)).toBe(left);
});

test('refuses a query that is empty, sorted or mistaken, and says that nothing was found', () => {
  const { storage } = copyOfBook('mistakes');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = gatebook('delete', ...args, ...storage);
    return { status, stdout, stderr: stderr.split('\n')[0] };
  };
  const usage = (stderr: string) => ({ status: 2, stdout: '', stderr: expect.stringContaining(stderr) });
  expect(run('', '--yes')).toEqual(usage('To delete the oldest profiles, use: gatebook prune'));
  expect(run('--yes')).toEqual(usage("missing required argument 'query'"));
  expect(run('user:user-7 sort:duration', '--yes')).toEqual(usage('Remove sort: from it'));
  expect(run('usr:7', '--yes')).toEqual(usage('unknown field "usr"'));
  expect(run('user:user-7', '--yess')).toEqual(usage("unknown option '--yess'"));
  expect(run('user:unknown', '--yes')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'gatebook: No matching requests',
  });
  expect(matches('', storage)).toBe(MANY + 4);
});

test('deletes from the book of a running app, which goes on recording', { timeout: 60_000 }, async () => {
  const path = join(folder, 'running');
  const storage = `sqlite:${path}`;
  const app = await startApp({ storage, env: { NODE_ENV: 'test' } });
  const request = async (name: string, count: number) => {
    for (let n = 0; n < count; n++) await fetch(`http://127.0.0.1:${app.port}/${name}/${n}`);
  };
  const urlsWith = async (name: string) => {
    const store = await openStore(storage, { create: false });
    const any = [{ match: 'contains' as const, parts: [`/${name}/`] }];
    const { entries } = await store.search({
      terms: [{ field: 'url', not: false, any }],
      limit: 1000,
      cursor: null,
    });
    await store.close();
    return new Set(entries.map(({ url }) => url)).size;
  };
  try {
    await request('leaked-canary', 30);
    await request('before', 30);
    await expect.poll(() => urlsWith('before'), { timeout: 20_000 }).toBe(30);
    const [{ status, stdout }] = await Promise.all([
      gatebookLater(folder, 'delete', 'url:/leaked-canary/', '--yes', '--json', '--storage', storage),
      request('during', 200),
    ]);
    expect({ status, deleted: JSON.parse(stdout).deleted }).toEqual({ status: 0, deleted: 30 });
    await request('after', 30);
    await expect.poll(() => urlsWith('after'), { timeout: 20_000 }).toBe(30);
    expect(await urlsWith('leaked-canary')).toBe(0);
    expect(await urlsWith('before')).toBe(30);
    expect(await urlsWith('during')).toBe(200);
  } finally {
    await app.stop();
  }
  expect(app.output()).not.toContain('gatebook:');
  expect(textsOfBook(path).filter((text) => text.includes('leaked-canary'))).toEqual([]);
});
