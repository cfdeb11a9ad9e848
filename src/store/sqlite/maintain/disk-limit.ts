import { diskKind } from '../../disk-kind.ts';
import type { Retention } from '../../store.ts';
import { freeBytes } from '../files/disk-space.ts';
import { type BookFolder, bookBytes } from '../files/folder.ts';

const MOST_IN_MEMORY = 64e6;
/** A book may take a quarter of the memory it shares with the app, a tenth of a disk, half of a file system in memory. */
const OF_MEMORY = 4;
const OF_DISK = 10;
const OF_MEMORY_DISK = 2;

/** The limits for a book in this folder: a default in bytes is lowered on a small disk, and on one in memory. */
export function fitToDisk({ fitsDisk, ...limits }: Retention, folder: BookFolder): Retention {
  const { bytes } = limits;
  if (!fitsDisk || bytes === undefined) return limits;
  return { ...limits, bytes: Math.min(bytes, roomFor(folder)) };
}

/** The space of the book itself counts as free, so the limit does not shrink with each restart, nor when other files fill the disk. */
function roomFor(folder: BookFolder): number {
  const used = bookBytes(folder);
  const free = freeBytes(folder.path) + used;
  if (diskKind(folder.path) !== 'memory') return Math.max(used, free / OF_DISK);
  // Files in memory count towards the limit of the container.
  const memory = process.availableMemory() + used;
  return Math.min(MOST_IN_MEMORY, memory / OF_MEMORY, free / OF_MEMORY_DISK);
}
