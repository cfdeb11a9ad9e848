/** What the folder of the app is on. */
export const FILE_SYSTEMS = ['disk', 'tmpfs', 'overlay', 'read-only', 'full', 'no inodes'] as const;
export type FileSystem = (typeof FILE_SYSTEMS)[number];

const MEGABYTES = [128, 256, 512] as const;
const USERS = ['root', 'node'] as const;
/** The forms of `CMD`, and `docker run --init`. */
const STARTS = ['exec', 'shell', 'init'] as const;

export interface Cell {
  readonly fileSystem: FileSystem;
  readonly megabytes: number;
  readonly user: (typeof USERS)[number];
  readonly start: (typeof STARTS)[number];
}

/** Every value beside every value of another column. */
export const CELLS: readonly Cell[] = FILE_SYSTEMS.flatMap((fileSystem, i) =>
  MEGABYTES.map((megabytes, j) => ({
    fileSystem,
    megabytes,
    user: at(USERS, Math.floor(i / 3) + j),
    start: at(STARTS, i + j),
  })),
);

/** Every value once. */
export const SOME_CELLS = CELLS.filter((_, n) => Math.floor(n / 3) % 3 === n % 3);

function at<T>(values: readonly T[], index: number): T {
  return values[index % values.length] as T;
}
