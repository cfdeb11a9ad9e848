import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pack } from '../support/user-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gatebook-pack-'));
let tarball = '';

beforeAll(() => {
  tarball = pack(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the package contains only what it needs', () => {
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  expect(
    files.filter((file) => !/^package\/(dist\/|skills\/|package\.json$|README\.md$|LICENSE$)/.test(file)),
  ).toEqual([]);
  expect(files.filter((file) => /\.test\.|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
});

test('the exports resolve for every kind of import', () => {
  const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
  execFileSync(bin('publint'), ['--strict', tarball], { cwd: ROOT, stdio: 'pipe' });
  execFileSync(bin('attw'), [tarball], { cwd: ROOT, stdio: 'pipe' });
});
