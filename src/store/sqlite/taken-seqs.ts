import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readSegments, type Segment } from './catalog.ts';
import type { BookFolder } from './folder.ts';
import { onPresentSegment, openSegment, segmentFile } from './present-segment.ts';
import type { SeqRange } from './seq-ranges.ts';

/** Segments that are kept open. A request that took very long has a seq of an old segment. */
const MAX_OPEN = 4;

/** Finds seqs that other segments than the live one have. */
export interface TakenSeqs {
  find(ranges: readonly SeqRange[], live: number): number | null;
  /** Closes files that were deleted, so that the disk has their space. */
  closeDeleted(): void;
  close(): void;
}

export function createTakenSeqs(catalog: DatabaseSync, folder: BookFolder): TakenSeqs {
  const version = catalog.prepare('PRAGMA data_version');
  const changes = catalog.prepare('SELECT total_changes() AS changes');
  const opened = new Map<string, { db: DatabaseSync; overlap: StatementSync }>();
  let known = '';
  let segments: readonly Segment[] = [];

  function refresh(): void {
    const current = `${version.get()?.data_version} ${changes.get()?.changes}`;
    if (current === known) return;
    known = current;
    segments = readSegments(catalog);
    // An open file takes its disk space, even after it was deleted.
    const files = new Set(segments.map((segment) => segmentFile(folder, segment)));
    for (const [file, { db }] of opened) if (!files.has(file) && opened.delete(file)) db.close();
  }

  function open(segment: Segment) {
    const file = segmentFile(folder, segment);
    const existing = opened.get(file);
    if (existing) return existing;
    const db = openSegment(folder, segment);
    const added = {
      db,
      overlap: db.prepare('SELECT first AS seq FROM seqs WHERE last >= ? AND first <= ? LIMIT 1'),
    };
    opened.set(file, added);
    const [oldest] = opened;
    if (opened.size > MAX_OPEN && oldest) {
      oldest[1].db.close();
      opened.delete(oldest[0]);
    }
    return added;
  }

  return {
    find(ranges, live) {
      refresh();
      const first = ranges[0]?.[0] ?? 0;
      const last = ranges.at(-1)?.[1] ?? 0;
      for (const segment of segments) {
        if (segment.id === live || segment.state === 'live') continue;
        if (last < segment.first_seq || first > segment.last_seq) continue;
        for (const range of ranges) {
          if (range[1] < segment.first_seq || range[0] > segment.last_seq) continue;
          const row = onPresentSegment(catalog, folder, segment, (present) =>
            open(present).overlap.get(...range),
          );
          if (row) return Number(row.seq);
        }
      }
      return null;
    },
    closeDeleted() {
      for (const [file, { db }] of opened) if (!existsSync(file) && opened.delete(file)) db.close();
    },
    close() {
      for (const { db } of opened.values()) db.close();
      opened.clear();
    },
  };
}
