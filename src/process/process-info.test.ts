import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processInfo } from './process-info.ts';

const NAMES = ['npm_package_name', 'npm_package_version'] as const;
const before = { env: { ...process.env }, argv: [...process.argv] };
let folder = '';
beforeEach(() => {
  for (const name of NAMES) delete process.env[name];
  folder = mkdtempSync(join(tmpdir(), 'gatebook-info-'));
  mkdirSync(join(folder, 'src/node_modules/x/bin'), { recursive: true });
  process.argv[1] = join(folder, 'src/main.js');
});
afterEach(() => {
  for (const name of NAMES) if (before.env[name] !== undefined) process.env[name] = before.env[name];
  process.argv = [...before.argv];
  rmSync(folder, { recursive: true });
});
const writePackage = (path: string, content: unknown) =>
  writeFileSync(
    join(folder, path, 'package.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

test('options come first, then npm, then package.json', () => {
  writePackage('', { name: 'shop', version: '1.0.0' });
  expect(processInfo(undefined, undefined)).toMatchObject({ service: 'shop', release: '1.0.0' });
  Object.assign(process.env, { npm_package_name: 'npm', npm_package_version: '2' });
  expect(processInfo(undefined, undefined)).toMatchObject({ service: 'npm', release: '2' });
  expect(processInfo(' given ', '4')).toMatchObject({ service: 'given', release: '4' });
  expect(processInfo('', '')).toMatchObject({ service: '', release: '' });
});

test('the instance is the host and the process, and long texts are cut', () => {
  const { service, instance } = processInfo('x'.repeat(200), '');
  expect(instance).toBe(`${hostname()}:${process.pid}`);
  expect(service).toBe('x'.repeat(128));
});

test('the nearest package.json with a name counts', () => {
  writePackage('', { name: 'outer', version: '1' });
  writePackage('src', { type: 'module' });
  expect(processInfo(undefined, undefined)).toMatchObject({ service: 'outer', release: '1' });
  writePackage('src', 'not json');
  expect(processInfo(undefined, undefined).service).toBe('outer');
  writePackage('src', { name: 'inner', version: 5 });
  expect(processInfo(undefined, undefined)).toMatchObject({ service: 'inner', release: '' });
});

test.each([[['src', 'node_modules', 'x', 'bin', 'x.js']], [[]]])(
  'a command of a package runs in the folder of the app',
  (path) => {
    writePackage('src/node_modules/x', { name: 'x' });
    process.argv[1] = path.length === 0 ? '' : join(folder, ...path);
    // The current folder is that of this repository.
    expect(processInfo(undefined, undefined).service).toBe('gatebook');
  },
);
