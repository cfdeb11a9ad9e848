import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { TEST_KEY } from '../support/key.ts';
import { sendRequest } from '../support/request.ts';
import { CLI } from '../support/run-cli.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-open-'));
let app: RunningApp | undefined;
let books = 0;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

function newBook() {
  const home = join(folder, `book-${books++}`);
  mkdirSync(home);
  const path = join(home, 'book.db');
  return { home, storage: `sqlite:${path}`, keyFile: join(path, 'key') };
}

const readKey = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as { key: string; url: string | null };

/** Runs `gatebook open` without GATEBOOK_KEY, unless it is set here. */
function open(storage: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [CLI, 'open', ...args, '--storage', storage], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, GATEBOOK_KEY: undefined, ...env },
  });
}

const NO_KEY = { authorization: '' };
const LOGIN_LINK = /^https:\/\/shop\.example\/_profiler\/login\/\d+-[\w-]{11}\.[\w-]{43}\n$/;

test('prints the link of a running app', async () => {
  const { storage, keyFile } = newBook();
  app = await startApp({ storage });
  const { key } = readKey(keyFile);
  const { status, stdout, stderr } = open(storage);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(`http://localhost:${app.port}/_profiler#key=${key}\n`);
  const headers = { authorization: `Bearer ${key}` };
  expect((await sendRequest(app.port, '/_profiler', { headers })).status).toBe(200);
  // Not a terminal, so the key is not in what the app prints.
  expect(app.output()).not.toContain(key);
});

test('with the address of a profile, prints a link that opens it', async () => {
  const { storage } = newBook();
  app = await startApp({ storage });
  const { stdout } = open(storage, [`http://localhost:${app.port}/_profiler/a1b2c3/`]);
  const response = await fetch(stdout.trim(), { redirect: 'manual' });
  expect(response.headers.get('location')).toBe('/_profiler/a1b2c3');
  // The path of a page that looks like a token is still that of the page.
  const { storage: other, keyFile } = newBook();
  mkdirSync(dirname(keyFile), { recursive: true });
  writeFileSync(keyFile, JSON.stringify({ key: TEST_KEY, url: 'http://localhost:3000/tools/facade' }));
  expect(open(other, ['https://shop.example/tools/facade']).stdout).toMatch(
    /^https:\/\/shop\.example\/tools\/facade\/login\/[^/]+\n$/,
  );
});

test('prints a link for another host that works once', async () => {
  const { storage } = newBook();
  app = await startApp({ storage });
  const { status, stdout } = open(storage, ['https://shop.example']);
  expect(status).toBe(0);
  expect(stdout).toMatch(LOGIN_LINK);
  const { pathname } = new URL(stdout.trim());
  const headers = { ...NO_KEY, host: 'shop.example', 'x-forwarded-proto': 'https' };
  const first = await sendRequest(app.port, pathname, { headers });
  expect(first.status).toBe(303);
  expect(first.headers['set-cookie']?.[0]).toMatch(/^__Secure-gatebook-[0-9a-f]{8}=.*; Secure$/);
  const second = await sendRequest(app.port, pathname, { headers });
  expect(second).toMatchObject({ status: 404, body: 'the app' });
  expect(second.headers['set-cookie']).toBeUndefined();
});

test('keeps the path of the app, unless the URL has one', async () => {
  const { storage } = newBook();
  app = await startApp({ storage, options: { path: '/ops/requests' } });
  const linkTo = (url: string) => open(storage, [url]).stdout.replace(/\/login\/.*/s, '');
  expect(linkTo('https://shop.example/')).toBe('https://shop.example/ops/requests');
  expect(linkTo('https://user:secret@shop.example:8443/a/b/?c#d')).toBe('https://shop.example:8443/a/b');
});

test('refuses what is not a URL', async () => {
  const { storage } = newBook();
  app = await startApp({ storage });
  for (const url of ['shop.example', 'ftp://shop.example', 'javascript:alert(1)', '\u001b[2J']) {
    const { status, stdout, stderr } = open(storage, [url]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('is not a URL. Use one such as https://shop.example.');
    expect(stderr).not.toContain('\u001b');
  }
});

test('says that nothing listens at the address', async () => {
  const { storage, keyFile } = newBook();
  app = await startApp({ storage });
  await app.stop();
  const { key, url } = readKey(keyFile);
  const { status, stdout, stderr } = open(storage);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `gatebook: Nothing listens at ${url}. Start your app, or serve its book without it: npx gatebook serve\n`,
  );
  expect(stderr).not.toContain(key);
});

test('says what to do if there is no key, and creates none', () => {
  const { storage, keyFile } = newBook();
  const { status, stdout, stderr } = open(storage);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(`No key found at ${keyFile}. Start your app with Gatebook in it`);
  expect(existsSync(keyFile)).toBe(false);
  const remote = open('clickhouse://user:secret@db.example/book');
  expect(remote.status).toBe(1);
  expect(remote.stderr).toContain('The key of clickhouse://db.example/book is not kept on this machine.');
  expect(remote.stderr).not.toContain('secret');
});

