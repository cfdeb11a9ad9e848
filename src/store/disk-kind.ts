import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where the bytes of a folder are: in memory, in the layer of a container, or else on a disk. */
export type DiskKind = 'memory' | 'layer' | 'disk';

/** File systems by the number that Linux gives them. */
const KINDS: ReadonlyMap<number, DiskKind> = new Map([
  [0x01021994, 'memory'], // tmpfs
  [0x858458f6, 'memory'], // ramfs
  [0x794c7630, 'layer'], // overlay
  [0x61756673, 'layer'], // aufs
]);

/**
 * A folder that does not exist yet will be on the file system of the one that it will be created in. Systems other than Linux use other
 * numbers, and their file systems count as disks.
 */
export function diskKind(folder: string): DiskKind {
  if (process.platform !== 'linux') return 'disk';
  return existsSync(folder)
    ? (KINDS.get(statfsSync(folder).type) ?? 'disk')
    : diskKind(dirname(resolve(folder)));
}

export const USE_A_VOLUME =
  'Keep it on a volume, with GATEBOOK_STORAGE=sqlite:FOLDER/book (docs/deploy.md#docker).';

/** What will happen to a book in this folder that its owner may not expect. */
export function whatIsLost(folder: string): string | null {
  const kind = diskKind(folder);
  if (kind === 'memory')
    return 'The book is in memory (tmpfs): it is lost when the container or the machine restarts.';
  if (kind === 'layer')
    return "The book is in the container's own file system (overlay): it is lost at the next deployment.";
  return null;
}
