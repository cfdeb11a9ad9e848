import type { BookWriter } from './book-writer.ts';
import { forgetSegment, readSegments, type Segment } from './catalog.ts';
import { isOutOfSpace } from './failure.ts';
import { databaseBytes } from './folder.ts';
import { segmentFile } from './present-segment.ts';
import { type Keep, sealSegment } from './seal.ts';
import { rowAt } from './segment-rows.ts';
import { transaction } from './transaction.ts';

/** Deletes a whole segment and its files. */
export function dropSegment({ catalog, folder, room, countDeleted }: BookWriter, { id }: Segment): void {
  // Another process may have been faster, or may have sealed it.
  const find = () => readSegments(catalog).find((segment) => segment.id === id && segment.state !== 'live');
  // Its file went for want of space, and was counted then.
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

/** Yields after each segment: deleting a large file takes tens of milliseconds on some disks. */
export function* dropSegments(writer: BookWriter, segments: readonly Segment[]): Generator<void, void> {
  for (const segment of segments) {
    dropSegment(writer, segment);
    yield;
  }
}

/** Deletes the entries that arrived before this time. */
export function* removeBefore(writer: BookWriter, time: number): Generator<void, void> {
  const isWhole = ({ state, latest }: Segment) => state !== 'live' && latest < time;
  const some = () => writer.segments().filter(({ entries, earliest }) => entries > 0 && earliest < time);
  // Whole segments first: on a full disk, this makes room for what follows.
  yield* dropSegments(writer, some().filter(isWhole));
  if (some().some(({ state }) => state === 'live')) rollOver(writer);
  yield* dropSegments(writer, some().filter(isWhole));
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
 * Deletes a part of a segment. If the disk has no space for the rest, also not after other processes have closed what was deleted
 * before, all of it goes, unless nothing else would be left.
 */
export function* rewrite(writer: BookWriter, segment: Segment, keep: Keep): Generator<void, void> {
  for (;;) {
    try {
      writer.countDeleted(yield* sealSegment(writer, segment, keep));
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

/** The present size of a segment, with its pages in the catalog. The size in the catalog includes a log that may be gone. */
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
