import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-modules-'));
const WATCH = pathToFileURL(
  join(import.meta.dirname, '../../src/record/instrumentation/patching/loaded-modules.ts'),
).href;
afterAll(() => rmSync(folder, { recursive: true }));

/** A package as many are: CommonJS code, and an ESM entry that imports it. */
function addPackage(root: string): void {
  const path = join(root, 'node_modules/driver');
  mkdirSync(join(path, 'lib'), { recursive: true });
  const exports = { '.': { import: './index.mjs', require: './lib/index.js' } };
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name: 'driver', version: '1.0.0', exports }));
  writeFileSync(join(path, 'lib/client.js'), 'exports.Client = class { query() { return "plain"; } };');
  writeFileSync(join(path, 'lib/index.js'), 'exports.Client = require("./client.js").Client;');
  writeFileSync(join(path, 'index.mjs'), 'import d from "./lib/index.js"; export const Client = d.Client;');
}
beforeAll(() => {
  addPackage(folder);
  addPackage(join(folder, 'other'));
  writeFileSync(join(folder, 'other/load.cjs'), 'exports.Client = require("driver").Client;');
});

const PATCH = `
  import { createRequire } from 'node:module';
  import { watchModules } from '${WATCH}';
  const require = createRequire(import.meta.url);
  let patched = 0;
  const watch = () => watchModules('driver', { 'lib/client.js'(exports) {
    patched++;
    const { query } = exports.Client.prototype;
    exports.Client.prototype.query = function () { return 'seen ' + query.call(this); };
    return () => { exports.Client.prototype.query = query; };
  } });
`;

async function run(script: string): Promise<unknown> {
  const file = join(folder, `app-${Math.random()}.mjs`);
  writeFileSync(file, PATCH + script);
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file]);
  return JSON.parse(stdout);
}

const END = 'console.log(JSON.stringify([seen, new Client().query(), patched]));';

test.each([
  ['require, before', "const { Client } = require('driver'); const stop = watch();"],
  ['require, after', "const stop = watch(); const { Client } = require('driver');"],
  ['import, before', "import { Client } from 'driver'; const stop = watch();"],
  ['import(), after', "const stop = watch(); const { Client } = await import('driver');"],
  [
    'import() of its only file, after',
    "const stop = watch(); const { Client } = (await import('./node_modules/driver/lib/client.js')).default;",
  ],
])('patches a module loaded with %s', async (_, load) => {
  const script = `${load} const seen = new Client().query(); stop(); ${END}`;
  expect(await run(script)).toEqual(['seen plain', 'plain', 1]);
});

test('patches each copy once', async () => {
  const script = `
    const a = require('driver').Client; const stop = watch();
    const Client = require('./other/load.cjs').Client; require('driver'); await import('driver');
    const seen = [new a().query(), new Client().query()].join(); stop(); ${END}`;
  expect(await run(script)).toEqual(['seen plain,seen plain', 'plain', 2]);
});

test('an app loads a module although the patch throws', async () => {
  const script = `
    const stop = watchModules('driver', { 'lib/client.js'() { throw new Error('unknown version'); } });
    const { Client } = require('driver'); await import('driver');
    const seen = new Client().query(); stop(); ${END}`;
  expect(await run(script)).toEqual(['plain', 'plain', 0]);
});
