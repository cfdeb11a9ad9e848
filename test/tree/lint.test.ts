import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAY_IMPORT } from './may-import.ts';

const root = join(import.meta.dirname, '../..');
const tree = mkdtempSync(join(tmpdir(), 'gatebook-tree-'));
afterAll(() => rmSync(tree, { recursive: true }));

const FOLDERS = [...Object.keys(MAY_IMPORT), 'cli'];
const PAIRS = Object.entries(MAY_IMPORT).flatMap(([from, allowed]) =>
  FOLDERS.filter((to) => to !== from).map((to) => ({ from, to, isAllowed: allowed.includes(to) })),
);
const FORBIDDEN = PAIRS.filter(({ isAllowed }) => !isAllowed);
const ALLOWED = PAIRS.filter(({ isAllowed }) => isAllowed);

const written = new Map<string, string>();
const reported = new Set<string>();
const plain = ({ from, to }: { from: string; to: string }) => `src/${from}/imports-${to}.ts`;
const lazy = ({ from, to }: { from: string; to: string }) => `src/${from}/deep/imports-${to}-lazily.ts`;

beforeAll(() => {
  for (const pair of [...FORBIDDEN, ...ALLOWED]) {
    written.set(plain(pair), `import { y } from '../${pair.to}/y.ts';\n\nexport const x = y;\n`);
    written.set(lazy(pair), `export const y = () => import('../../${pair.to}/y.ts');\n`);
  }
  written.set('src/record/long.ts', 'export const x = 1;\n'.repeat(301));
  for (const [path, source] of written) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), source);
  }
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
  const biome = join(root, 'node_modules/.bin/biome');
  const args = [
    'lint',
    '--vcs-enabled=false',
    '--max-diagnostics=none',
    '--only=style/noRestrictedImports',
    '--only=style/noExcessiveLinesPerFile',
    '.',
  ];
  const { stdout, stderr } = spawnSync(biome, args, { cwd: tree, encoding: 'utf8' });
  for (const [, path = ''] of `${stdout}${stderr}`.matchAll(/^(src\/\S+\.ts):\d+:\d+ lint/gm))
    reported.add(path);
});

test('lint fails on every import against the direction, also a lazy one', () => {
  for (const pair of FORBIDDEN)
    expect([...reported]).toEqual(expect.arrayContaining([plain(pair), lazy(pair)]));
});

test('lint accepts every import in the right direction', () => {
  for (const pair of ALLOWED) expect(reported.has(plain(pair)) || reported.has(lazy(pair))).toBe(false);
});

test('lint fails on a file over 300 lines', () => {
  expect(reported.has('src/record/long.ts')).toBe(true);
});
