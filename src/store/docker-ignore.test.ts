import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imageNote } from './docker-ignore.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-image-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text = '') => writeFileSync(join(folder, name), text);

test.each([
  '.gatebook',
  '/.gatebook/',
  '**/.gatebook',
  '.gatebook/**',
  '.*',
  'node_modules\r\n.gatebook\r\n',
  '*\n!src',
])('%j keeps the book out of an image', (text) => {
  write('Dockerfile');
  write('.dockerignore', text);
  expect(imageNote(folder)).toBeNull();
});

test.each(['', '# .gatebook', 'node_modules', '*\n!.gatebook', 'src/.gatebook', '*.log'])(
  '%j does not keep the book out of an image',
  (text) => {
    write('Dockerfile');
    write('.dockerignore', text);
    expect(imageNote(folder)).toContain('would contain the book');
  },
);

test.each([
  ['Dockerfile', true],
  ['Containerfile', true],
  ['web.Dockerfile', true],
  ['Dockerfile.production', true],
  ['compose.yaml', false],
])('%s is what an image is built from: %s', (name, isRecipe) => {
  write(name);
  expect(imageNote(folder) !== null).toBe(isRecipe);
});

test('a folder that is not there has no image', () => {
  expect(imageNote(join(folder, 'none'))).toBeNull();
});
