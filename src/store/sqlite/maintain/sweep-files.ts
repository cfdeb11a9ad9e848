import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSegments } from '../catalog/catalog.ts';
import { segmentFile } from '../catalog/present-segment.ts';
import { bookBytes, databaseFiles, deleteFile, sizeOf } from '../files/folder.ts';
import { transaction } from '../files/transaction.ts';
import type { BookWriter } from '../live/book-writer.ts';

/**
 * Deletes files that processes have left behind when they were killed. Locks the catalog, because files are created
 * or renamed before it names them.
 */
export function sweepFiles(writer: BookWriter): void {
  transaction(writer.catalog, () => unlistedFiles(writer).forEach(deleteFile));
}

/** Deletes what is left of deleted profiles. */
export function cleanUp(writer: BookWriter): void {
  writer.room.correctCatalog();
  sweepFiles(writer);
}

/** Files of segments that are not in the book any more: of a process that was killed, or open in another one on Windows. */
function unlistedFiles({ catalog, folder }: BookWriter): string[] {
  const kept = new Set(
    readSegments(catalog).flatMap((segment) => databaseFiles(segmentFile(folder, segment))),
  );
  return (
    readdirSync(folder.segments)
      // Closing deletes an unfinished file itself, or sweepUnfinished does.
      .filter((name) => /^\d/.test(name) && !isUnfinished(name))
      .map((name) => join(folder.segments, name))
      .filter((file) => !kept.has(file))
  );
}

const isUnfinished = (name: string) => name.includes('.unfinished');

/** Files of segments that are being closed, by any process. */
function unfinishedFiles({ folder }: BookWriter): string[] {
  const names = readdirSync(folder.segments).filter(isUnfinished);
  return names.map((name) => join(folder.segments, name));
}

/**
 * The size of the book without files that will be deleted anyway and without the log of its catalog: to delete profiles does not
 * free them, and makes the log grow. A segment that is being closed counts once.
 */
export function limitedBytes(writer: BookWriter): number {
  const others = [`${writer.folder.catalog}-wal`, ...unlistedFiles(writer), ...unfinishedFiles(writer)];
  return others.reduce((bytes, file) => bytes - sizeOf(file), bookBytes(writer.folder));
}

/** Deletes files of processes that were killed while they closed a segment. The caller has the lock. */
export function sweepUnfinished(writer: BookWriter): void {
  for (const file of unfinishedFiles(writer)) deleteFile(file);
}
