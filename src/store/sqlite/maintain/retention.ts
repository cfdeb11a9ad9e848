import type { Retention } from '../../store.ts';
import type { Segment } from '../catalog/catalog.ts';
import { closeSegment } from '../closed/close-segment.ts';
import { emptyLog } from '../files/connection.ts';
import { isOutOfSpace } from '../files/failure.ts';
import { bookBytes } from '../files/folder.ts';
import type { BookWriter } from '../live/book-writer.ts';
import type { Tuning } from '../tuning.ts';
import {
  byAge,
  bytesOf,
  dropBefore,
  dropSegment,
  keepAllBut,
  removeBefore,
  rewrite,
  rollOver,
} from './delete-entries.ts';
import { cleanUp, limitedBytes } from './sweep-files.ts';

/** A book at its limit has at least this many segments, so that deleting one deletes little. */
const SEGMENTS_PER_LIMIT = 32;
const MIN_SEGMENT_AGE_MS = 1000;
/** An excess of up to 4 % may stay. To remove a larger one, a segment is rewritten. */
const TOLERANCE = 0.04;
/** Keeping to a limit in bytes leaves at least seven eighths of it, or all but one segment. */
const SEGMENTS_LEFT = 8;
/** The shared memory of the catalog and the live segment. SQLite deletes it when the book is closed. */
const SHARED_MEMORY = 65_536;
/** Delete a little more than a limit in bytes asks for, or the next write would reach it again. */
const MARGIN = 1 / 16;
/** A segment that was rewritten may be larger than the part of it that stays. */
const MAX_REWRITES = 16;

/** The sizes at which a segment is full, so that retention by deleting whole segments is precise enough. */
export function limitsFor(
  { entries, bytes, age }: Retention,
  { segment: usual, smallestSegment }: Pick<Tuning, 'segment' | 'smallestSegment'>,
): Tuning['segment'] {
  const part = (limit: number | undefined, min: number) =>
    limit === undefined ? Number.POSITIVE_INFINITY : Math.max(min, Math.floor(limit / SEGMENTS_PER_LIMIT));
  return {
    entries: Math.min(usual.entries, part(entries, 1)),
    text: usual.text,
    bytes: Math.min(usual.bytes, part(bytes, smallestSegment)),
    age: Math.min(usual.age, part(age, MIN_SEGMENT_AGE_MS)),
  };
}

/**
 * Deletes the oldest segments while all files together are larger than this. A segment at the limit stays, for `retain` to rewrite.
 * Cheap enough for every write.
 * @returns whether the book is within the limit
 */
export function keepBytes(writer: BookWriter, bytes: number): boolean {
  if (bookBytes(writer.folder) <= bytes) return true;
  // Logs, and the reserve of a process with a higher limit, are given up before any profile.
  writer.emptyLogs();
  writer.room.limitReserve(bytes);
  const least = bytes - Math.max(writer.tuning.smallestSegment, bytes / SEGMENTS_LEFT) + SHARED_MEMORY;
  let total = limitedBytes(writer);
  let dropped: Segment | null = null;
  while (total > bytes) {
    const [oldest, next] = byAge(writer.segments());
    if (!oldest || !next || oldest.id === dropped?.id) break;
    if (oldest.state === 'live') rollOver(writer);
    const size = bytesOf(writer, oldest);
    if (total - size < least) break;
    dropSegment(writer, oldest);
    dropped = oldest;
    total -= size;
  }
  if (dropped) writer.emptyLogs();
  if (limitedBytes(writer) <= bytes) return true;
  compactCatalog(writer);
  return limitedBytes(writer) <= bytes;
}

/** Deletes the oldest segments, and the oldest part of the one at the limit. */
function* keepSize(writer: BookWriter, bytes: number): Generator<void, void> {
  for (let left = MAX_REWRITES; left > 0 && !keepBytes(writer, bytes); left--) {
    const excess = limitedBytes(writer) - bytes;
    const [oldest, next] = byAge(writer.segments());
    if (excess <= 0 || !oldest) break;
    // The limit is too low: without any profile, the book would still be larger.
    if (!next && bytesOf(writer, oldest) < excess && oldest.bytes * 2 < bytes) break;
    if (oldest.state === 'live') {
      rollOver(writer);
      continue;
    }
    // Closing alone may make it small enough.
    if (oldest.state === 'full' && (yield* closeFull(writer, oldest))) continue;
    const part = (excess + bytes * MARGIN) / bytesOf(writer, oldest);
    const removed = Math.ceil(oldest.entries * Math.max(part, MARGIN));
    if (removed < oldest.entries && left > 1) yield* rewrite(writer, oldest, keepAllBut(removed));
    else dropSegment(writer, oldest);
    yield;
  }
}

/** Closes a segment, unless another process has done it. Returns `false` if there is no space. */
function* closeFull(writer: BookWriter, { id }: Segment): Generator<void, boolean> {
  const find = () => writer.finishedSegments().find((segment) => segment.id === id);
  const segment = find();
  try {
    if (segment?.state === 'full') yield* closeSegment(writer, segment);
  } catch (error) {
    if (!isOutOfSpace(error, writer.folder.path)) throw error;
  }
  return find()?.state !== 'full';
}

/** Gives back the space of rows that were deleted from the catalog. It is reused otherwise. */
function compactCatalog({ catalog }: BookWriter): void {
  if (catalog.prepare('PRAGMA freelist_count').get()?.freelist_count === 0) return;
  try {
    catalog.exec('VACUUM');
    emptyLog(catalog);
  } catch {
    // There is no space, or another process writes.
  }
}

/** Deletes every profile that arrived before this time. Yields between short slices of work. */
export function* prune(writer: BookWriter, before: number): Generator<void, void> {
  writer.room.forCatalog(writer.room.correctCatalog);
  yield* removeBefore(writer, before);
  writer.room.forCatalog(() => cleanUp(writer));
}

/** Deletes the oldest profiles until the book is within its limits. Yields between short slices of work. */
export function* retain(writer: BookWriter, { age, entries, bytes }: Retention): Generator<void, void> {
  writer.room.forCatalog(writer.room.correctCatalog);
  if (age !== undefined) yield* keepAge(writer, age);
  if (entries !== undefined) yield* keepEntries(writer, entries);
  if (bytes !== undefined) yield* keepSize(writer, bytes);
  writer.room.forCatalog(() => cleanUp(writer));
}

function* keepAge(writer: BookWriter, age: number): Generator<void, void> {
  const before = Date.now() * 1000 - age * 1000;
  const tolerated = before - age * 1000 * TOLERANCE;
  const isTooOld = ({ early, entries }: Segment) => entries > 0 && early < tolerated;
  const isPartly = ({ state, latest }: Segment) => state === 'live' || latest >= before;
  const needsPart = writer.segments().some((segment) => isTooOld(segment) && isPartly(segment));
  yield* needsPart ? removeBefore(writer, before) : dropBefore(writer, before);
}

/** Deletes the oldest segments, and the oldest part of the one at the limit. */
function* keepEntries(writer: BookWriter, limit: number): Generator<void, void> {
  for (;;) {
    const segments = byAge(writer.segments());
    const excess = segments.reduce((sum, { entries }) => sum + entries, -limit);
    const [oldest] = segments;
    if (!oldest || excess <= 0) return;
    if (oldest.state !== 'live' && oldest.entries <= excess) {
      dropSegment(writer, oldest);
      yield;
      continue;
    }
    if (excess <= limit * TOLERANCE) return;
    if (oldest.state === 'live') {
      rollOver(writer);
      continue;
    }
    return yield* rewrite(writer, oldest, keepAllBut(excess));
  }
}
