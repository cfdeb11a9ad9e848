import { setTimeout as sleep } from 'node:timers/promises';
import { runInSlices, type Sliced } from '../../worker/time-slice.ts';
import type { Retention } from '../store.ts';
import type { BookWriter } from './book-writer.ts';
import { freeBytes } from './disk-space.ts';
import { isOutOfSpace, mayBeOutOfSpace } from './failure.ts';
import { bookBytes, wasSearched } from './folder.ts';
import { removeSeqs } from './remove-seqs.ts';
import { cleanUp, keepBytes, limitsFor, prune, retain } from './retention.ts';
import { GROWTH, sealSegment } from './seal.ts';
import { sleepAndMeasure } from './sleep-and-measure.ts';
import { sweepFiles, sweepUnfinished } from './sweep-files.ts';
import { ignoreFailure } from './transaction.ts';

const EVERY_MS = 1000;
/** Sealing works for this long, then pauses. */
const SLICE_MS = 5;
/** The pause after a slice, as a multiple of its time, if one segment waits. */
const PAUSES_PER_SLICE = 3;
/** While the process uses more than this share of a processor for other things, sealing waits... */
const BUSY_SHARE = 0.6;
/** ...unless the book was searched in the last minute, because searches of segments that are not sealed take longer... */
const SEARCHED_MS = 60_000;
/** ...or this many segments wait. Then it goes on, with longer pauses. */
const MANY_FULL = 16;
const PAUSE_WHEN_BUSY_MS = 200;
/** After this long it gives up, so that others get the lock, and begins again later. */
const BUSY_MS = 5000;
const LOCK_RETRY_MS = 50;
/** How often, and after which time, deleting profiles is tried again on a full disk: another process may take the space that it makes. */
const DELETE_ATTEMPTS = 3;
const DELETE_RETRY_MS = 1000;
/** Bytes written between two looks at the size of the book. */
const BYTES_PER_LOOK = 262_144;

/** Takes care of a book in the background of its writer: seals segments, syncs, and keeps the limits. */
export interface Maintainer {
  /** To be called after each write. */
  afterWrite(bytes: number): void;
  retain(retention: Retention): Promise<number>;
  prune(before: number): Promise<number>;
  remove(seqs: readonly number[]): Promise<number>;
  /** Seals all segments that have entries, now. */
  sealAll(): Promise<void>;
  /** Ends as soon as the slice that is running is done. */
  close(): void;
}

