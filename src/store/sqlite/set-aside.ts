import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { keepBatches, readSegments, removeSegment, type Segment } from './catalog.ts';
import { openCatalog, openLive } from './connection.ts';
import { type BookFolder, bookFolder, databaseFiles } from './folder.ts';
import { openSegment, segmentFile } from './present-segment.ts';
import { transaction } from './transaction.ts';

export interface SetAside {
  /** The profiles that the segment had; `null` if that is not known. */
  readonly entries: number | null;
  /** Where the damaged file is now; `null` if it was missing. */
  readonly movedTo: string | null;
}

/** Moves a damaged segment out of the book. Safe while the book is in use. Returns `null` if the segment was sealed or deleted since. */
export function setAside(path: string, segment: Segment): SetAside | null {
  const folder = bookFolder(path);
  const catalog = openCatalog(folder, false);
  try {
    mkdirSync(folder.damaged, { recursive: true, mode: 0o700 });
    if (segment.state !== 'sealed') closeForWriting(folder.live(segment.id));
    const { entries, batches } = readState(folder, segment);
    const isDone = transaction(catalog, () => {
      if (!isStillThere(catalog, segment)) return false;
      keepBatches(catalog, batches);
      removeSegment(catalog, segment.id);
      return true;
    });
    return isDone ? { entries, movedTo: moveAway(folder, segmentFile(folder, segment)) } : null;
  } finally {
    catalog.close();
  }
}

/** `null` if SQLite can't open it at all. */
function open(folder: BookFolder, segment: Segment): DatabaseSync | null {
  if (!existsSync(segmentFile(folder, segment))) return null;
  try {
    return openSegment(folder, segment);
  } catch {
    return null;
  }
}

/** Makes processes that write to a live segment start the next one. */
function closeForWriting(file: string): void {
  if (!existsSync(file)) return;
  try {
    const db = openLive(file, true);
    try {
      transaction(db, () => db.exec('UPDATE state SET closed = 1'));
    } finally {
      db.close();
    }
  } catch {
    // Then no other process can write to it either.
  }
}

/** How many entries a segment has, and the ids of its batches. The catalog knows neither of a live segment. */
function readState(folder: BookFolder, segment: Segment) {
  const unknown = { entries: segment.state === 'live' ? null : segment.entries, batches: [] };
  if (segment.state !== 'live') return unknown;
  const db = open(folder, segment);
  try {
    const entries = Number(db?.prepare('SELECT entries FROM state').get()?.entries ?? Number.NaN);
    const batches = db?.prepare('SELECT id, written FROM batches').all() ?? [];
    return {
      entries: Number.isNaN(entries) ? null : entries,
      batches: batches as unknown as { id: string; written: number }[],
    };
  } catch {
    return unknown;
  } finally {
    db?.close();
  }
}

/** A live segment may have been filled in the meantime; its file is the same. */
function isStillThere(catalog: DatabaseSync, { id, state, rewrites }: Segment): boolean {
  const present = readSegments(catalog).find((segment) => segment.id === id);
  return (
    present !== undefined &&
    present.rewrites === rewrites &&
    (present.state === 'sealed') === (state === 'sealed')
  );
}

function moveAway(folder: BookFolder, file: string): string | null {
  if (!existsSync(file)) return null;
  for (const part of databaseFiles(file))
    if (existsSync(part)) renameSync(part, join(folder.damaged, basename(part)));
  return join(folder.damaged, basename(file));
}
