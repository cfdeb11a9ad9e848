import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { OWNER_ONLY } from './folder.ts';

/** More than SQLite asks for at a time: its shared memory grows by 32 KB. */
const PROBE_BYTES = 65_536;
/** Files that SQLite creates for a database with a log. */
const PROBE_FILES = 3;
/** No space or no inodes, and a quota that is used up, which has no code in Node. */
const NO_SPACE: ReadonlySet<number> = new Set([constants.errno.ENOSPC, constants.errno.EDQUOT]);

/** Whether an error of Node says that there is no space. */
export function saysNoSpace(error: Error): boolean {
  return 'errno' in error && NO_SPACE.has(Math.abs(Number(error.errno)));
}

/** The free space on the disk of a folder. A quota may leave less. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Grows when a file is deleted that no process has open: free space and free inodes. */
export function freeRoom(folder: string): number {
  const { ffree } = statfsSync(folder);
  return freeBytes(folder) + ffree;
}

/** How many more inodes a database with a log needs than are free. */
export function missingInodes(folder: string): number {
  const { files, ffree } = statfsSync(folder);
  // Btrfs counts none.
  return files === 0 ? 0 : Math.max(0, PROBE_FILES - ffree);
}

/** Whether small files can't be written for want of space or inodes. SQLite says only that it could not write. */
export function lacksSpace(folder: string, bytes = PROBE_BYTES): boolean {
  const error = tryToWrite(folder, bytes);
  return error !== null && saysNoSpace(error);
}

/** Whether the disk of a folder is read-only, also if it became so by an error. Permissions are another matter. */
export function isReadOnlyDisk(folder: string): boolean {
  return tryToWrite(folder, PROBE_BYTES)?.code === 'EROFS';
}

function tryToWrite(folder: string, bytes: number): NodeJS.ErrnoException | null {
  const name = join(folder, `.space-${Math.random().toString(36).slice(2)}`);
  const files = Array.from({ length: PROBE_FILES }, (_, n) => `${name}-${n}`);
  try {
    const parts = Math.ceil(bytes / PROBE_BYTES);
    for (const [n, file] of files.entries()) writeWhole(file, Buffer.alloc(PROBE_BYTES), n === 0 ? parts : 0);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    for (const file of files) rmSync(file, { force: true });
  }
}

/** Takes this much space on the disk. Returns whether it could. */
export function occupy(file: string, bytes: number): boolean {
  try {
    // Some file systems store no zeros.
    const numbers = Float64Array.from({ length: bytes / 8 }, Math.random);
    writeWhole(file, new Uint8Array(numbers.buffer));
    return true;
  } catch {
    rmSync(file, { force: true });
    return false;
  }
}

/** A file is written in parts if there is space for some of it only. */
function writeWhole(file: string, data: Uint8Array, times = 1): void {
  const fd = openSync(file, 'w', OWNER_ONLY);
  try {
    for (let left = times; left > 0; left--)
      for (let at = 0; at < data.length; ) at += writeSync(fd, data, at);
  } finally {
    closeSync(fd);
  }
}
