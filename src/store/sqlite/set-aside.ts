import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BatchId, keepBatches, readSegments, removeSegment, type Segment } from './catalog.ts';
import { openCatalog, openLive } from './connection.ts';
import { bookFolder, databaseFiles } from './folder.ts';
import { closeForWriting, readBatches, readState } from './live-state.ts';
import { segmentFile } from './present-segment.ts';
import { thenClose, transaction } from './transaction.ts';

export interface SetAside {
  /** The profiles that the segment had; `null` if that is not known. */
  readonly entries: number | null;
  /** Where the damaged file is now. */
  readonly movedTo: string;
}

/** Moves a damaged segment out of the book. Safe while the book is in use. Returns `null` if the segment was sealed or deleted since. */
export function setAside(path: string, segment: Segment): SetAside | null {
  const folder = bookFolder(path);
  const file = segmentFile(folder, segment);
  return thenClose(openCatalog(folder, false), (catalog) => {
    mkdirSync(folder.damaged, { recursive: true, mode: 0o700 });
    const { entries, batches } = segment.state === 'sealed' ? NOT_KNOWN : endWriting(file);
    const isDone = transaction(catalog, () => {
      const present = readSegments(catalog).find(({ id }) => id === segment.id);
      // A live segment may have been filled in the meantime; its file is the same.
      if (!present || segmentFile(folder, present) !== file) return false;
      keepBatches(catalog, batches);
      removeSegment(catalog, segment.id);
      // With the catalog locked: another process deletes files that it does not name.
      for (const part of databaseFiles(file))
        if (existsSync(part)) renameSync(part, join(folder.damaged, basename(part)));
      return true;
    });
    if (!isDone) return null;
    return {
      entries: segment.state === 'live' ? entries : segment.entries,
      movedTo: join(folder.damaged, basename(file)),
    };
  });
}

/** What the catalog does not know of a live segment. */
interface Remains {
  readonly entries: number | null;
  readonly batches: readonly BatchId[];
}

const NOT_KNOWN: Remains = { entries: null, batches: [] };

function endWriting(file: string): Remains {
  try {
    return thenClose(openLive(file, false), (db) => {
      closeForWriting(db);
      return { entries: readState(db).entries, batches: readBatches(db) };
    });
  } catch {
    // Then no other process can write to it either.
    return NOT_KNOWN;
  }
}
