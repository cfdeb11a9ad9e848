import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const urlOf = (file: string) => pathToFileURL(join(ROOT, 'dist', file)).href;
/** All libraries that Gatebook observes are installed in this folder. */
const folder = mkdtempSync(join(tmpdir(), 'gatebook-unused-'));
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An app that uses two libraries, and prints from which packages a file was run. The debugger lists ES modules too. */
const appOf = (start: string) => `
  import { Session } from 'node:inspector';
  import { createServer } from 'node:http';
  import { createRequire } from 'node:module';
  import { setTimeout as sleep } from 'node:timers/promises';
  import 'nodemailer';
  createRequire(import.meta.url)('postgres');
  const server = createServer((request, response) => response.end('done'));
  ${start}
  server.listen(0, '127.0.0.1', async () => {
    await (await fetch('http://127.0.0.1:' + server.address().port)).text();
    await sleep(500);
    const packages = new Set();
    const session = new Session();
    session.connect();
    session.on('Debugger.scriptParsed', ({ params }) => {
      const [, name] = /.*[\\\\/]node_modules[\\\\/]((?:@[^\\\\/]+[\\\\/])?[^\\\\/]+)/.exec(params.url) ?? [];
      if (name) packages.add(name);
    });
    session.post('Debugger.enable');
    console.log(JSON.stringify([...packages].sort()));
    process.exit();
  });`;

test.each([
  ['an adapter', `(await import('${urlOf('http.js')}')).gatebook(server, { storage: 'memory:' });`, []],
  ['gatebook/register', '', ['--import', urlOf('register.js')]],
])('loads no library that the app has not loaded: with %s', async (name, start, options) => {
  const file = join(folder, `${name.replace('/', '-')}.mjs`);
  writeFileSync(file, appOf(start));
  const { stdout } = await promisify(execFile)(process.execPath, [...options, file], {
    cwd: folder,
    env: { ...process.env, GATEBOOK_STORAGE: 'memory:', GATEBOOK_KEY: 'key-of-the-tests-1' },
  });
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual(['nodemailer', 'postgres']);
});
