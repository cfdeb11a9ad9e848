import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { addKey, readKeys, revokeKey } from './collector-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('keys that several processes add at once are all kept', { timeout: 60_000 }, async () => {
  const path = join(folder, 'keys');
  const script = `
    import { addKey } from ${JSON.stringify(join(import.meta.dirname, 'collector-keys.ts'))};
    for (let n = 0; n < 20; n++) addKey(${JSON.stringify(path)}, { to: 'write', service: process.argv[1] + n });`;
  const add = (name: string) =>
    promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', script, name]);
  await Promise.all(['a', 'b', 'c', 'd'].map(add));
  expect(readKeys(path)).toHaveLength(80);
  expect(readdirSync(folder)).toEqual(['keys']);
});

test('a lock of a process that was killed holds up nothing for long', { timeout: 30_000 }, () => {
  const path = join(folder, 'locked');
  writeFileSync(`${path}.lock`, '');
  const { kept } = addKey(path, { to: 'own' });
  expect(revokeKey(path, kept.id)).toEqual(kept);
  expect(readKeys(path)).toEqual([]);
});
