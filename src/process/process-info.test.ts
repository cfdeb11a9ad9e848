import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PLATFORM_NAMES } from './platform-names.ts';
import { processInfo } from './process-info.ts';

const NAMES = [
  'npm_package_name',
  'npm_package_version',
  'OTEL_RESOURCE_ATTRIBUTES',
  ...Object.values(PLATFORM_NAMES).flat(),
];
const before = { env: { ...process.env }, argv: [...process.argv] };
let folder = '';
beforeEach(() => {
  for (const name of NAMES) delete process.env[name];
  folder = mkdtempSync(join(tmpdir(), 'gatebook-info-'));
  mkdirSync(join(folder, 'src/node_modules/x/bin'), { recursive: true });
  process.argv[1] = join(folder, 'src/main.js');
});
afterEach(() => {
  for (const name of NAMES) {
    delete process.env[name];
    if (before.env[name] !== undefined) process.env[name] = before.env[name];
  }
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
  expect(processInfo({})).toMatchObject({ service: 'shop', release: '1.0.0' });
  Object.assign(process.env, { npm_package_name: 'npm', npm_package_version: '2' });
  expect(processInfo({})).toMatchObject({ service: 'npm', release: '2' });
  expect(processInfo({ service: ' given ', release: '4' })).toMatchObject({ service: 'given', release: '4' });
  expect(processInfo({ service: '', release: '' })).toMatchObject({ service: '', release: '' });
});

test('the instance is the host and the process, and long texts are cut', () => {
  const { service, instance } = processInfo({ service: 'x'.repeat(200) });
  expect(instance).toBe(`${hostname()}:${process.pid}`);
  expect(service).toBe('x'.repeat(128));
});

test('the nearest package.json with a name counts', () => {
  writePackage('', { name: 'outer', version: '1' });
  writePackage('src', { type: 'module' });
  expect(processInfo({})).toMatchObject({ service: 'outer', release: '1' });
  writePackage('src', 'not json');
  expect(processInfo({}).service).toBe('outer');
  writePackage('src', { name: 'inner', version: 5 });
  expect(processInfo({})).toMatchObject({ service: 'inner', release: '' });
});

test.each([[['src', 'node_modules', 'x', 'bin', 'x.js']], [[]]])(
  'a command of a package runs in the folder of the app',
  (path) => {
    writePackage('src/node_modules/x', { name: 'x' });
    process.argv[1] = path.length === 0 ? '' : join(folder, ...path);
    // The current folder is that of this repository.
    expect(processInfo({}).service).toBe('gatebook');
  },
);

test('platforms name the app, below options and above package.json', () => {
  writePackage('', { name: 'shop', version: '1.0.0' });
  const commit = '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432';
  Object.assign(process.env, {
    FLY_APP_NAME: 'shop-eu',
    FLY_MACHINE_ID: '148e21',
    FLY_IMAGE_REF: 'fly.example/shop-eu:deployment-01H',
    npm_package_name: 'npm',
    POD_NAME: ' ',
  });
  expect(processInfo({})).toEqual({
    service: 'shop-eu',
    instance: `148e21:${process.pid}`,
    environment: '',
    release: 'deployment-01H',
  });
  process.env.OTEL_RESOURCE_ATTRIBUTES = `service.name=a%20b,service.version=${commit},deployment.environment=eu%, x`;
  expect(processInfo({ instance: 'web-2' })).toEqual({
    service: 'a b',
    instance: `web-2:${process.pid}`,
    environment: 'eu%',
    release: '9f8e7d6',
  });
  process.env.OTEL_SERVICE_NAME = 'cart';
  expect(processInfo({ environment: 'staging', release: commit })).toMatchObject({
    service: 'cart',
    environment: 'staging',
    release: commit,
  });
});
