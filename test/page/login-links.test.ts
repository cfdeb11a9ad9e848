import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCredentials } from '../../src/serve/access/credentials.ts';
import type { Key } from '../../src/serve/access/key.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

const KEY = 'a-key-for-login-links' as Key;
let folder = '';
let apps: RunningApp[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-links-'));
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(storage: string): Promise<RunningApp> {
  const app = await startApp({ storage, env: { GATEBOOK_KEY: KEY } });
  apps.push(app);
  return app;
}

async function stopAll(): Promise<void> {
  await Promise.all(apps.map((app) => app.stop()));
  apps = [];
}

const newLink = () => `/_profiler/login/${createCredentials(KEY).loginCode()}`;

/** Follows a link. Returns the status and where it leads with a cookie. */
async function follow({ port }: RunningApp, path: string, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' });
  const cookie = response.headers.get('set-cookie');
  return { status: response.status, location: response.headers.get('location'), cookie };
}
const isIn = ({ cookie }: { cookie: string | null }) => cookie !== null;

test('a link works once in all processes of a book, and not after a restart', {
  timeout: 60_000,
}, async () => {
  const storage = `sqlite:${join(folder, 'book')}`;
  const processes = await Promise.all([start(storage), start(storage), start(storage)]);
  const link = newLink();
  const uses = await Promise.all(processes.flatMap((app) => [follow(app, link), follow(app, link)]));
  expect(uses.filter(isIn)).toHaveLength(1);
  expect(uses.find(isIn)).toMatchObject({ status: 303, location: '/_profiler' });
  for (const refused of uses.filter((use) => !isIn(use))) expect(refused.status).toBe(404);
  await stopAll();
  const restarted = await start(storage);
  expect(await follow(restarted, link)).toMatchObject({ status: 404, cookie: null });
  expect(isIn(await follow(restarted, newLink()))).toBe(true);
});

test('a link leads to the profile that it names, and HEAD does not spend it', async () => {
  const app = await start(`sqlite:${join(folder, 'book')}`);
  const link = `${newLink()}/a1b2c3`;
  expect(await follow(app, link, 'HEAD')).toMatchObject({ status: 401, cookie: null });
  expect(await follow(app, link)).toMatchObject({ status: 303, location: '/_profiler/a1b2c3' });
  expect(await follow(app, link)).toMatchObject({ status: 404, cookie: null });
});

test('in a book in memory a link works once, and not if it is older than the process', async () => {
  const before = newLink();
  const app = await start('memory:');
  expect(await follow(app, before)).toMatchObject({ status: 404, cookie: null });
  // A code has the second in which it was made.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const link = newLink();
  expect(isIn(await follow(app, link))).toBe(true);
  expect(await follow(app, link)).toMatchObject({ status: 404, cookie: null });
});

test('if the book can not be written, a link is refused once with the reason, and the key works', async () => {
  const app = await start('sqlite:/dev/null/book');
  for (let n = 0; n < 2; n++)
    expect(await follow(app, newLink())).toMatchObject({ status: 404, cookie: null });
  expect(app.output().match(/A login link was refused/g)).toHaveLength(1);
  const login = await fetch(`http://127.0.0.1:${app.port}/_profiler/login`, {
    method: 'POST',
    body: new URLSearchParams({ key: KEY }),
    redirect: 'manual',
  });
  expect(login.status).toBe(303);
  expect(login.headers.get('set-cookie')).toContain('gatebook-');
});
