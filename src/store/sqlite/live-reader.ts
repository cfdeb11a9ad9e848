import type { DatabaseSync } from 'node:sqlite';
import type { Tokens } from '../../profile/token.ts';
import { lineOf } from './dimension-list.ts';
import type { DimensionTable, SegmentDimensions } from './dimensions.ts';
import { createLiveTable } from './live-table.ts';
import { createRowsReader } from './rows-reader.ts';
import type { SegmentReader } from './segment-reader.ts';
import { type SegmentRows, timeAt } from './segment-rows.ts';
import type { SegmentTable } from './segment-table.ts';
import type { Tuning } from './tuning.ts';

/** Without its URL: the columns and shared texts. */
const BYTES_PER_ROW = 140;

export interface LiveReader {
  /** The segment as it is now. */
  refresh(): SegmentReader;
  /** About how much memory it takes. */
  bytes(): number;
}

/** Reads a segment that is not sealed: all of it is in memory. */
export function createLiveReader(
  db: DatabaseSync,
  table: DimensionTable,
  seqOf: Tokens['seqOf'],
  tuning: Tuning,
): LiveReader {
  const live = createLiveTable(db);
  const block = db.prepare('SELECT details FROM blocks WHERE id = ?');
  let known: {
    readonly of: SegmentTable;
    readonly rows: SegmentRows;
    readonly reader: SegmentReader;
  } | null = null;

  function read(of: SegmentTable): { rows: SegmentRows; reader: SegmentReader } {
    const rows = of.rows();
    let dimensions: SegmentDimensions | null = null;
    const reader = createRowsReader(rows, {
      table,
      seqOf,
      tuning,
      earliest: rows.count === 0 ? 0 : timeAt(rows, 0),
      latest: rows.count === 0 ? 0 : timeAt(rows, rows.count - 1),
      dimensions() {
        if (dimensions?.generation !== table.generation)
          dimensions = table.add({
            ids: [...of.dimensions.keys()],
            counts: [],
            lines: Array.from(of.dimensions.values(), lineOf),
          });
        return dimensions;
      },
      detailBlock: (id) => (block.get(id)?.details ?? null) as Uint8Array | null,
    });
    return { rows, reader };
  }

  return {
    bytes: () => (known ? known.rows.count * BYTES_PER_ROW + known.of.urls.characters : 0),
    refresh() {
      const of = live.refresh();
      if (known?.of !== of || known.rows.count !== of.count) known = { of, ...read(of) };
      return known.reader;
    },
  };
}
