import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Retention } from '../store.ts';
import type { BookWriter, SegmentLimits } from './book-writer.ts';
import { readSegments, recordPruning, removeSegment, type Segment } from './catalog.ts';
import { emptyLog } from './connection.ts';
import { bookBytes, databaseFiles, deleteDatabase, deleteFile, sizeOf } from './folder.ts';
import { segmentFile } from './present-segment.ts';
import { sealSegment } from './seal.ts';
import { openPresentSource } from './seal-source.ts';
import { transaction } from './transaction.ts';

/** A book within its limits has this many segments or more, so that deleting one deletes little. */
const SEGMENTS_PER_LIMIT = 32;
/** Starting a segment takes some milliseconds. */
const MIN_SEGMENT_BYTES = 262_144;
const MIN_SEGMENT_AGE_MS = 1000;
/** What may remain above a limit. A larger excess is removed by rewriting a segment. */
const TOLERANCE = 0.04;

/** The sizes at which a segment is full, so that retention by deleting whole segments is precise enough. */
export function limitsFor({ entries, bytes, age }: Retention, usual: SegmentLimits): SegmentLimits {
  const part = (limit: number | undefined, min: number) =>
    limit === undefined ? Number.POSITIVE_INFINITY : Math.max(min, Math.floor(limit / SEGMENTS_PER_LIMIT));
  return {
    entries: Math.min(usual.entries, part(entries, 1)),
    text: usual.text,
    bytes: Math.min(usual.bytes, part(bytes, MIN_SEGMENT_BYTES)),
    age: Math.min(usual.age, part(age, MIN_SEGMENT_AGE_MS)),
  };
}

/** Deletes a whole segment and its files. Returns how many entries it had. */
function dropSegment({ catalog, folder }: BookWriter, { id }: Segment): number {
  const dropped = transaction(catalog, () => {
    // Another process may have been faster, or may have sealed it.
    const present = readSegments(catalog).find((segment) => segment.id === id && segment.state !== 'live');
    if (!present) return null;
    removeSegment(catalog, id);
    recordPruning(catalog, present.last_seq);
    return present;
  });
  if (!dropped) return 0;
  deleteDatabase(segmentFile(folder, dropped));
  return dropped.entries;
}

/** Yields after each segment: deleting a large file takes tens of milliseconds on some disks. */
function* dropSegments(writer: BookWriter, segments: readonly Segment[]): Generator<void, number> {
  let deleted = 0;
  for (const segment of segments) {
    deleted += dropSegment(writer, segment);
    yield;
  }
  return deleted;
}

/**
 * Deletes files that processes have left behind when they were killed. Locks the catalog, because files are created
 * or renamed before it names them.
 */
export function sweepFiles(writer: BookWriter): void {
  transaction(writer.catalog, () => deleteUnlisted(writer));
}

function deleteUnlisted(writer: BookWriter): void {
  for (const file of unlistedFiles(writer)) deleteFile(file);
}

/** Files of segments that are not in the book any more: of a process that was killed, or open in another one on Windows. */
function unlistedFiles({ catalog, folder }: BookWriter): string[] {
  const kept = new Set(
    readSegments(catalog).flatMap((segment) => databaseFiles(segmentFile(folder, segment))),
  );
  return (
    readdirSync(folder.segments)
      // Sealing deletes an unfinished file itself, or sweepUnfinished does.
      .filter((name) => /^\d/.test(name) && !name.includes('unfinished'))
      .map((name) => join(folder.segments, name))
      .filter((file) => !kept.has(file))
  );
}

/** The size of the book without files that will be deleted anyway: to delete profiles for them would not make them go. */
function limitedBytes(writer: BookWriter): number {
  return unlistedFiles(writer).reduce((bytes, file) => bytes - sizeOf(file), bookBytes(writer.folder));
}

/** Deletes the oldest segments while all files together are larger than this. Cheap enough for every write. */
export function keepBytes(writer: BookWriter, bytes: number): number {
  if (bookBytes(writer.folder) <= bytes) return 0;
  let deleted = 0;
  let total = limitedBytes(writer);
  while (total > bytes) {
    const [oldest, next] = byAge(writer.segments());
    if (!oldest || oldest.entries === 0) break;
    // A live segment is only deleted if the book can't be within its limit with it.
    if (!next || oldest.state === 'live') {
      if (oldest.bytes * 2 < bytes) break;
      writer.rollOver();
    }
    deleted += dropSegment(writer, oldest);
    const now = limitedBytes(writer);
    if (now >= total) break;
    total = now;
  }
  return deleted;
}

