import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { GatebookError } from '../../../errors.ts';
import { runInSlices, type Sliced } from '../../../worker/time-slice.ts';
import type { Retention } from '../../store.ts';
import { closeSegment, GROWTH } from '../closed/close-segment.ts';
import { freeBytes } from '../files/disk-space.ts';
import { isBusy, isOutOfSpace, mayBeOutOfSpace } from '../files/failure.ts';
import { bookBytes } from '../files/folder.ts';
import { ignoreFailure } from '../files/transaction.ts';
import type { BookWriter } from '../live/book-writer.ts';
import { removeSeqs } from './delete-entries.ts';
import { fitToDisk } from './disk-limit.ts';
import { runAtLowPriority } from './low-priority.ts';
import { keepBytes, limitsFor, prune, retain } from './retention.ts';
import { cleanUp, sweepFiles, sweepUnfinished } from './sweep-files.ts';

const EVERY_MS = 1000;
const LOCK_RETRY_MS = 50;
/** A segment that could not be closed is probably damaged. Close others first, for this long. */
const POSTPONED_MS = 600_000;
/** How often, and after which time, deleting profiles is tried again on a full disk: another process may take the space that it makes. */
const DELETE_ATTEMPTS = 3;
const DELETE_RETRY_MS = 1000;
/** How often, and after which time, emptying the log of the catalog is tried again: a reader may need it. */
const LOG_ATTEMPTS = 20;
const LOG_RETRY_MS = 100;
/** Bytes written between two looks at the size of the book. */
const BYTES_PER_LOOK = 262_144;

/**
 * Takes care of a book in the background of its writer: closes segments, syncs, and keeps the limits.
 * @param deletedBefore entries that were deleted to open the book, which the first call reports
 */
