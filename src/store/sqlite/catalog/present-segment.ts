import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openClosed, openFull, openLiveForReading } from '../files/connection.ts';
import type { BookFolder } from '../files/folder.ts';
import { readSegments, type Segment } from './catalog.ts';

export function segmentFile(
  folder: BookFolder,
  { id, state, rewrites }: Pick<Segment, 'id' | 'state' | 'rewrites'>,
): string {
  return state === 'closed' ? folder.closed(id, rewrites) : folder.live(id);
}

export function openSegment(folder: BookFolder, segment: Segment): DatabaseSync {
  const open = { live: openLiveForReading, full: openFull, closed: openClosed }[segment.state];
  return open(segmentFile(folder, segment));
}

/**
 * The present row of a segment whose file has changed. `null` if the segment was deleted: on a full disk the file is deleted
 * first, and the row when there is space.
 */
export function changedSegment(
  catalog: DatabaseSync,
  folder: BookFolder,
  segment: Segment,
): Segment | null | 'unchanged' {
  const isThere = existsSync(segmentFile(folder, segment));
  const present = readSegments(catalog).find(({ id }) => id === segment.id);
  if (!present) return null;
  if (present.state !== segment.state || present.rewrites !== segment.rewrites) return present;
  return isThere ? 'unchanged' : null;
}

/**
 * Works on a segment, and again if that fails because the segment was closed or rewritten since its row was read. Returns `null`
 * if it was deleted.
 */
export function onPresentSegment<T>(
  catalog: DatabaseSync,
  folder: BookFolder,
  segment: Segment,
  work: (segment: Segment) => T,
): T | null {
  for (let current = segment; ; ) {
    try {
      return work(current);
    } catch (error) {
      const changed = changedSegment(catalog, folder, current);
      if (changed === 'unchanged') throw error;
      if (changed === null) return null;
      current = changed;
    }
  }
}
