import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exception } from '../../profile/profile.ts';
import { T0 } from '../../store/conformance/sample-profile.ts';
import { locationOf, readSources } from './source-lines.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatebook-sources-')));
const root = join(folder, 'app');
const SOURCE = Array.from({ length: 20 }, (_, i) => `line ${i + 1};`).join('\n');
const PATHS = [
  'app/src/main.ts',
  'app/src/(shop)/page.tsx',
  'app/node_modules/lib/index.js',
  'app/.secret/keys.js',
  'app/src/.env.js',
  'app/src/config.json',
  'app/.env',
  'beside/other.js',
  'app-too/other.js',
];

beforeAll(() => {
  for (const path of PATHS) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), SOURCE);
  }
  utimesSync(join(root, 'src/main.ts'), 0, 0);
  symlinkSync(join(folder, 'beside/other.js'), join(root, 'src/link.js'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const thrown = (stack: string, rest: Partial<Exception> = {}): Exception => ({
  name: 'Error',
  message: 'no',
  stack,
  cause: null,
  ...rest,
});
const frame = (file: string, line = 10) => `    at run (${file}:${line}:5)`;
const read = (exception: Exception) => readSources(exception, T0, root);

describe('source lines', () => {
  test('surround the line of a frame in the app', async () => {
    const appFrame = frame(join(root, 'src/main.ts'));
    const sources = await read(thrown(`${frame('node:internal/x')}\n${appFrame}`));
    expect([...sources.keys()]).toEqual([appFrame]);
    expect(sources.get(appFrame)).toEqual({
      file: join('src', 'main.ts'),
      line: 10,
      first: 7,
      lines: [7, 8, 9, 10, 11, 12, 13].map((n) => `line ${n};`),
      changed: false,
    });
  });

  test('are found for file URLs, for frames without a function, and in causes', async () => {
    const url = `    at async ${pathToFileURL(join(root, 'src/main.ts'))}:1:2`;
    const sources = await read(thrown('', { cause: thrown(url) }));
    expect(sources.get(url)?.lines[0]).toBe('line 1;');
  });

  test('are found in folders with parentheses', async () => {
    const file = join(root, 'src/(shop)/page.tsx');
    for (const text of [frame(file), `    at ${file}:10:5`])
      expect((await read(thrown(text))).get(text)?.file).toBe('src/(shop)/page.tsx');
  });

  test('report a file that has changed since the request', async () => {
    const appFrame = frame(join(root, 'src/main.ts'));
    expect((await readSources(thrown(appFrame), -1 as typeof T0, root)).get(appFrame)?.changed).toBe(true);
  });

  test.each([
    ['a library', 'app/node_modules/lib/index.js'],
    ['a hidden folder', 'app/.secret/keys.js'],
    ['a hidden file', 'app/src/.env.js'],
    ['a file that is not source code', 'app/src/config.json'],
    ['an environment file', 'app/.env'],
    ['a folder outside', 'beside/other.js'],
    ['a folder with the same prefix', 'app-too/other.js'],
    ['outside through ..', 'app/../beside/other.js'],
    ['outside through a symbolic link', 'app/src/link.js'],
    ['a missing file', 'app/src/gone.js'],
  ])('are not read from %s', async (_why, path) => {
    expect((await read(thrown(frame(`${folder}/${path}`)))).size).toBe(0);
  });

  test('are not read for a line that does not exist, nor if the app runs in /', async () => {
    const file = join(root, 'src/main.ts');
    expect((await read(thrown(`${frame(file, 0)}\n${frame(file, 999)}`))).size).toBe(0);
    expect((await readSources(thrown(frame(file)), T0, '/')).size).toBe(0);
  });

  test('are not read if the message contains a frame', async () => {
    const appFrame = frame(join(root, 'src/main.ts'));
    expect((await read(thrown(appFrame, { message: `no\n${appFrame}` }))).size).toBe(0);
  });

  test('are not read for lines of a message that look like a frame without "at"', async () => {
    const file = join(root, 'src/main.ts');
    const message = `Header name must be a valid HTTP token ["x\n (${file}:2:1)\n${file}:3:1\ny"]`;
    expect((await read(thrown(`TypeError [ERR_X]: ${message}\n${frame('node:_http_outgoing')}`))).size).toBe(
      0,
    );
  });

  test('are not read from a stack with a line that is not a frame', async () => {
    const fake = frame(join(root, 'src/main.ts'), 5);
    const real = frame(join(root, 'src/main.ts'), 12);
    for (const stack of [
      `Error: old\n${fake}\n${real}`,
      `${fake}\nmore\n${real}`,
      `${real}\nFrom previous event:\n${fake}`,
    ])
      expect((await read(thrown(stack))).size).toBe(0);
    expect((await read(thrown(`${real}\n${fake}\n`))).size).toBe(2);
  });

  test('are read from a stack that was cut', async () => {
    const appFrame = frame(join(root, 'src/main.ts'));
    expect((await read(thrown(`${appFrame}\n…cut`))).size).toBe(1);
  });

  test('are limited to three frames of a stack', async () => {
    const stack = Array.from({ length: 20 }, (_, i) => frame(join(root, 'src/main.ts'), i + 1)).join('\n');
    expect((await read(thrown(stack))).size).toBe(3);
  });
});

test('a frame that is not in a file has no location', () => {
  for (const text of [
    '',
    'at x',
    '    at node:internal/x:1:2',
    '    at eval (eval at x (/a.js:1:2), <anonymous>:1:1)',
  ])
    expect(locationOf(text)).toBeNull();
});
