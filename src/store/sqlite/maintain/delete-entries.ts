import { forgetSegment, readSegments, type Segment } from '../catalog/catalog.ts';
import { changedSegment, segmentFile } from '../catalog/present-segment.ts';
import { closeSegment, type Keep } from '../closed/close-segment.ts';
import { rowAt } from '../columns/segment-rows.ts';
import { isOutOfSpace } from '../files/failure.ts';
import { databaseBytes } from '../files/folder.ts';
import { transaction } from '../files/transaction.ts';
import type { BookWriter } from '../live/book-writer.ts';
import { cleanUp } from './sweep-files.ts';

/** Deletes a whole segment and its files. */
export function dropSegment({ catalog, folder, room, countDeleted }: BookWriter, { id }: Segment): void {
  // Another process may have been faster, or may have closed it.
  const find = () => readSegments(catalog).find((segment) => segment.id === id && segment.state !== 'live');
  // Its file was deleted for want of space, and its entries were counted then.
  if (room.isDeleted(id)) return;
  try {
    const dropped = transaction(catalog, () => {
      const present = find();
      if (present) forgetSegment(catalog, present);
      return present;
    });
    if (!dropped) return;
    countDeleted(dropped.entries);
    room.deleteFileOf(dropped);
  } catch (error) {
    if (!isOutOfSpace(error, folder.path)) throw error;
    const present = find();
    if (present) room.deleteSegment(present);
  }
}

/** Deletes the segments without an entry of this time or later. Yields after each: to delete a large file takes tens of milliseconds on some disks. */
export function* dropBefore(writer: BookWriter, time: number): Generator<void, void> {
  const isWhole = ({ state, entries, latest }: Segment) => state !== 'live' && entries > 0 && latest < time;
  for (const segment of writer.segments().filter(isWhole)) {
    dropSegment(writer, segment);
    yield;
  }
}

/** Deletes the entries that arrived before this time. */
export function* removeBefore(writer: BookWriter, time: number): Generator<void, void> {
  const some = () => writer.segments().filter(({ entries, earliest }) => entries > 0 && earliest < time);
  // Whole segments first: on a full disk, this makes room for what follows.
  yield* dropBefore(writer, time);
  if (some().some(({ state }) => state === 'live')) rollOver(writer);
  yield* dropBefore(writer, time);
  const keepLater: Keep = (rows) => {
    rows.load(['time'], 0, rows.count);
    const times = rows.column('time');
    return (row) => (times[row] ?? 0) >= time;
  };
  for (const segment of some().filter(({ state }) => state !== 'live'))
    yield* rewrite(writer, segment, keepLater);
}

/** Keeps all but this many entries, the oldest. */
export function keepAllBut(oldest: number): Keep {
  return (rows) => {
    const isRemoved = new Uint8Array(rows.count);
    for (let position = 0; position < Math.min(oldest, rows.count); position++)
      isRemoved[rowAt(rows, position)] = 1;
    return (row) => isRemoved[row] === 0;
  };
}

/** Makes the live segment full, so that a part of it can be deleted. */
export function rollOver(writer: BookWriter): void {
  writer.room.forCatalog(writer.rollOver);
}

/**
 * Deletes a part of a segment. If the disk has no space for the rest, even after other processes have closed deleted files, the whole
 * segment is deleted, unless it is the only one.
 */
export function* rewrite(writer: BookWriter, segment: Segment, keep: Keep): Generator<void, void> {
  for (;;) {
    try {
      writer.countDeleted(yield* closeSegment(writer, segment, keep));
      return;
    } catch (error) {
      if (!isOutOfSpace(error, writer.folder.path)) throw error;
      if (!writer.room.mayHaveGrown()) {
        if (byAge(writer.segments()).length === 1) throw error;
        dropSegment(writer, segment);
        return;
      }
      yield;
    }
  }
}

/** The present size of a segment and its summary. The size in the catalog includes a log that may be gone. */
export function bytesOf({ catalog, folder }: BookWriter, segment: Segment): number {
  const summary = catalog
    .prepare('SELECT sum((length(data) + 4095) / 4096) AS pages FROM summaries WHERE segment = ?')
    .get(segment.id);
  return databaseBytes(segmentFile(folder, segment)) + Number(summary?.pages) * 4096;
}

/** Segments with entries, oldest first. */
export function byAge(segments: readonly Segment[]): Segment[] {
  return segments.filter(({ entries }) => entries > 0).sort((a, b) => a.latest - b.latest || a.id - b.id);
}

/** Deletes the profiles with these seqs. On a full disk it fails: unlike retention, it deletes nothing else to make room. */
export function* removeSeqs(writer: BookWriter, seqs: ReadonlySet<number>): Generator<void, void> {
  for (;;) {
    try {
      return yield* removeFromSegments(writer, seqs);
    } catch (error) {
      if (!isOutOfSpace(error, writer.folder.path) || !writer.room.mayHaveGrown()) throw error;
      yield;
    }
  }
}

function* removeFromSegments(writer: BookWriter, seqs: ReadonlySet<number>): Generator<void, void> {
  const wanted = [...seqs];
  const mayHaveSome = ({ entries, first_seq, last_seq }: Segment) =>
    entries > 0 && wanted.some((seq) => seq >= first_seq && seq <= last_seq);
  writer.room.correctCatalog();
  if (writer.segments().some((segment) => segment.state === 'live' && mayHaveSome(segment)))
    writer.rollOver();
  for (const segment of writer.finishedSegments().filter(mayHaveSome))
    yield* removeFromSegment(writer, segment, seqs);
  cleanUp(writer);
}

/** Tries again if another process has closed or rewritten the segment in the meantime: nothing may be left. */
function* removeFromSegment(
  writer: BookWriter,
  listed: Segment,
  seqs: ReadonlySet<number>,
): Generator<void, void> {
  const { catalog, folder } = writer;
  for (let segment = listed; ; ) {
    let found = 0;
    const keepOthers: Keep = (rows) => {
      rows.load(['seq'], 0, rows.count);
      const column = rows.column('seq');
      return (row) => {
        const isWanted = seqs.has(column[row] ?? 0);
        if (isWanted) found++;
        return !isWanted;
      };
    };
    const removed = yield* closeSegment(writer, segment, keepOthers);
    writer.countDeleted(removed);
    const present = changedSegment(catalog, folder, segment);
    if (removed > 0 || present === null || (found === 0 && present === 'unchanged')) return;
    if (present !== 'unchanged') segment = present;
    yield;
  }
}
