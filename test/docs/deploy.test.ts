import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_STORAGE, sqlitePath } from '../../src/store/open-store.ts';
import { block } from '../guest/deploy/doc-blocks.ts';

test('the image of the Docker example does not contain the book of the machine that builds it', () => {
  expect(block('dockerfile')).toContain('COPY . .');
  expect(block('text', 'node_modules').split('\n')).toContain(basename(sqlitePath(DEFAULT_STORAGE)));
});
