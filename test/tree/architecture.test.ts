import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOLDERS } from './may-import.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

test('every file that docs/architecture.md names exists', () => {
  const paths = [...page.matchAll(/`(src\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('docs/architecture.md describes every folder of src/, and no other', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(FOLDERS.toSorted()).toEqual(folders.sort());
});

test('links and images of docs/architecture.md exist', () => {
  for (const [, path = ''] of page.matchAll(/\]\(([^)#:]+)\)/g))
    expect(existsSync(join(root, 'docs', path)), path).toBe(true);
});