/** Deletes every profile that arrived before this time. Yields between short slices of work. */
export function* prune(writer: BookWriter, before: number): Generator<void, number> {
  const deleted = yield* removeBefore(writer, before, Number.MAX_SAFE_INTEGER);
  sweepFiles(writer);
  if (deleted > 0) emptyLog(writer.catalog);
  return deleted;
}

/** Deletes the oldest profiles until the book is within its limits. Yields between short slices of work. */
export function* retain(writer: BookWriter, { age, entries, bytes }: Retention): Generator<void, number> {
  let deleted = 0;
  if (age !== undefined) deleted += yield* keepAge(writer, age);
  if (entries !== undefined) deleted += yield* keepEntries(writer, entries);
  if (bytes !== undefined) deleted += keepBytes(writer, bytes);
  sweepFiles(writer);
  if (deleted > 0) emptyLog(writer.catalog);
  return deleted;
}

function* keepAge(writer: BookWriter, age: number): Generator<void, number> {
  const before = Date.now() * 1000 - age * 1000;
  const tolerated = before - age * 1000 * TOLERANCE;
  const isTooOld = ({ early, entries }: Segment) => entries > 0 && early < tolerated;
  if (writer.segments().some((segment) => isTooOld(segment) && segment.latest >= before))
    return yield* removeBefore(writer, before, Number.MAX_SAFE_INTEGER);
  return yield* dropSegments(
    writer,
    writer
      .segments()
      .filter(({ state, entries, latest }) => state !== 'live' && entries > 0 && latest < before),
  );
}

function* keepEntries(writer: BookWriter, limit: number): Generator<void, number> {
  let deleted = 0;
  for (;;) {
    const segments = byAge(writer.segments());
    const total = segments.reduce((sum, { entries }) => sum + entries, 0);
    const excess = total - limit;
    const [oldest] = segments;
    if (excess <= 0 || !oldest) return deleted;
    if (oldest.state !== 'live' && oldest.entries <= Math.min(excess, limit * TOLERANCE)) {
      deleted += yield* dropSegments(writer, [oldest]);
      continue;
    }
    if (excess <= limit * TOLERANCE) return deleted;
    const { time, seq } = yield* entryAt(writer, excess);
    return deleted + (yield* removeBefore(writer, time, seq));
  }
}

/** The entry with this many older ones, by the order of the listing. */
function* entryAt(writer: BookWriter, older: number): Generator<void, { time: number; seq: number }> {
  writer.rollOver();
  const keys: { time: number; seq: number }[] = [];
  for (const segment of byEarliest(writer.segments().filter(({ entries }) => entries > 0))) {
    keys.sort((a, b) => a.time - b.time || b.seq - a.seq);
    const last = keys[older];
    if (last && segment.earliest > last.time) break;
    const opened = yield* openPresentSource(writer.catalog, writer.folder, segment);
    if (!opened) continue;
    const { table } = opened;
    for (let row = 0; row < table.count; row++)
      keys.push({ time: table.time[row] ?? 0, seq: table.seq[row] ?? 0 });
    opened.close();
    yield;
  }
  keys.sort((a, b) => a.time - b.time || b.seq - a.seq);
  return keys[older] ?? { time: Number.MAX_SAFE_INTEGER, seq: -1 };
}

/** Deletes the entries before a place in the listing's reverse order. */
function* removeBefore(writer: BookWriter, time: number, seq: number): Generator<void, number> {
  const isBefore = (entryTime: number, entrySeq: number) =>
    entryTime < time || (entryTime === time && entrySeq > seq);
  const hasSome = ({ entries, earliest }: Segment) =>
    entries > 0 && isBefore(earliest, Number.MAX_SAFE_INTEGER);
  if (writer.segments().some((segment) => segment.state === 'live' && hasSome(segment))) writer.rollOver();
  const full = writer.segments().filter((segment) => segment.state !== 'live' && hasSome(segment));
  let deleted = yield* dropSegments(
    writer,
    full.filter(({ latest }) => latest < time),
  );
  for (const segment of full.filter(({ latest }) => latest >= time))
    deleted += yield* sealSegment(writer, segment, (entryTime, entrySeq) => !isBefore(entryTime, entrySeq));
  return deleted;
}

function byAge(segments: readonly Segment[]): Segment[] {
  return segments.filter(({ entries }) => entries > 0).sort((a, b) => a.latest - b.latest || a.id - b.id);
}

function byEarliest(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.earliest - b.earliest);
}

/** Deletes files of processes that were killed while they sealed a segment. The caller has the lock. */
export function sweepUnfinished({ folder }: BookWriter): void {
  for (const name of readdirSync(folder.segments))
    if (name.includes('.unfinished')) deleteFile(join(folder.segments, name));
}
