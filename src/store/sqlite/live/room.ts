import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { forgetSegment, readSegments, type Segment } from '../catalog/catalog.ts';
import { segmentFile } from '../catalog/present-segment.ts';
import { existsBook, openCatalogForReading } from '../files/connection.ts';
import { freeBytes, freeRoom, missingInodes, occupy } from '../files/disk-space.ts';
import { isOutOfSpace } from '../files/failure.ts';
import { type BookFolder, deleteDatabase, deleteFile } from '../files/folder.ts';
import { thenClose, transaction } from '../files/transaction.ts';

/** Enough for the log and the shared memory of catalog and live segment, and for a small segment. */
const RESERVE_BYTES = 524_288;
/** A book with a lower limit than this many reserves has none. */
const RESERVES_PER_LIMIT = 32;
/** Segments deleted for one write, at most. SQLite creates three files for a segment, and deleting a closed one may free a single inode. */
const MAX_DELETED = 3;
/** Other processes close deleted files within this time. Until then, no more are deleted. */
const WAIT_MS = 1000;
const PAUSE_MS = 50;

/**
 * Makes room when the disk is full, by deleting the oldest segment. Deleting a file needs no space, but a commit does: the
 * catalog is corrected later, and until then a segment without a file counts as deleted.
 * @param count is called with the number of entries that were deleted
 * @param deletes whether segments may be deleted; otherwise only the reserve
 */
export function createRoom(
  catalog: DatabaseSync,
  folder: BookFolder,
  count: (entries: number) => void,
  deletes: boolean,
) {
  let endWork = () => false;
  const gone = new Set<number>();
  /** An earlier process may have had no space to correct the catalog. */
  let isCorrect = false;
  const space = watchSpace(folder);

  /** Deletes the file of a segment that is not in the catalog any more. */
  function deleteFileOf(segment: Segment): void {
    space.watch(() => deleteDatabase(segmentFile(folder, segment)));
  }

  /** Deletes the file of a segment first. Returns whether it could. */
  function deleteSegment(segment: Segment): boolean {
    deleteFileOf(segment);
    // Windows deletes no open file.
    if (existsSync(segmentFile(folder, segment))) return false;
    gone.add(segment.id);
    isCorrect = false;
    count(segment.entries);
    return true;
  }

  function deleteOldest(): boolean {
    const [oldest] = oldestSegments(readSegments(catalog), folder);
    return oldest !== undefined && deleteSegment(oldest);
  }

  const deletions = deletes ? Array<MakeRoom>(MAX_DELETED).fill(deleteOldest) : [];
  const giveUpReserve = () => releaseReserve(folder);
  const giveUpWork = () => endWork();

  /** Gives up the reserve if the limit of the book is too low for one. Returns whether it allows one. */
  function limitReserve(keepBytes = Number.POSITIVE_INFINITY): boolean {
    const isAllowed = keepBytes >= RESERVE_BYTES * RESERVES_PER_LIMIT;
    if (!isAllowed) giveUpReserve();
    return isAllowed;
  }

  return {
    /** Sets what ends first if the disk is full: work that takes space. The action returns whether there was any. */
    onFullDisk(action: () => boolean): void {
      endWork = action;
    },
    /** Whether this segment was deleted, though the catalog may still list it. */
    isDeleted: (id: number) => gone.has(id),
    /** Writes profiles. If the disk is full, the oldest ones go. */
    forProfiles: <T>(write: () => T): T => tryWays(write, space, [giveUpWork], [...deletions, giveUpReserve]),
    /** Writes to the catalog. If the disk is full, the reserve goes first. */
    forCatalog: <T>(write: () => T): T => tryWays(write, space, [giveUpReserve, giveUpWork], deletions),
    deleteSegment,
    deleteFileOf,
    /** After a failed write: gives up the reserve, or waits a moment for space that is about to be free. Returns whether to try again. */
    mayHaveGrown: () => giveUpReserve() || space.wait(),
    /** Corrects the catalog, if it lists segments that were deleted. */
    correctCatalog(): void {
      if (!isCorrect && missingSegments(catalog, folder).length > 0)
        transaction(catalog, () => {
          // Files are created and renamed with the catalog locked.
          for (const segment of missingSegments(catalog, folder)) {
            gone.add(segment.id);
            forgetSegment(catalog, segment);
          }
        });
      isCorrect = true;
    },
    limitReserve,
    /** Creates the reserve again, if there is space and the limit of the book allows it. */
    adjustReserve(keepBytes: number | undefined): void {
      if (!limitReserve(keepBytes) || existsSync(folder.reserve)) return;
      if (freeBytes(folder.path) > RESERVE_BYTES * 1.5) occupy(folder.reserve, RESERVE_BYTES);
    },
  };
}

