import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Segment } from '../catalog/catalog.ts';
import { ClosedTable, chunkReader, type Lookup, type ReadChunk } from '../closed/closed-table.ts';
import { openClosed } from '../files/connection.ts';
import { damaged } from '../files/failure.ts';
import { orClose } from '../files/transaction.ts';
import { createRowsReader, linesOf, type RowsReaderOptions } from './rows-reader.ts';
import type { SegmentReader } from './segment-reader.ts';

export interface ClosedReader {
  /** Throws if the file is missing or damaged. */
  reader(): SegmentReader;
  /** About how much memory it takes. */
  bytes(): number;
  /** Forgets what was read. The file stays open: to open it takes as long as to read a column. */
  release(): void;
  /** A search that is in progress opens it again, unless it was deleted. */
  close(): void;
}

/** Thrown if a file was deleted while it was read. Another one may have its entries, so the search must start again. */
export const DELETED = new Error('the segment was deleted');

/** Opens a file of columns, and again after it was closed. */
function openColumns(file: string) {
  let opened: {
    readonly db: DatabaseSync;
    readonly chunk: ReadChunk;
    readonly detail: StatementSync;
  } | null = null;

  function open() {
    if (!existsSync(file)) throw DELETED;
    const db = openClosed(file);
    return orClose(db, () => ({
      db,
      chunk: chunkReader(db),
      detail: db.prepare('SELECT data FROM details WHERE block = ?'),
    }));
  }

  /** Any failure is damage of the file, unless it was deleted in the meantime. */
  function read<T>(work: (columns: NonNullable<typeof opened>) => T): T {
    try {
      opened ??= open();
      return work(opened);
    } catch (error) {
      throw error === DELETED ? error : damaged(file, error);
    }
  }

  const chunk: ReadChunk = (name, number, use) => read((columns) => columns.chunk(name, number, use));
  return {
    chunk,
    detailLines: (id: number) => read(({ detail }) => linesOf(id, detail.get(id)?.data)),
    close() {
      opened?.db.close();
      opened = null;
    },
  };
}

/** Reads a closed segment. */
export function createClosedReader(
  file: string,
  { earliest, latest }: Segment,
  lookup: Lookup,
  options: Omit<RowsReaderOptions, 'detailLines' | 'earliest' | 'latest'>,
): ClosedReader {
  const { chunk, detailLines, close } = openColumns(file);
  let opened: { readonly rows: ClosedTable; readonly reader: SegmentReader } | null = null;

  function open() {
    const rows = new ClosedTable(chunk, lookup);
    return { rows, reader: createRowsReader(rows, { ...options, earliest, latest, detailLines }) };
  }

  return {
    reader() {
      opened ??= open();
      return opened.reader;
    },
    bytes: () => opened?.rows.bytes ?? 0,
    release() {
      opened = null;
    },
    close,
  };
}
