import { diskKind } from '../../disk-kind.ts';
import type { Retention } from '../../store.ts';
import { freeBytes } from '../files/disk-space.ts';
import { type BookFolder, bookBytes } from '../files/folder.ts';

const MOST_IN_MEMORY = 64e6;
/** What a book may take of the memory that it shares with the app, of its disk, and of a file system in memory. */
const OF_MEMORY = 4;
const OF_DISK = 10;
const OF_MEMORY_DISK = 2;

/** The limits for a book in this folder: a default in bytes is lowered on a small disk, and on one in memory. */
export function fitToDisk({ fitsDisk, ...limits }: Retention, folder: BookFolder): Retention {
  const { bytes } = limits;
  if (!fitsDisk || bytes === undefined) return limits;
  return { ...limits, bytes: Math.min(bytes, roomFor(folder)) };
}

/** The same after a restart: what the book takes now counts as free, and other files that fill the disk delete nothing of it. */
function roomFor(folder: BookFolder): number {
  const used = bookBytes(folder);
  const free = freeBytes(folder.path) + used;
  if (diskKind(folder.path) !== 'memory') return Math.max(used, free / OF_DISK);
  // Files in memory count towards the limit of the container.
  const memory = process.availableMemory() + used;
  return Math.min(MOST_IN_MEMORY, memory / OF_MEMORY, free / OF_MEMORY_DISK);
}