/**
 * Opens a book for writing. On a full disk, SQLite has no space for the log of a book that was closed: the reserve goes, then the
 * oldest segments.
 * @returns also how many entries were deleted
 */
export function openWithRoom<T>(
  folder: BookFolder,
  open: () => T,
  deletes: boolean,
): { opened: T; deleted: number } {
  let deleted = 0;
  const space = watchSpace(folder);
  function deleteOldest(): boolean {
    if (!existsBook(folder)) return false;
    const segments = thenClose(openCatalogForReading(folder), readSegments);
    const [oldest] = oldestSegments(segments, folder);
    if (oldest) space.watch(() => deleteDatabase(segmentFile(folder, oldest)));
    deleted += oldest?.entries ?? 0;
    return oldest !== undefined;
  }
  const deletions = deletes ? Array<MakeRoom>(MAX_DELETED).fill(deleteOldest) : [];
  return { opened: tryWays(open, space, [() => releaseReserve(folder)], deletions), deleted };
}

type Space = ReturnType<typeof watchSpace>;

/** Deleted files take space until all processes have closed them: this tracks how long to wait. */
function watchSpace(folder: BookFolder) {
  let waitUntil = 0;
  /** Deleted files that are still open. */
  let open = 0;
  return {
    folder,
    watch(remove: () => void): void {
      const before = freeRoom(folder.path);
      remove();
      if (freeRoom(folder.path) > before) return;
      if (performance.now() >= waitUntil) open = 0;
      waitUntil = performance.now() + WAIT_MS;
      open++;
    },
    /** Waits a moment if enough space is about to be free. Returns whether it was. */
    wait(): boolean {
      // Each deleted file gives one inode. Waiting for each of them would hold up the writer for seconds.
      if (performance.now() >= waitUntil || missingInodes(folder.path) > open) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      return true;
    },
    /** Call when a wait has made space: no more is coming. */
    came(): void {
      waitUntil = 0;
    },
  };
}

/** A way to make room. Returns whether it made some. */
type MakeRoom = () => boolean;

/** Tries again after each way that made room. Before the later ways, it waits for space that is about to be free. */
function tryWays<T>(write: () => T, space: Space, first: readonly MakeRoom[], later: readonly MakeRoom[]): T {
  const [firstLeft, laterLeft] = [[...first], [...later]];
  let hasWaited = false;
  for (;;) {
    try {
      const written = write();
      if (hasWaited) space.came();
      return written;
    } catch (error) {
      if (!isOutOfSpace(error, space.folder.path)) throw error;
      hasWaited = false;
      if (makeRoom(firstLeft)) continue;
      hasWaited = space.wait();
      if (!hasWaited && !makeRoom(laterLeft)) throw error;
    }
  }
}

/** Uses up ways until one has made room. */
function makeRoom(ways: MakeRoom[]): boolean {
  for (let way = ways.shift(); way; way = ways.shift()) if (way()) return true;
  return false;
}

/** Deletes the reserve. Returns whether there was one. */
function releaseReserve({ reserve }: BookFolder): boolean {
  if (!existsSync(reserve)) return false;
  deleteFile(reserve);
  return true;
}

/** Segments with a file, except for the one that is being written, oldest first. */
function oldestSegments(segments: readonly Segment[], folder: BookFolder): Segment[] {
  return segments
    .filter((segment) => segment.state !== 'live' && existsSync(segmentFile(folder, segment)))
    .sort((a, b) => a.latest - b.latest || a.id - b.id);
}

/** Lists the folder: if it can't be read, nothing is missing. */
function missingSegments(catalog: DatabaseSync, folder: BookFolder): Segment[] {
  const segments = readSegments(catalog);
  const names = new Set(readdirSync(folder.segments));
  return segments.filter(
    (segment) => segment.state !== 'live' && !names.has(basename(segmentFile(folder, segment))),
  );
}
