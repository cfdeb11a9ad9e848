import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newFolder } from './deploy/app-folder.ts';
import { block } from './deploy/doc-blocks.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const SERVER = block('js', '// server.cjs');

/** Mounting needs root and a namespace of mounts, which not every container has. */
const READ_ONLY =
  'mount --bind "$0" "$0" && mount --bind "$0/data" "$0/data" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"';
const canMount =
  process.platform === 'linux' && spawnSync('unshare', ['-m', 'mount', '--bind', '/', '/']).status === 0;

describe.skipIf(!canMount)('on a read-only file system', () => {
  test.each([
    ['with a folder for the book', true],
    ['without', false],
  ])('%s, the app answers and ends as usual', async (_, hasFolder) => {
    const folder = newFolder();
    mkdirSync(join(folder.path, 'data'));
    const storage = join(folder.path, hasFolder ? 'data/book' : 'book');
    const env = { GATEBOOK_STORAGE: `sqlite:${storage}` };
    const app = await folder.start(SERVER, env, ['unshare', '-m', 'sh', '-c', READ_ONLY, folder.path]);
    for (let n = 0; n < 5; n++) expect(await app.get('/x')).toContain('hello from');
    if (!hasFolder) await expect.poll(() => app.output(), { timeout: 10_000 }).toContain('gatebook:');
    expect(await app.stop('SIGINT')).toBe(0);
    if (hasFolder) {
      expect(app.output()).not.toContain('gatebook:');
      expect(await folder.entries(storage)).toHaveLength(5);
    } else {
      expect(app.output()).toMatch(/read-only file system/i);
    }
  });

  test.each([
    ['in a private folder for temporary files, where commands find it', true],
    ['in memory if there is none', false],
  ])('the book of an app without storage is %s', async (_, hasTemporary) => {
    const folder = newFolder();
    mkdirSync(join(folder.path, 'data'));
    const temporary = hasTemporary ? join(folder.path, 'data') : folder.path;
    const env = { GATEBOOK_STORAGE: '', TMPDIR: temporary };
    const prefix = ['-m', 'sh', '-c', READ_ONLY, folder.path];
    const app = await folder.start(SERVER, env, ['unshare', ...prefix]);
    for (let n = 0; n < 5; n++) expect(await app.get('/x')).toContain('hello from');
    const where = hasTemporary ? `book is in ${temporary}/gatebook-` : 'book is in memory';
    await expect.poll(() => app.output(), { timeout: 10_000 }).toContain(where);
    expect(app.output().match(/can't? be written to|can be written to/g)).toHaveLength(1);
    expect(await app.stop('SIGINT')).toBe(0);
    if (!hasTemporary) return;
    expect(statSync(join(temporary, readdirSync(temporary)[0] ?? '')).mode & 0o777).toBe(0o700);
    const search = [process.execPath, join(ROOT, 'dist/cli.js'), 'search', '--json'];
    const { stdout } = await run('unshare', [...prefix, ...search], { env: { ...process.env, ...env } });
    expect(JSON.parse(stdout).entries).toHaveLength(5);
  });
});
