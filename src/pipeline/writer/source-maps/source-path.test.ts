import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInside, sourcePath } from './source-path.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatebook-source-path-')));
const app = join(folder, 'app');
beforeAll(() => {
  mkdirSync(join(app, 'src/(shop)/[id]'), { recursive: true });
  for (const path of ['src/pay.ts', 'src/(shop)/[id]/page.tsx']) writeFileSync(join(app, path), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const pathOf = (source: string, sourceRoot = '') =>
  sourcePath(source, { mapFile: join(app, 'dist/pay.js.map'), sourceRoot, folders: [app] }).replace(
    `${app}/`,
    'APP/',
  );

test.each([
  ['../src/pay.ts', 'APP/src/pay.ts'],
  ['pay.ts', 'APP/dist/pay.ts'],
  ['./../src//pay.ts', 'APP/src/pay.ts'],
  ['../src/%5Bid%5D.ts', 'APP/src/[id].ts'],
  ['../src/100%.ts', 'APP/src/100%.ts'],
  ['../node_modules/pg/lib/client.js', 'APP/node_modules/pg/lib/client.js'],
  ['webpack://shop/./src/pay.ts', 'APP/src/pay.ts'],
  ['webpack://@acme/shop/./src/pay.ts?1a2b', 'APP/src/pay.ts'],
  ['webpack:///./src/pay.ts', 'APP/src/pay.ts'],
  ['webpack://shop/src/pay.ts', 'APP/src/pay.ts'],
  ['turbopack:///[project]/src/(shop)/[id]/page.tsx', 'APP/src/(shop)/[id]/page.tsx'],
  ['webpack://shop/webpack/bootstrap', 'webpack/bootstrap'],
  ['webpack://shop/../shared/db.ts', 'shared/db.ts'],
  ['turbopack:///[turbopack]/runtime.ts', '[turbopack]/runtime.ts'],
  ['../../../shared/db.ts', 'shared/db.ts'],
  ['../../../node_modules/pg/lib/client.js', 'node_modules/pg/lib/client.js'],
  ['/etc/passwd', 'etc/passwd'],
  ['file:///etc/passwd', 'etc/passwd'],
  ['C:\\shop\\src\\pay.ts', 'shop/src/pay.ts'],
  ['https://cdn.example/lib/pay.ts', 'lib/pay.ts'],
  ['..', ''],
  ['', ''],
  ['a\n    at x (/app/b.js:1:2)\u0000', 'APP/dist/a     at x (/app/b.js:1:2) '],
])('%j is %j', (source, path) => {
  expect(pathOf(source)).toBe(path);
});

test('a root is before the names of sources', () => {
  expect(pathOf('pay.ts', '../src')).toBe('APP/src/pay.ts');
  expect(pathOf('pay.ts', '../src/')).toBe('APP/src/pay.ts');
  expect(pathOf('pay.ts', '/somewhere')).toBe('pay.ts');
  expect(pathOf(pathToFileURL(join(app, 'src/pay.ts')).href, '../other')).toBe('APP/src/pay.ts');
});

test('a long path is shown by its end', () => {
  const path = pathOf(`../../../${'folder/'.repeat(100)}pay.ts`);
  expect(path).toHaveLength(201);
  expect(path).toMatch(/^….*\/pay\.ts$/);
});

test('a file in a folder with a similar name is outside', () => {
  expect(isInside('/app/a.js', ['/app'])).toBe(true);
  expect(isInside('/app/..a.js', ['/app'])).toBe(true);
  for (const file of ['/app', '/app-too/a.js', '/a.js', '/app/../a.js'])
    expect(isInside(file, ['/app'])).toBe(false);
});
