import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where the bytes of a folder are: in memory, in the layer of a container, on another machine, or else on a disk. */
type DiskKind = 'memory' | 'layer' | 'network' | 'disk';

/** File systems by the number that Linux gives them. */
const KINDS: ReadonlyMap<number, DiskKind> = new Map([
  [0x01021994, 'memory'], // tmpfs
  [0x858458f6, 'memory'], // ramfs
  [0x794c7630, 'layer'], // overlay
  [0x61756673, 'layer'], // aufs
  [0x6969, 'network'], // NFS
  [0xff534d42, 'network'], // CIFS
  [0xfe534d42, 'network'], // SMB 2
  [0x00c36400, 'network'], // Ceph
]);

/**
 * A folder that does not exist yet will be on the file system of the one that it will be created in. Systems other than Linux use other
 * numbers, and their file systems count as disks.
 */
export function diskKind(folder: string): DiskKind {
  if (process.platform !== 'linux') return 'disk';
  return existsSync(folder) ? kindOfType(statfsSync(folder).type) : diskKind(dirname(resolve(folder)));
}

/** @param type of a file system, as `statfs` returns it */
export function kindOfType(type: number): DiskKind {
  return KINDS.get(type) ?? 'disk';
}

export const USE_A_VOLUME =
  'Keep it on a volume, with GATEBOOK_STORAGE=sqlite:FOLDER/book (docs/deploy.md#containers).';

/** Warns of a folder where the book can be lost or damaged; `null` for an ordinary disk. */
export function whatIsLost(folder: string): string | null {
  const kind = diskKind(folder);
  if (kind === 'memory')
    return 'The book is in memory (tmpfs): it is lost when the container or the machine restarts.';
  if (kind === 'layer')
    return "The book is in the container's own file system (overlay): it is lost at the next deployment.";
  if (kind === 'network')
    return 'The book is on a network file system (such as NFS): it needs a local disk, and can be damaged here.';
  return null;
}