export function createMaintainer(writer: BookWriter, limits: Retention, deletedBefore: number) {
  let unreported = deletedBefore;
  let keep = limits;
  let isStopped = false;
  let isClosing = false;
  let hasUnsynced = false;
  let bytesSinceLook = 0;
  let isOverLimit = false;
  let isRetaining = false;
  /** The segment that is being closed in the background. */
  let closing: Generator<void, unknown> | null = null;
  /** Works that wait for the lock. */
  let waiting = 0;
  /** Until when a segment is not closed. */
  const postponed = new Map<number, number>();
  /** The tail of the lock queue. */
  let queue: Promise<unknown> = Promise.resolve();

  function setLimits(retention: Retention): void {
    keep = fitToDisk(retention, writer.folder);
    isOverLimit = false;
    writer.limit(limitsFor(keep, writer.tuning));
  }
  setLimits(limits);

  async function lock(acquire: () => boolean): Promise<void> {
    while (!acquire()) {
      if (isStopped) throw new GatebookError('store-closed', `The book at ${writer.folder.path} is closed.`);
      await sleep(LOCK_RETRY_MS);
    }
    sweepUnfinished(writer);
  }

  /** On a full disk this may fail: then the lock ends by itself after a while. */
  const releaseLock = () => ignoreFailure(writer.lock.release);

  /** Runs work with the lock, when all work before it is done. */
  function exclusively<T>(work: () => Promise<T>, acquire = writer.lock.acquire): Promise<T> {
    waiting++;
    const result = queue.then(async () => {
      await lock(acquire).finally(() => {
        waiting--;
      });
      try {
        return await work();
      } finally {
        releaseLock();
      }
    });
    queue = result.catch(() => {});
    return result;
  }

  /** Runs to the end, but lets writes in between. */
  const run = <T>(work: Sliced<T>): Promise<T> =>
    runInSlices(work, Number.POSITIVE_INFINITY, () => {
      try {
        writer.lock.acquire();
      } catch (error) {
        // The lock lasts for a while, and nothing is deleted to renew it.
        if (!isOutOfSpace(error, writer.folder.path)) throw error;
      }
      return false;
    });

  /** Gives way to work that waits for the lock, and to a process that stays busy. Returns whether the work was finished. */
  async function runInBackground(work: Generator<void, unknown>): Promise<boolean> {
    closing = work;
    const mayGoOn = () => !isStopped && waiting === 0 && writer.lock.acquire();
    return runAtLowPriority(work, mayGoOn, () => fullSegments().length).finally(() => {
      closing = null;
    });
  }

  /** The segments to close, newest first: those that retention is about to delete come last, or never. */
  function fullSegments() {
    const isPostponed = (id: number) => performance.now() < (postponed.get(id) ?? 0);
    return writer
      .finishedSegments()
      .filter(({ id, state }) => state === 'full' && !isPostponed(id))
      .reverse();
  }

  async function closeFull(): Promise<void> {
    if (isClosing || isStopped || !nextToClose()) return;
    isClosing = true;
    try {
      await exclusively(async () => {
        for (let segment = nextToClose(); segment && !isStopped; segment = nextToClose()) {
          const { id } = segment;
          const isDone = await runInBackground(closeSegment(writer, segment)).catch((error: unknown) => {
            // For want of space, or because another process has the catalog locked, it may be closed soon.
            if (!isOutOfSpace(error, writer.folder.path) && !isBusy(error))
              postponed.set(id, performance.now() + POSTPONED_MS);
            throw error;
          });
          if (!isDone) return;
          keepWithinBytes();
        }
      });
    } finally {
      isClosing = false;
    }
  }

  /** A segment is not closed if others, or itself, would be deleted to make room for it. */
  function nextToClose() {
    const [segment] = fullSegments();
    if (!segment || segment.bytes * GROWTH > freeBytes(writer.folder.path)) return undefined;
    if (keep.bytes === undefined) return segment;
    const isOldest = writer.finishedSegments()[0]?.id === segment.id;
    const room = keep.bytes - bookBytes(writer.folder);
    return isOldest && segment.bytes * GROWTH > room ? undefined : segment;
  }

  /** Ends closing, which takes space. */
  writer.room.onFullDisk(() => {
    const isRunning = closing !== null;
    closing?.return(undefined);
    closing = null;
    return isRunning;
  });

  /** Deletes profiles. Returns how many. */
  function deleting(work: () => Generator<void, void>, makesRoom = true): Promise<number> {
    let before: number | null = null;
    const runWork = async () => {
      writer.room.adjustReserve(keep.bytes);
      for (let left = DELETE_ATTEMPTS; ; left--) {
        try {
          await run(work() as Sliced<void>);
          writer.room.adjustReserve(keep.bytes);
          return writer.deleted - (before ?? 0);
        } catch (error) {
          if (left === 0 || isStopped || !mayBeOutOfSpace(error)) throw error;
          await sleep(DELETE_RETRY_MS);
        }
      }
    };
    const acquire = () => {
      // Not earlier, when another deletion may be in progress; not later, because this may delete profiles to make room.
      before ??= writer.deleted - unreported;
      unreported = 0;
      return makesRoom ? writer.room.forCatalog(writer.lock.acquire) : writer.lock.acquire();
    };
    // To release the lock is the last thing that is written.
    return exclusively(runWork, acquire).finally(emptyLogs);
  }

  /** Returns whether nothing of what was deleted is left in the log of the catalog. */
  async function emptyLogs(): Promise<boolean> {
    for (let left = LOG_ATTEMPTS; ; left--) {
      const isEmpty = writer.emptyLogs();
      if (isEmpty !== false || left === 0 || isStopped) return isEmpty ?? false;
      await sleep(LOG_RETRY_MS);
    }
  }

  async function remove(seqs: readonly number[]): Promise<number> {
    const deleted = await deleting(() => removeSeqs(writer, new Set(seqs)), false);
    if (writer.emptyLogs() === true) return deleted;
    throw new GatebookError(
      'store-failed',
      `The profiles were deleted, but traces of them are left in ${writer.folder.catalog}-wal, because another process reads it or the disk is full. Run the command again.`,
    );
  }

  /** Deletes what is left of deleted profiles, unless there is no space for it. No other profile is deleted to make room. */
  async function sweep(): Promise<number> {
    const deleted = unreported;
    unreported = 0;
    await exclusively(async () => cleanUp(writer)).catch((error: unknown) => {
      if (!isOutOfSpace(error, writer.folder.path)) throw error;
    });
    writer.emptyLogs();
    return deleted;
  }

  function keepWithinBytes(): void {
    if (keep.bytes !== undefined) isOverLimit = !keepBytes(writer, keep.bytes);
  }

  /** Rewrites a segment without its oldest part. */
  async function retainSoon(): Promise<void> {
    if (isRetaining || isStopped) return;
    isRetaining = true;
    await deleting(() => retain(writer, keep)).catch(() => {});
    isRetaining = false;
  }

  const timer = setInterval(() => {
    // A failure is retried a second later; if it persists, reads and writes report it.
    try {
      if (hasUnsynced) writer.checkpoint();
      hasUnsynced = false;
      writer.rollOverIfFull();
      writer.room.correctCatalog();
      writer.room.adjustReserve(keep.bytes);
    } catch {}
    if (isOverLimit) void retainSoon();
    closeFull().catch(() => {});
  }, EVERY_MS).unref();

  function stop(): void {
    isStopped = true;
    clearInterval(timer);
    // Deletes the unfinished file, and lets another process continue at once.
    closing?.return(undefined);
  }

  return {
    /** To be called after each write. */
    afterWrite(bytes: number): void {
      hasUnsynced = true;
      bytesSinceLook += bytes;
      if (keep.bytes === undefined || bytesSinceLook < Math.min(BYTES_PER_LOOK, keep.bytes / 100)) return;
      bytesSinceLook = 0;
      // The batch is written: a failure here must not reject it. The next write tries again.
      ignoreFailure(keepWithinBytes);
    },
    /** Keeps to these limits from now on. Returns how many profiles were deleted. */
    retain(retention: Retention): Promise<number> {
      setLimits(retention);
      const hasLimits = Object.values(keep).some((limit) => limit !== undefined);
      return hasLimits ? deleting(() => retain(writer, keep)) : sweep();
    },
    prune: (before: number) => deleting(() => prune(writer, before)),
    remove,
    /** Closes all segments that have entries, now. */
    closeSegments: () =>
      exclusively(async () => {
        writer.rollOver();
        for (const segment of fullSegments()) await run(closeSegment(writer, segment) as Sliced<number>);
        sweepFiles(writer);
      }),
    /** Ends what runs in the background, and waits for the calls that are in progress. */
    async finish(): Promise<void> {
      stop();
      await queue;
      // Their logs are emptied and their results are sent before the files are closed.
      await nextTurn();
    },
    /** Ends everything as soon as the slice that is running is done. */
    close(): void {
      stop();
      releaseLock();
    },
  };
}
