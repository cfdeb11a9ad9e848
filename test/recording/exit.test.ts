import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Entry } from '../../src/profile/entry.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { openStore } from '../../src/store/open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-end-'));
afterAll(() => rmSync(folder, { recursive: true }));

const APPS = join(import.meta.dirname, '../faults');

/** Runs an app until it ends. Returns how it did, and what is in its book. */
async function run(app: string, ...args: string[]) {
  const storage = `sqlite:${join(mkdtempSync(join(folder, 'app-')), 'book')}`;
  const child = spawn(process.execPath, ['--no-warnings', join(APPS, `${app}.ts`), storage, ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code, signal] = await once(child, 'exit');
  const store = await openStore(storage);
  const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
  await store.close();
  return { end: { code, signal }, entries };
}

test.each([
  ['by itself', { code: 0, signal: null }],
  ['exit', { code: 0, signal: null }],
  ['throw', { code: 1, signal: null }],
  ['SIGTERM', { code: null, signal: 'SIGTERM' }],
  ['SIGINT', { code: null, signal: 'SIGINT' }],
  ['SIGHUP', { code: null, signal: 'SIGHUP' }],
  ['SIGTERM once', { code: 0, signal: null }],
  ['SIGTERM raised again', { code: null, signal: 'SIGTERM' }],
] as const)(
  'an app that ends (%s) exits as without Gatebook, and every request is in the book',
  async (how, expected) => {
    const { end, entries } = await run('end-of-app', how);
    expect(end).toEqual(expected);
    expect(entries).toHaveLength(20);
  },
);

test('a request that comes before the writer thread is ready is in the book', async () => {
  const { end, entries } = await run('end-of-app', 'throw', '1');
  expect(end).toEqual({ code: 1, signal: null });
  expect(entries).toHaveLength(1);
});

test('requests and jobs in progress are recorded when the process ends', async () => {
  const { end, entries } = await run('end-in-progress');
  expect(end).toEqual({ code: 1, signal: null });
  expect(entries.map(summary).sort()).toEqual([
    '101 /socket -',
    '200 /partly ProcessExited',
    '206 /stream/partly ProcessExited',
    '499 /first ProcessExited',
    '499 /none ProcessExited',
    '499 /stream/none ProcessExited',
    '499 /waiting ProcessExited',
    '500 job:work ProcessExited',
  ]);
});

function summary({ status, url, error }: Entry): string {
  return `${status} ${url.replace(/^http:..[^/]*/, '')} ${error || '-'}`;
}
