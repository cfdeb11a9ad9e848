import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const HERE = import.meta.dirname;
const MB = 1024 * 1024;

/** Files as the kernel writes them: a machine with cgroups of version 1 has none of version 2. */
const MOUNT = `
  mount -t tmpfs tmpfs /sys/fs/cgroup && mkdir /sys/fs/cgroup/pod && cd /sys/fs/cgroup/pod &&
  echo "$1" > memory.max && echo "$2" > memory.high && echo "$3" > memory.current &&
  mount --bind "$4/cgroup" /proc/$$/cgroup && shift 4 && exec "$@"`;
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/sys/fs/cgroup']).status === 0;

describe.skipIf(!canMount)('the default limit of a book in memory, in a cgroup of version 2', () => {
  let memory: string;
  beforeAll(() => {
    memory = mkdtempSync('/dev/shm/gatebook-limit-');
    writeFileSync(join(memory, 'cgroup'), '0::/pod\n');
    writeFileSync(
      join(memory, 'limit.mjs'),
      `import { fitToDisk } from ${JSON.stringify(join(HERE, 'disk-limit.ts'))};
       import { bookFolder } from ${JSON.stringify(join(HERE, '../files/folder.ts'))};
       const limits = { bytes: Number(process.argv[2]), fitsDisk: process.argv[3] === 'default' };
       console.log(fitToDisk(limits, bookFolder(import.meta.dirname)).bytes);`,
    );
  });
  afterAll(() => rmSync(memory, { recursive: true }));

  const limitIn = (max: string, high: string, current: number, bytes = 2e9, kind = 'default') => {
    const program = [memory, process.execPath, join(memory, 'limit.mjs'), String(bytes), kind];
    const args = ['-m', 'sh', '-c', MOUNT, 'sh', max, high, String(current * MB)];
    return Number(spawnSync('unshare', [...args, ...program], { encoding: 'utf8' }).stdout);
  };

  test('is a quarter of what the limit of the container leaves', () => {
    expect(limitIn(String(128 * MB), 'max', 64)).toBe(16 * MB);
    expect(limitIn('max', String(192 * MB), 64)).toBe(32 * MB);
  });

  test('is 64 MB at most', () => {
    expect(limitIn(String(2048 * MB), 'max', 64)).toBe(64e6);
  });

  test('is never more than it is elsewhere, and a limit that was set stays', () => {
    expect(limitIn(String(2048 * MB), 'max', 64, 1e6)).toBe(1e6);
    expect(limitIn(String(128 * MB), 'max', 64, 1e9, 'set')).toBe(1e9);
  });
});
