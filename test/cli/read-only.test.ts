import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { CLI } from '../support/run-cli.ts';
import { SMALL, sampleAt, writeSampleBook } from '../support/sample-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const book = join(folder, 'book');
const mounted = join(folder, 'mounted');
beforeAll(async () => {
  mkdirSync(mounted);
  await writeSampleBook(book);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Mounting needs root and a namespace of mounts, which not every container has. */
const MOUNT = 'mount --bind "$0" "$1" && mount -o remount,bind,ro "$1"';
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'sh', '-c', MOUNT, folder, folder]).status === 0;

/** Runs the command with a book that is on a read-only file system. */
function gatebook(from: string, ...args: string[]) {
  const script = `${MOUNT} && shift && exec "$@"`;
  const command = [script, from, mounted, process.execPath, CLI, ...args];
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', ...command], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.skipIf(!canMount)('a book on a read-only file system', { timeout: 60_000 }, () => {
  const storage = ['--storage', `sqlite:${mounted}`];

  test('can be searched, checked, backed up and copied', () => {
    expect(gatebook(book, 'search', 'status:404', '--json', ...storage).stdout).toContain('"matches": 900');
    expect(gatebook(book, 'stats', '--json', ...storage).stdout).toContain('"entries": 4500');
    expect(gatebook(book, 'check', ...storage)).toMatchObject({ status: 0, stderr: '' });
    expect(gatebook(book, 'backup', join(folder, 'copy'), ...storage).stdout).toContain('4,500 profiles');
    expect(gatebook(book, 'copy', `sqlite:${mounted}`, `chdb:${join(folder, 'chdb')}`).stdout).toContain(
      'Copied 4,500 profiles',
    );
    expect(gatebook(book, 'prune', '--entries', '1', ...storage)).toMatchObject({ status: 1, stdout: '' });
    expect(gatebook(book, 'delete', 'status:404', '--yes', ...storage)).toMatchObject({
      status: 1,
      stdout: '',
    });
  });

  test('that was not closed can be read, also without its shared memory', async () => {
    const open = join(folder, 'open');
    cpSync(book, open, { recursive: true });
    const store = await openSqliteStore(open, { create: false, tuning: SMALL });
    await store.write({ id: 'more', profiles: [sampleAt(4500)] });
    const [whole, cut] = [join(folder, 'whole'), join(folder, 'cut')];
    for (const copy of [whole, cut]) cpSync(open, copy, { recursive: true });
    await store.close();
    rmSync(join(cut, 'segments/000005.live.db-shm'));
    for (const copy of [whole, cut])
      expect(gatebook(copy, 'search', '--json', ...storage).stdout).toContain('"matches": 4501');
  });
});