test('uses GATEBOOK_KEY, and asks for the address if it is not known', async () => {
  const { storage } = newBook();
  app = await startApp({ storage, env: { GATEBOOK_KEY: TEST_KEY } });
  const env = { GATEBOOK_KEY: TEST_KEY };
  const unknown = open(storage, [], env);
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('pass its address, such as http://localhost:3000');
  const { stdout } = open(storage, [`http://localhost:${app.port}`], env);
  const { pathname } = new URL(stdout.trim());
  expect((await sendRequest(app.port, pathname, { headers: NO_KEY })).status).toBe(303);
  const invalid = open(storage, [], { GATEBOOK_KEY: 'short' });
  expect(invalid.status).toBe(2);
  expect(invalid.stderr).toContain('Invalid environment variable GATEBOOK_KEY');
  expect(invalid.stderr).not.toContain('short');
});

test('empty variables count as not set, in the app and in the commands', async () => {
  const { home, keyFile } = newBook();
  const env = { GATEBOOK_KEY: '', GATEBOOK_SERVICE: '', GATEBOOK_KEEP_AGE: '' };
  app = await startApp({ storage: `sqlite:${dirname(keyFile)}`, env });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [CLI, ...args], {
      encoding: 'utf8',
      cwd: home,
      env: { ...process.env, ...env, GATEBOOK_STORAGE: '' },
    });
  const { stdout, stderr } = run('open', '--storage', `sqlite:${dirname(keyFile)}`);
  expect(stdout + stderr).toBe(`http://localhost:${app.port}/_profiler#key=${readKey(keyFile).key}\n`);
  expect(run('search').stderr).toContain('.gatebook');
});

/** Runs a command in a pseudo-terminal, with a browser that writes its arguments into a file. */
function inTerminal(home: string, command: string): { stdout: string; opened: string | null } {
  const opened = join(home, 'opened');
  writeFileSync(join(home, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > '${opened}'\n`, { mode: 0o755 });
  const { stdout } = spawnSync('script', ['-qec', `${command}; sleep 0.5`, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, GATEBOOK_KEY: undefined, PATH: `${home}${delimiter}${process.env.PATH}` },
  });
  return { stdout, opened: existsSync(opened) ? readFileSync(opened, 'utf8') : null };
}

test('opens the browser in a terminal, with a link that works once', async () => {
  const { home, storage, keyFile } = newBook();
  app = await startApp({ storage });
  const { key, url } = readKey(keyFile);
  const command = `'${process.execPath}' '${CLI}' open --storage '${storage}'`;
  expect(inTerminal(home, `${command} --no-browser`).opened).toBeNull();
  const { stdout, opened } = inTerminal(home, command);
  expect(stdout).toContain(`${url}#key=${key}`);
  expect(opened).not.toContain(key);
  expect(opened).toMatch(/^http:\/\/localhost:\d+\/_profiler\/login\/\S+$/);
  const { pathname } = new URL(opened ?? '');
  expect((await sendRequest(app.port, pathname, { headers: NO_KEY })).status).toBe(303);
});

test('a missing browser is not an error', async () => {
  const { home, storage, keyFile } = newBook();
  app = await startApp({ storage });
  const { stdout } = inTerminal(
    home,
    `PATH=/nowhere '${process.execPath}' '${CLI}' open --storage '${storage}' && echo done`,
  );
  expect(stdout).toContain(readKey(keyFile).key);
  expect(stdout).toContain('done');
  expect(stdout).not.toContain('rror');
});

test('an app in a terminal prints the link when it starts', async () => {
  const { storage, keyFile } = newBook();
  app = await startApp({ storage, inTerminal: true });
  const { key } = readKey(keyFile);
  expect(app.output()).toContain(`Profile Search: http://localhost:${app.port}/_profiler#key=${key}`);
});

test('the log of an app without a terminal says how to get the link, and has no key', async () => {
  const { storage, keyFile } = newBook();
  app = await startApp({ storage });
  const line = `gatebook: Profile Search: http://localhost:${app.port}/_profiler (npx gatebook open prints a link that opens it)\n`;
  await expect.poll(() => app?.output()).toContain(line);
  expect(app.output()).not.toContain(readKey(keyFile).key);
});

test('the output of a test run has no such line', async () => {
  const { storage } = newBook();
  app = await startApp({ storage, env: { NODE_ENV: 'test' } });
  await app.stop();
  expect(app.output()).not.toContain('Profile Search');
});

test('opens a book that was never served by an app only with an address', async () => {
  const { storage, keyFile } = newBook();
  await (await openStore(storage)).close();
  writeFileSync(keyFile, JSON.stringify({ key: TEST_KEY, url: null }), { mode: 0o600 });
  const { status, stderr } = open(storage);
  expect(status).toBe(2);
  expect(stderr).toContain('The address of the app is not known.');
});
