import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLATFORM_NAMES } from '../../src/process/platform-names.ts';

test.each(Object.entries(PLATFORM_NAMES))('docs/deploy.md has all that names the %s', (_, names) => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
  expect(names.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
});
