import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../../errors.ts';
import type { Batch, Lease } from '../../store.ts';
import { hasBatch, keepBatches } from '../catalog/batch-ids.ts';
import {
  addSegment,
  initialize,
  lease,
  type Origin,
  raiseNextSeq,
  readNextSeq,
  readSegments,
  readTokenKey,
  type Segment,
  updateSegment,
} from '../catalog/catalog.ts';
import { createMaintenanceLock } from '../catalog/maintenance-lock.ts';
import { createTakenSeqs } from '../catalog/taken-seqs.ts';
import { emptyLog, openCatalog } from '../files/connection.ts';
import { explainFullDisk, isOutOfSpace } from '../files/failure.ts';
import {
  type BookFolder,
  bookBytes,
  bookFolder,
  deleteDatabase,
  identityOf,
  syncFolder,
} from '../files/folder.ts';
import { ignoreFailure, orClose, transaction } from '../files/transaction.ts';
import type { OpenSettings, Tuning } from '../tuning.ts';
import {
  createLiveSegment,
  encodeBatches,
  type LiveSegment,
  openLiveSegment,
  sizeOfLive,
} from './live-segment.ts';
import { createRoom } from './room.ts';

/** Another process may have filled the live segment each time this one is about to write to it. */
const MAX_ATTEMPTS = 100;

/** A book has at least this many segments, so that there is an oldest one to delete when the disk is full. */
const SEGMENTS_PER_BOOK = 8;

export type BookWriter = ReturnType<typeof bookWriter>;

/** Writes a book: the live segment, and the catalog whenever a new one starts. */
export function openBookWriter(
  path: string,
  create: boolean,
  tuning: Tuning,
  { origin = null, makesRoom = true, durable = false }: OpenSettings = {},
): BookWriter {
  const folder = bookFolder(path);
  const fill = (db: DatabaseSync) => initialize(db, origin);
  const catalog = create ? openCatalog(folder, fill) : openCatalog(folder);
  return orClose(catalog, () => {
    if (origin && readTokenKey(catalog).join() !== origin.tokenKey.join()) {
      // The tokens that the app has given out are of the other book.
      throw new GatebookError(
        'book-unreadable',
        `The book at ${path} was replaced by another one. Restart the app to record into it.`,
      );
    }
    // Another process that goes on with the same tokens may have created the book.
    if (origin) raiseNextSeq(catalog, origin.nextSeq);
    return bookWriter(catalog, folder, tuning, { makesRoom, durable });
  });
}

type Settings = Required<Omit<OpenSettings, 'origin'>>;

