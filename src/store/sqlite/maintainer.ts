import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { GatebookError } from '../../errors.ts';
import { runInSlices, type Sliced } from '../../worker/time-slice.ts';
import type { Retention } from '../store.ts';
import type { BookWriter } from './book-writer.ts';
import { freeBytes } from './disk-space.ts';
import { isOutOfSpace, mayBeOutOfSpace } from './failure.ts';
import { bookBytes, wasSearched } from './folder.ts';
import { runAtLowPriority } from './low-priority.ts';
import { removeSeqs } from './remove-seqs.ts';
import { cleanUp, keepBytes, limitsFor, prune, retain } from './retention.ts';
import { GROWTH, sealSegment } from './seal.ts';
import { sweepFiles, sweepUnfinished } from './sweep-files.ts';
import { ignoreFailure } from './transaction.ts';

const EVERY_MS = 1000;
/** While the process is busy, a book that was searched in this time is sealed all the same. */
const SEARCHED_MS = 60_000;
const LOCK_RETRY_MS = 50;
const LONGEST_POSTPONED_MS = 3_600_000;
/** How often, and after which time, deleting profiles is tried again on a full disk: another process may take the space that it makes. */
const DELETE_ATTEMPTS = 3;
const DELETE_RETRY_MS = 1000;
/** Bytes written between two looks at the size of the book. */
const BYTES_PER_LOOK = 262_144;

/**
 * Takes care of a book in the background of its writer: seals segments, syncs, and keeps the limits.
 * @param deletedBefore entries that were deleted to open the book, which the first call reports
 */
