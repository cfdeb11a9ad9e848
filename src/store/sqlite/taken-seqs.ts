import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readSegments, type Segment } from './catalog.ts';
import { isBusy, isOutOfSpace } from './failure.ts';
import type { BookFolder } from './folder.ts';
import { onPresentSegment, openSegment, segmentFile } from './present-segment.ts';
import { keep, take } from './recently-used.ts';
import type { SeqRange } from './seq-ranges.ts';
import { orClose } from './transaction.ts';

/** Segments that are kept open. A request that took very long has a seq of an old segment. */
const MAX_OPEN = 4;

/** Finds seqs that other segments than the live one have. */
export function createTakenSeqs(catalog: DatabaseSync, folder: BookFolder) {
  const version = catalog.prepare('PRAGMA data_version');
  const changes = catalog.prepare('SELECT total_changes() AS changes');
  const opened = new Map<string, { db: DatabaseSync; overlap: StatementSync }>();
  let known = '';
  let segments: readonly Segment[] = [];

  /** An open file takes its disk space, even after it was deleted. */
  function close(isGone: (file: string) => boolean): void {
    for (const [file, { db }] of opened) if (isGone(file) && opened.delete(file)) db.close();
  }

  function refresh(): void {
    const current = `${version.get()?.data_version} ${changes.get()?.changes}`;
    if (current === known) return;
    known = current;
    segments = readSegments(catalog);
    const files = new Set(segments.map((segment) => segmentFile(folder, segment)));
    close((file) => !files.has(file));
  }

  function open(segment: Segment) {
    const db = openSegment(folder, segment);
    return orClose(db, () => ({
      db,
      overlap: db.prepare('SELECT 1 FROM seqs WHERE last >= ? AND first <= ? LIMIT 1'),
    }));
  }

  function has(segment: Segment, range: SeqRange): boolean {
    const file = segmentFile(folder, segment);
    const found = take(opened, file) ?? open(segment);
    keep(opened, file, found, MAX_OPEN, ({ db }) => db.close());
    return found.overlap.get(...range) !== undefined;
  }

  /** A damaged segment counts as one without the seq: seqs are leased once, and one file must not stop all recording. */
  function isTaken(segment: Segment, range: SeqRange): boolean {
    try {
      return onPresentSegment(catalog, folder, segment, (present) => has(present, range)) ?? false;
    } catch (error) {
      if (isBusy(error) || isOutOfSpace(error, folder.path)) throw error;
      return false;
    }
  }

  return {
    /** Whether a segment has a seq of these ranges. */
    hasAny(ranges: readonly SeqRange[], live: number): boolean {
      refresh();
      return segments.some(
        (segment) =>
          segment.id !== live &&
          segment.state !== 'live' &&
          ranges
            .filter(([first, last]) => last >= segment.first_seq && first <= segment.last_seq)
            .some((range) => isTaken(segment, range)),
      );
    },
    /** Closes files that were deleted. */
    closeDeleted: () => close((file) => !existsSync(file)),
    close: () => close(() => true),
  };
}
