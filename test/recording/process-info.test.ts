import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listen } from '../support/frameworks/frameworks.ts';
import { sendRequest } from '../support/request.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatebook-')));
afterAll(() => rmSync(folder, { recursive: true }));

const MODULE = pathToFileURL(join(import.meta.dirname, '../../src/process/process-info.ts')).href;
const SCRIPT = `import { processInfo } from '${MODULE}'; console.log(JSON.stringify(processInfo({})));`;

function addFile(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function infoOf(main: string, cwd: string): Promise<unknown> {
  const env = { PATH: process.env.PATH };
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', main], { cwd, env });
  return JSON.parse(stdout);
}

test('an app that npm did not start is named by its package.json', async () => {
  addFile('shop/package.json', JSON.stringify({ name: '@acme/shop', version: '3.1.0', type: 'module' }));
  addFile(
    'shop/node_modules/tool/package.json',
    JSON.stringify({ name: 'tool', version: '9.9.9', type: 'module' }),
  );
  const expected = {
    service: '@acme/shop',
    release: '3.1.0',
    environment: '',
    instance: expect.stringMatching(/:\d+$/),
  };
  addFile('shop/dist/package.json', '{ "type": "module" }');
  const app = addFile('shop/dist/bin/app.js', SCRIPT);
  const tool = addFile('shop/node_modules/tool/cli.js', SCRIPT);
  expect(await infoOf(app, '/')).toEqual(expected);
  // A command of a package, such as "next start", runs in the folder of the app.
  expect(await infoOf(tool, join(folder, 'shop'))).toEqual(expected);
});

test.each([
  ['that is not JSON', '{ "name": '],
  ['without a name', '{}'],
  ['with other types', '{ "name": { "a": 1 }, "version": 7 }'],
  ['that is null', 'null'],
])('a package.json %s names nothing', async (name, text) => {
  const path = name.replaceAll(' ', '-');
  const app = addFile(`${path}/app.mjs`, SCRIPT);
  addFile(`${path}/package.json`, text);
  expect(await infoOf(app, folder)).toMatchObject({ service: '', release: '' });
});

test('two apps in one book have their names on their entries', async () => {
  const storage = `sqlite:${join(folder, 'book')}`;
  for (const [service, release] of [
    ['shop', '1.0.0'],
    ['mail', '2.0.0'],
  ] as const) {
    const server = createServer((_request, response) => response.writeHead(404).end());
    const running = await listen(server, gatebook(server, { storage, service, release }));
    await sendRequest(running.port, `/${service}`);
    await running.close();
  }
  const store = await openStore(storage, { create: false });
  const { entries } = await store.search({ terms: [], limit: 10, cursor: null });
  await store.close();
  const instance = `${hostname()}:${process.pid}`;
  expect(
    entries.map(({ url, service, release, instance }) => [new URL(url).pathname, service, release, instance]),
  ).toEqual([
    ['/mail', 'mail', '2.0.0', instance],
    ['/shop', 'shop', '1.0.0', instance],
  ]);
});
