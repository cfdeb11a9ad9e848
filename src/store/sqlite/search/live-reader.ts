import type { DatabaseSync } from 'node:sqlite';
import { runAtOnce } from '../../../worker/time-slice.ts';
import { lineOf } from '../closed/shared-lists.ts';
import { timeAt } from '../columns/segment-rows.ts';
import { addBlocks, SegmentTable } from '../live/segment-table.ts';
import type { SegmentDimensions } from './dimensions.ts';
import { createRowsReader, linesOf, type RowsReaderOptions } from './rows-reader.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Without its texts. */
const BYTES_PER_ROW = 140;

export type LiveReader = ReturnType<typeof createLiveReader>;

/**
 * Reads a segment that is not closed: all of it is in memory.
 * @param identity which file it was when it was opened
 */
export function createLiveReader(
  db: DatabaseSync,
  identity: string,
  options: Pick<RowsReaderOptions, 'table' | 'seqOf' | 'tuning'>,
) {
  const { table } = options;
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
    let dimensions: SegmentDimensions | null = null;
    return createRowsReader(rows, {
      ...options,
      earliest: rows.count === 0 ? 0 : timeAt(rows, 0),
      latest: rows.count === 0 ? 0 : timeAt(rows, rows.count - 1),
      dimensions() {
        if (dimensions?.generation !== table.generation)
          dimensions = table.add({
            ids: [...segment.dimensions.keys()],
            counts: [],
            lines: Array.from(segment.dimensions.values(), lineOf),
          });
        return dimensions;
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
    refresh(): SegmentReader {
      const present = Number(version.get()?.data_version);
      if (reader && present === knownVersion) return reader;
      update();
      knownVersion = present;
      reader = readerOf(current);
      return reader;
    },
  };
}