/** @param deletedBefore entries that were deleted to open the book, which the first call reports */
export function createMaintainer(writer: BookWriter, limits: Retention, deletedBefore: number): Maintainer {
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
  /** Segments that could not be read. They must not keep the others from being sealed; `gatebook check` repairs them. */
  const unsealable = new Set<number>();
  /** The last of the works that need the lock. Each waits for the one before it. */
  let queue: Promise<unknown> = Promise.resolve();

  function setLimits(retention: Retention): void {
    keep = retention;
    isOverLimit = false;
    writer.limit(limitsFor(retention, writer.tuning));
  }
  setLimits(limits);

  async function lock(acquire: () => boolean): Promise<void> {
    while (!isClosed && !acquire()) await sleep(LOCK_RETRY_MS);
    if (!isClosed) sweepUnfinished(writer);
  }

  /** Runs something that somebody waits for. Sealing in the background gives way to it. */
  function first<T>(work: () => Promise<T>, acquire = writer.lock.acquire): Promise<T> {
    waiting++;
    let isWaiting = true;
    const stopWaiting = () => {
      if (isWaiting) waiting--;
      isWaiting = false;
    };
    return exclusively(() => {
      stopWaiting();
      return work();
    }, acquire).finally(stopWaiting);
  }

  function releaseLock(): void {
    try {
      writer.lock.release();
    } catch {
      // There is no space. It ends by itself after a while.
    }
  }

  function exclusively<T>(work: () => Promise<T>, acquire = writer.lock.acquire): Promise<T> {
    const run = async () => {
      await lock(acquire);
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

  /**
   * Runs at low priority: short slices, long pauses. Returns whether it came to the end: it gives way if somebody waits
   * for the lock, or if the process stays busy.
   */
  async function runInBackground(work: Generator<void, unknown>): Promise<boolean> {
    sealing = work;
    const mayGoOn = () => !isClosed && waiting === 0 && writer.lock.acquire();
    try {
      for (;;) {
        const start = performance.now();
        while (performance.now() - start < SLICE_MS) {
          if (!mayGoOn()) return false;
          if (work.next().done) return true;
        }
        // The more segments wait, the shorter the pauses.
        const pauses = PAUSES_PER_SLICE / Math.max(1, fullSegments().length) ** 2;
        if (!(await pause((performance.now() - start) * pauses)) || !mayGoOn()) return false;
      }
    } finally {
      work.return(undefined);
      sealing = null;
    }
  }

  /** Sleeps, and longer while the process is busy. Returns `false` if it stays busy. */
  async function pause(ms: number): Promise<boolean> {
    let share = await sleepAndMeasure(ms);
    const end = performance.now() + BUSY_MS;
    while (share > BUSY_SHARE && !wasSearched(writer.folder, SEARCHED_MS)) {
      if (isClosed || waiting > 0 || performance.now() > end) return false;
      share = await sleepAndMeasure(PAUSE_WHEN_BUSY_MS);
      if (fullSegments().length > MANY_FULL) return true;
    }
    return true;
  }

  /** The segments to seal, newest first: those that retention is about to delete come last, or never. */
  function fullSegments() {
    const full = writer.closedSegments().filter(({ id, state }) => state === 'full' && !unsealable.has(id));
    return full.reverse();
  }

  async function seal(): Promise<void> {
    if (isSealing || isClosed || !nextToSeal()) return;
    isSealing = true;
    try {
      await exclusively(async () => {
        for (let segment = nextToSeal(); segment && !isClosed; segment = nextToSeal()) {
          const { id } = segment;
          const isDone = await runInBackground(sealSegment(writer, segment)).catch((error: unknown) => {
            if (isOutOfSpace(error, writer.folder.path)) throw error;
            unsealable.add(id);
            return true;
          });
          if (!isDone) return;
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
    const before = writer.deleted - unreported;
    unreported = 0;
    const runWork = async () => {
      writer.room.adjustReserve(keep.bytes);
      for (let left = DELETE_ATTEMPTS; ; left--) {
        try {
          await run(work() as Sliced<void>);
          writer.room.adjustReserve(keep.bytes);
          return writer.deleted - before;
        } catch (error) {
          if (left === 0 || isClosed || !mayBeOutOfSpace(error)) throw error;
          await sleep(DELETE_RETRY_MS);
        }
      }
    };
    const acquire = () => (makesRoom ? writer.room.forCatalog(writer.lock.acquire) : writer.lock.acquire());
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

  return {
    afterWrite(bytes) {
      hasUnsynced = true;
      bytesSinceLook += bytes;
      if (keep.bytes === undefined || bytesSinceLook < Math.min(BYTES_PER_LOOK, keep.bytes / 100)) return;
      bytesSinceLook = 0;
      // The batch is written: a failure here must not reject it. The next write tries again.
      ignoreFailure(keepWithinBytes);
    },
    retain(retention) {
      setLimits(retention);
      const hasLimits = Object.values(retention).some((limit) => limit !== undefined);
      return hasLimits ? deleting(() => retain(writer, retention)) : sweep();
    },
    prune: (before) => deleting(() => prune(writer, before)),
    remove: (seqs) => deleting(() => removeSeqs(writer, new Set(seqs)), false),
    sealAll: () =>
      first(async () => {
        writer.rollOver();
        for (const segment of fullSegments()) await run(sealSegment(writer, segment) as Sliced<number>);
        sweepFiles(writer);
      }),
    close() {
      isClosed = true;
      clearInterval(timer);
      // Deletes the unfinished file, and lets another process continue at once.
      sealing?.return(undefined);
      releaseLock();
    },
  };
}
