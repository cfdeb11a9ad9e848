import type { DatabaseSync } from 'node:sqlite';
import { runAtOnce } from '../../../worker/time-slice.ts';
import { lineOf } from '../closed/shared-lists.ts';
import { timeAt } from '../columns/segment-rows.ts';
import { addBlocks, SegmentTable } from '../live/segment-table.ts';
import type { SegmentDimensions } from './dimensions.ts';
import { createSegmentReader, linesOf, type SegmentReader, type SharedByReaders } from './segment-reader.ts';

/** Without its texts. */
const BYTES_PER_ROW = 140;

export type LiveReader = ReturnType<typeof createLiveReader>;

/**
 * Reads a segment that is not closed: all of it is in memory.
 * @param identity of the file when it was opened
 */
export function createLiveReader(db: DatabaseSync, identity: string, shared: SharedByReaders) {
  const { table } = shared;
  const block = db.prepare('SELECT details FROM blocks WHERE id = ?');
  const version = db.prepare('PRAGMA data_version');
  let current = new SegmentTable();
  let reader: SegmentReader | null = null;
  let knownVersion = -1;
  let knownMerges = 0;

  /** Adds what was written since the last time. */
  function update(): void {
    // In one transaction, so that blocks and dimensions belong together.
    db.exec('BEGIN');
    try {
      const merges = Number(db.prepare('SELECT merges FROM state').get()?.merges ?? 0);
      if (merges !== knownMerges) current = new SegmentTable();
      knownMerges = merges;
      runAtOnce(addBlocks(current, db));
    } finally {
      db.exec('COMMIT');
    }
  }

  function readerOf(segment: SegmentTable): SegmentReader {
    const rows = segment.rows();
    let known: SegmentDimensions | null = null;
    return createSegmentReader(rows, {
      ...shared,
      earliest: timeAt(rows, 0),
      latest: timeAt(rows, rows.count - 1),
      dimensions() {
        if (known?.generation !== table.generation)
          known = table.add({
            ids: [...segment.dimensions.keys()],
            counts: [],
            lines: Array.from(segment.dimensions.values(), lineOf),
          });
        return known;
      },
      detailLines: (id) => linesOf(id, block.get(id)?.details),
    });
  }

  return {
    identity,
    close: () => db.close(),
    /** About how much memory it takes. */
    bytes: () => current.count * BYTES_PER_ROW + current.characters,
    /** The segment as it is now. */
    reader(): SegmentReader {
      const present = Number(version.get()?.data_version);
      if (reader === null || present !== knownVersion) {
        update();
        knownVersion = present;
        reader = readerOf(current);
      }
      return reader;
    },
  };
}