export function createMaintainer(writer: BookWriter, limits: Retention, deletedBefore: number) {
  let unreported = deletedBefore;
  let keep = limits;
  let isClosed = false;
  let isSealing = false;
  let hasUnsynced = false;
  let bytesSinceLook = 0;
  let isOverLimit = false;
  let isRetaining = false;
  /** The segment that is being sealed in the background. */
  let sealing: Generator<void, unknown> | null = null;
  /** Calls that wait for the lock. */
  let waiting = 0;
  /** Segments that could not be sealed: damaged, or something was wrong for a moment. Others come first, until this time. */
  const postponed = new Map<number, { readonly until: number; readonly ms: number }>();
  /** The last of the works that need the lock. Each waits for the one before it. */
  let queue: Promise<unknown> = Promise.resolve();

  function setLimits(retention: Retention): void {
    keep = retention;
    isOverLimit = false;
    writer.limit(limitsFor(retention, writer.tuning));
  }
  setLimits(limits);

  async function lock(acquire: () => boolean): Promise<void> {
    while (!acquire()) {
      if (isClosed) throw new GatebookError('store-closed', `The book at ${writer.folder.path} is closed.`);
      await sleep(LOCK_RETRY_MS);
    }
    sweepUnfinished(writer);
  }

  /** There may be no space to do so. Then it ends by itself after a while. */
  const releaseLock = () => ignoreFailure(writer.lock.release);

  function exclusively<T>(
    work: () => Promise<T>,
    acquire = writer.lock.acquire,
    onAcquired = () => {},
  ): Promise<T> {
    const run = async () => {
      await lock(acquire).finally(onAcquired);
      try {
        return await work();
      } finally {
        releaseLock();
      }
    };
    const result = queue.then(run, run);
    queue = result.catch(() => {});
    return result;
  }

  /** Runs something that somebody waits for. Sealing in the background gives way to it. */
  function first<T>(work: () => Promise<T>, acquire = writer.lock.acquire): Promise<T> {
    waiting++;
    return exclusively(work, acquire, () => {
      waiting--;
    });
  }

  /** Runs to the end, but lets writes in between. */
  const run = <T>(work: Sliced<T>): Promise<T> =>
    runInSlices(work, Number.POSITIVE_INFINITY, () => {
      try {
        writer.lock.acquire();
      } catch (error) {
        // It lasts for a while, and nothing is deleted to renew it.
        if (!isOutOfSpace(error, writer.folder.path)) throw error;
      }
      return false;
    });

  /** Returns whether it came to the end: it gives way if somebody waits for the lock, or if the process stays busy. */
  async function runInBackground(work: Generator<void, unknown>): Promise<boolean> {
    sealing = work;
    return runAtLowPriority(work, {
      mayGoOn: () => !isClosed && waiting === 0 && writer.lock.acquire(),
      countWaiting: () => fullSegments().length,
      isWanted: () => wasSearched(writer.folder, SEARCHED_MS),
    }).finally(() => {
      sealing = null;
    });
  }

  /** The segments to seal, newest first: those that retention is about to delete come last, or never. */
  function fullSegments() {
    const isPostponed = (id: number) => performance.now() < (postponed.get(id)?.until ?? 0);
    const full = writer.closedSegments().filter(({ id, state }) => state === 'full' && !isPostponed(id));
    return full.reverse();
  }

  function postpone(id: number): void {
    const ms = Math.min((postponed.get(id)?.ms ?? EVERY_MS) * 2, LONGEST_POSTPONED_MS);
    postponed.set(id, { until: performance.now() + ms, ms });
  }

  async function seal(): Promise<void> {
    if (isSealing || isClosed || !nextToSeal()) return;
    isSealing = true;
    try {
      await exclusively(async () => {
        for (let segment = nextToSeal(); segment && !isClosed; segment = nextToSeal()) {
          const { id } = segment;
          const isDone = await runInBackground(sealSegment(writer, segment)).catch((error: unknown) => {
            if (!isOutOfSpace(error, writer.folder.path)) postpone(id);
            throw error;
          });
          if (!isDone) return;
          postponed.delete(id);
          keepWithinBytes();
        }
      });
    } finally {
      isSealing = false;
    }
  }

  /** A segment is not sealed if others, or itself, would be deleted to make room for it. */
  function nextToSeal() {
    const [segment] = fullSegments();
    if (!segment || segment.bytes * GROWTH > freeBytes(writer.folder.path)) return undefined;
    if (keep.bytes === undefined) return segment;
    const isOldest = writer.closedSegments()[0]?.id === segment.id;
    const room = keep.bytes - bookBytes(writer.folder);
    return isOldest && segment.bytes * GROWTH > room ? undefined : segment;
  }

  /** Ends sealing, which takes space. */
  writer.onFullDisk(() => {
    const isRunning = sealing !== null;
    sealing?.return(undefined);
    sealing = null;
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
          if (left === 0 || isClosed || !mayBeOutOfSpace(error)) throw error;
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
    return first(runWork, acquire).finally(writer.emptyLogs);
  }

  /** Deletes what is left of deleted profiles, if there is space to do so: no profile is deleted for it. */
  async function sweep(): Promise<number> {
    const deleted = unreported;
    unreported = 0;
    await first(async () => cleanUp(writer)).catch((error: unknown) => {
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
    if (isRetaining || isClosed) return;
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
    writer.closeDeleted();
    if (isOverLimit) void retainSoon();
    seal().catch(() => {});
  }, EVERY_MS).unref();

  function stop(): void {
    isClosed = true;
    clearInterval(timer);
    // Deletes the unfinished file, and lets another process continue at once.
    sealing?.return(undefined);
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
      const hasLimits = Object.values(retention).some((limit) => limit !== undefined);
      return hasLimits ? deleting(() => retain(writer, retention)) : sweep();
    },
    prune: (before: number) => deleting(() => prune(writer, before)),
    remove: (seqs: readonly number[]) => deleting(() => removeSeqs(writer, new Set(seqs)), false),
    /** Seals all segments that have entries, now. */
    sealAll: () =>
      first(async () => {
        writer.rollOver();
        for (const segment of fullSegments()) await run(sealSegment(writer, segment) as Sliced<number>);
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