function bookWriter(catalog: DatabaseSync, folder: BookFolder, tuning: Tuning, settings: Settings) {
  const { makesRoom, durable } = settings;
  const opened = identityOf(folder.catalog, false);
  const tokenKey = readTokenKey(catalog);
  const isTaken = createTakenSeqs(catalog, folder);
  let deleted = 0;
  const countDeleted = (entries: number) => {
    deleted += entries;
  };
  const room = createRoom(catalog, folder, countDeleted, makesRoom);
  const liveId = catalog.prepare("SELECT id FROM segments WHERE state = 'live' ORDER BY id DESC LIMIT 1");
  let limits = tuning.segment;
  /** The share of the book that a segment may have. */
  let share = 0;
  let live: LiveSegment | null = null;

  /** The live segment as far as this process knows. */
  function current(): LiveSegment {
    live ??= room.forCatalog(openNewest);
    return live;
  }

  /** The live segment, also if another process has started it. */
  function newest(): LiveSegment {
    if (live && live.id !== liveId.get()?.id) release(live);
    return current();
  }

  /** Opens the segment that the catalog names. Other processes may finish and delete it at the same time. */
  function openNewest(): LiveSegment {
    for (let left = MAX_ATTEMPTS; ; left--) {
      const id = liveId.get()?.id as number | undefined;
      try {
        if (id !== undefined) return openLiveSegment(id, folder.live(id), tuning, durable);
      } catch (error) {
        if (left === 0 || existsSync(folder.live(id ?? 0))) throw error;
      }
      // A new book has no segment, and after a power failure the file of an empty one may be missing.
      const started = starting((create) => {
        if (liveId.get()?.id !== id || (id !== undefined && existsSync(folder.live(id)))) return;
        create(id ?? addSegment(catalog));
      });
      if (started) return started;
    }
  }

  /**
   * Changes the catalog, and creates the file of the segment that the catalog then names. If the change fails, the file is closed:
   * the next segment gets the same number. This gives space back, but less than a segment needs.
   */
  function starting(change: (create: (id: number) => void) => void): LiveSegment | null {
    let started: LiveSegment | null = null;
    try {
      transaction(catalog, () =>
        change((id) => {
          started = createLiveSegment(id, folder.live(id), tuning, durable);
          // After a power failure, a reader must find its tables.
          started.checkpoint();
          syncFolder(folder.segments);
        }),
      );
      return started;
    } catch (error) {
      (started as LiveSegment | null)?.close();
      throw explainFullDisk(error, folder.path, tuning.smallestSegment);
    }
  }

  /**
   * Makes a segment full and starts the next one. Safe to repeat: of several processes one does it, and if that one is
   * killed in between, the next that wants to write does it.
   */
  function finish(segment: LiveSegment): void {
    const next = starting((create) => {
      if (liveId.get()?.id !== segment.id) return;
      segment.markFull();
      // The catalog must be right about the segment after a power failure too.
      segment.checkpoint();
      keepBatches(catalog, segment.batches());
      updateSegment(catalog, {
        ...sizeOfLive(segment.state()),
        id: segment.id,
        state: 'full',
        rewrites: 0,
        bytes: segment.bytes(),
      });
      create(addSegment(catalog));
    });
    release(segment);
    live = next;
    updateShare();
  }

  /** Closes a segment that another process may have made full, closed and deleted. */
  function release(segment: LiveSegment): void {
    segment.close();
    if (live === segment) live = null;
  }

  function updateShare(): void {
    share = Math.max(tuning.smallestSegment, bookBytes(folder) / SEGMENTS_PER_BOOK);
  }
  updateShare();

  function isFull(segment: LiveSegment): boolean {
    const { entries, text, created } = segment.state();
    if (entries === 0) return false;
    return (
      entries >= limits.entries ||
      text >= limits.text ||
      segment.writtenBytes() >= Math.min(limits.bytes, share) ||
      Date.now() - created >= limits.age
    );
  }

  const presentSegments = () => readSegments(catalog).filter(({ id }) => !room.isDeleted(id));
  const finishedSegments = () => presentSegments().filter(({ state }) => state !== 'live');

  /** Makes a segment full, and deletes older profiles if there is no space for the next one. */
  const makeRoomToFinish = (segment: LiveSegment) => room.forCatalog(() => finish(segment));

  /** If a full segment is the only one and there is no space for another, the newest profiles are kept at the cost of its own. */
  function giveUpLive(segment: LiveSegment, error: unknown): boolean {
    if (!isOutOfSpace(error, folder.path) || !(isFull(segment) || segment.state().is_full === 1))
      return false;
    if (finishedSegments().length > 0) return false;
    const { entries } = segment.state();
    release(segment);
    deleteDatabase(folder.live(segment.id));
    countDeleted(entries);
    return true;
  }

  return {
    catalog,
    folder,
    tuning,
    lock: createMaintenanceLock(catalog, tuning.lockMs),
    room,
    /** Entries that this process has deleted. */
    get deleted() {
      return deleted;
    },
    countDeleted,
    /** Writes batches in one commit. One that the book has is ignored; together with others, it fails. Returns the bytes written. */
    write(batches: readonly Batch[]): number {
      const encoded = encodeBatches(batches);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const segment = current();
        let result: number | 'full';
        try {
          result = room.forProfiles(() =>
            segment.write(
              encoded,
              (id) => hasBatch(catalog, id),
              (ranges) => isTaken(ranges, segment.id),
            ),
          );
          // If its file is gone from the folder, what this process still sees of the segment is out of date.
          if (result === 'full' && existsSync(folder.live(segment.id))) makeRoomToFinish(segment);
          else if (result === 'full') release(segment);
        } catch (error) {
          if (!giveUpLive(segment, error)) throw error;
          continue;
        }
        if (result !== 'full') {
          // The batch is written, even if the next segment can't be started now.
          if (isFull(segment)) ignoreFailure(() => makeRoomToFinish(segment));
          return result;
        }
      }
      throw new Error('the live segment was full again and again');
    },
    lease: (size: number): Lease => room.forCatalog(() => lease(catalog, size)),
    /** All segments except for the live one, oldest first. Opens no file, which on a full disk could delete profiles to make room. */
    finishedSegments,
    /** All segments with their present sizes, oldest first. */
    segments: (): Segment[] =>
      presentSegments().map((segment) => {
        if (segment.state !== 'live') return segment;
        const present = newest();
        return segment.id === present.id
          ? { ...segment, ...sizeOfLive(present.state()), bytes: present.bytes() }
          : segment;
      }),
    /** The live segment is full at these sizes. */
    limit(next: Tuning['segment']): void {
      limits = next;
      updateShare();
    },
    /** Makes the live segment full, if it has entries. */
    rollOver(): void {
      const segment = newest();
      if (segment.state().entries > 0) finish(segment);
    },
    /** Starts a new segment if the one that this process writes to is full by now. */
    rollOverIfFull: () => (live && isFull(live) ? finish(live) : undefined),
    /** Makes what was written durable. */
    checkpoint: () => live?.checkpoint(),
    /** Gives back the space of all logs. Returns whether that of the catalog is empty, `undefined` if there is no space for it. */
    emptyLogs(): boolean | undefined {
      ignoreFailure(() => live?.emptyLog());
      return ignoreFailure(() => emptyLog(catalog));
    },
    /** Whether the open files are still where they were opened. They may have been deleted, moved or replaced. */
    isInPlace(): boolean {
      if (identityOf(folder.catalog, false) !== opened) return false;
      // Another process may have made the live segment full, and closed it, which deletes its file.
      return !live || live.isInPlace() || liveId.get()?.id !== live.id;
    },
    /** Whether another catalog is where this one was opened. */
    isReplaced: () => existsSync(folder.catalog) && identityOf(folder.catalog, false) !== opened,
    origin: (): Origin => ({ tokenKey, nextSeq: readNextSeq(catalog) }),
    close(): void {
      live?.close();
      catalog.close();
    },
  };
}
