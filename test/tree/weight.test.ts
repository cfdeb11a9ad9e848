import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MAX_BYTES = 10e6;
/** Files and folders take up whole blocks, as `du` counts them. */
const BLOCK = 4096;

function diskUsage(folder: string): number {
  let bytes = BLOCK;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? diskUsage(path) : Math.ceil(statSync(path).size / BLOCK) * BLOCK;
  }
  return bytes;
}

const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, files } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

test('npm install brings one package', () => {
  expect(dependencies).toBeUndefined();
  expect(optionalDependencies).toBeUndefined();
  for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name].optional).toBe(true);
});

test(`an installation takes at most ${MAX_BYTES / 1e6} MB`, () => {
  const bytes = (files as string[])
    .map((file) => join(ROOT, file))
    .reduce((sum, path) => sum + (statSync(path).isDirectory() ? diskUsage(path) : statSync(path).size), 0);
  expect(bytes).toBeGreaterThan(1e6);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test('no code or type of the package needs another one', () => {
  const imports = /(?:\bfrom|\bimport\(|\brequire\(|^import)\s*["']([@a-z][\w@/:.-]*)["']/gm;
  const needed = new Set<string>();
  for (const path of readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|d\.ts)$/.test(path) || path.startsWith('assets/')) continue;
    const code = readFileSync(join(ROOT, 'dist', path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    for (const [, name = ''] of code.matchAll(imports)) if (!isBuiltin(name)) needed.add(name);
  }
  expect([...needed].filter((name) => !(name in peerDependencies))).toEqual([]);
});
