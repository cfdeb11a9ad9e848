import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Segment } from '../catalog/catalog.ts';
import { ClosedTable, chunkReader, type Lookup, type ReadChunk } from '../closed/closed-table.ts';
import { openClosed } from '../files/connection.ts';
import { damaged } from '../files/failure.ts';
import { orClose } from '../files/transaction.ts';
import type { SegmentDimensions } from './dimensions.ts';
import { createSegmentReader, linesOf, type SegmentReader, type SharedByReaders } from './segment-reader.ts';

/** Thrown if a file was deleted while it was read. Another one may have its entries, so the search must start again. */
export const DELETED = new Error('the segment was deleted');

export type ClosedReader = ReturnType<typeof createClosedReader>;

/** Reads a closed segment. */
export function createClosedReader(
  file: string,
  { earliest, latest }: Segment,
  lookup: Lookup,
  options: SharedByReaders & { dimensions(): SegmentDimensions },
) {
  let columns: { db: DatabaseSync; chunk: ReadChunk; detail: StatementSync } | null = null;
  let opened: { rows: ClosedTable; reader: SegmentReader } | null = null;

  function openFile() {
    if (!existsSync(file)) throw DELETED;
    const db = openClosed(file);
    return orClose(db, () => ({
      db,
      chunk: chunkReader(db),
      detail: db.prepare('SELECT data FROM details WHERE block = ?'),
    }));
  }

  /** Any failure is damage of the file, unless it was deleted in the meantime. */
  function read<T>(work: (opened: NonNullable<typeof columns>) => T): T {
    try {
      columns ??= openFile();
      return work(columns);
    } catch (error) {
      throw error === DELETED ? error : damaged(file, error);
    }
  }

  function open() {
    const rows = new ClosedTable(
      (name, number, use) => read(({ chunk }) => chunk(name, number, use)),
      lookup,
    );
    const detailLines = (id: number) => read(({ detail }) => linesOf(id, detail.get(id)?.data));
    return { rows, reader: createSegmentReader(rows, { ...options, earliest, latest, detailLines }) };
  }

  return {
    /** Throws if the file is missing or damaged. */
    reader(): SegmentReader {
      opened ??= open();
      return opened.reader;
    },
    /** About how much memory it takes. */
    bytes: () => opened?.rows.bytes ?? 0,
    /** Forgets what was read. The file stays open: to open it takes as long as to read a column. */
    release(): void {
      opened = null;
    },
    /** A search that is in progress opens it again, unless it was deleted. */
    close(): void {
      columns?.db.close();
      columns = null;
    },
  };
}
