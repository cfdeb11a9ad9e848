import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file system that has no room left after `fill`. It must not be in use when it is unmounted. */
export interface SmallDisk {
  readonly folder: string;
  /** For the processes that use it. */
  readonly env: NodeJS.ProcessEnv;
  /** Takes everything that is left. `isInUse` says whether a process has files open for writing. */
  fill(isInUse: boolean): void;
  /** Gives back what `fill` took. */
  free(): void;
  unmount(): void;
}

export interface DiskKind {
  readonly name: string;
  /** Requests that are more than fits, except on the disk that becomes read-only and the one whose inodes are used up. */
  readonly requests: number;
  /** After `fill`, profiles can be read, but nothing can be written and nothing deleted. */
  readonly isReadOnly: boolean;
  /** Throws if this machine has no such file system, or if this user may not mount it. */
  mount(folder: string): SmallDisk;
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' });

function mountTmpfs(folder: string, options: string): string {
  mkdirSync(folder, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder);
  return folder;
}

/** Mounts a small disk in memory. Returns why it can't, `null` if it has. */
export const tryToMountTmpfs = (folder: string, options: string) => tryTo(() => mountTmpfs(folder, options));

/** The same for a file system in a file. */
export const tryToMountImage = (folder: string, megabytes: number) =>
  tryTo(() => mountImage(folder, megabytes, 'rw', 'mkfs.ext4', '-q', '-m', '0'));

function tryTo(mount: () => string): string | null {
  try {
    mount();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function mountImage(folder: string, megabytes: number, options: string, ...makeFileSystem: string[]): string {
  const [command = '', ...args] = makeFileSystem;
  mkdirSync(folder, { recursive: true });
  run('truncate', '-s', `${megabytes}M`, `${folder}.img`);
  run(command, ...args, `${folder}.img`);
  run('mount', '-o', `loop,${options}`, `${folder}.img`, folder);
  return folder;
}

/** Writes a file until nothing more fits, then gives `leave` bytes back. */
export function fillBytes(folder: string, leave = 0): void {
  const file = join(folder, 'ballast');
  const fd = openSync(file, 'a');
  try {
    for (const size of [65_536, 4096, 512, 1]) {
      try {
        for (;;) writeSync(fd, Buffer.alloc(size));
      } catch {}
    }
  } finally {
    closeSync(fd);
  }
  if (leave > 0) truncateSync(file, Math.max(0, statSync(file).size - leave));
}

/** Takes this many megabytes for good, so that fewer requests fill the rest. */
function withOtherFiles(folder: string, megabytes: number): string {
  writeFileSync(join(folder, 'other-files'), Buffer.alloc(megabytes * 1e6, 'other'));
  return folder;
}

function fillInodes(folder: string): void {
  try {
    for (let n = 0; ; n++) closeSync(openSync(join(folder, `ballast-${n}`), 'a'));
  } catch {}
}

export function removeBallast(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith('ballast')) rmSync(join(folder, name), { force: true });
}

function limited(folder: string, fill: (folder: string) => void): SmallDisk {
  return {
    folder,
    env: {},
    fill: () => fill(folder),
    free: () => removeBallast(folder),
    unmount: () => unmount(folder),
  };
}

function unmount(folder: string): void {
  run('umount', folder);
  rmSync(`${folder}.img`, { force: true });
}

export const DISKS: readonly DiskKind[] = [
  {
    name: 'tmpfs, 8 MB',
    requests: 2000,
    isReadOnly: false,
    mount: (folder) => limited(withOtherFiles(mountTmpfs(folder, 'size=8m'), 4), fillBytes),
  },
  {
    name: 'ext4, 16 MB',
    requests: 2000,
    isReadOnly: false,
    mount: (folder) =>
      limited(
        withOtherFiles(mountImage(folder, 16, 'rw', 'mkfs.ext4', '-q', '-m', '0', '-b', '4096'), 6),
        fillBytes,
      ),
  },
  {
    name: 'no inodes',
    requests: 1500,
    isReadOnly: false,
    mount: (folder) => limited(mountTmpfs(folder, 'size=16m,nr_inodes=64'), fillInodes),
  },
  {
    // Few kernels of test machines have quotas, and SQLite crashes on Btrfs when one is exceeded.
    name: 'quota, 8 MB',
    requests: 2000,
    isReadOnly: false,
    mount(folder) {
      const library = `${folder}.so`;
      run('cc', '-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'quota.c'), '-ldl');
      return {
        ...limited(withOtherFiles(mountTmpfs(folder, 'size=8m'), 4), fillBytes),
        env: { LD_PRELOAD: library },
      };
    },
  },
  {
    name: 'read-only',
    requests: 800,
    isReadOnly: true,
    mount(folder) {
      mountImage(folder, 32, 'rw', 'mkfs.ext4', '-q', '-m', '0', '-b', '4096');
      return {
        folder,
        env: {},
        // As after an error of the disk: files that are open for writing can't be written any more.
        fill: (isInUse) => void run('mount', '-o', isInUse ? 'remount,abort' : 'remount,ro', folder),
        free: () => void run('mount', '-o', 'remount,rw', folder),
        unmount: () => unmount(folder),
      };
    },
  },
];
