import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Segment } from './catalog.ts';
import { openSealed } from './connection.ts';
import { damaged } from './failure.ts';
import { createRowsReader, type RowsReaderOptions } from './rows-reader.ts';
import { sealedColumns } from './sealed-columns.ts';
import { type Lookup, SealedTable } from './sealed-table.ts';
import type { Part, SegmentReader } from './segment-reader.ts';
import { orClose } from './transaction.ts';

export interface SealedReader {
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
  let opened: (ReturnType<typeof sealedColumns> & { readonly db: DatabaseSync }) | null = null;
  function open() {
    if (opened) return opened;
    if (!existsSync(file)) throw DELETED;
    const db = openSealed(file);
    opened = orClose(db, () => ({ db, ...sealedColumns(db) }));
    return opened;
  }
  return {
    chunk: (name: string, chunk: number) => open().chunk(name, chunk),
    detailBlock: (id: number) => open().detailBlock(id),
    close() {
      opened?.db.close();
      opened = null;
    },
  };
}

/** Reads a sealed segment. */
export function createSealedReader(
  file: string,
  { earliest, latest }: Segment,
  lookup: Lookup,
  options: Omit<RowsReaderOptions, 'detailBlock' | 'earliest' | 'latest'>,
): SealedReader {
  const { chunk, detailBlock, close } = openColumns(file);
  let opened: { readonly rows: SealedTable; readonly reader: SegmentReader } | null = null;

  function open() {
    const rows = new SealedTable(chunk, lookup);
    const reader = createRowsReader(rows, { ...options, earliest, latest, detailBlock });
    return { rows, reader: guardedReader(file, reader) };
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

function guardedReader(file: string, reader: SegmentReader): SegmentReader {
  return {
    ...reader,
    get: guard(file, reader.get),
    entriesBefore: guard(file, reader.entriesBefore),
    timeOfEntry: guard(file, reader.timeOfEntry),
    *parts(parsed, window) {
      const parts = reader.parts(parsed, window);
      const next = guard(file, () => parts.next());
      for (let step = next(); !step.done; step = next()) yield guardedPart(file, step.value);
    },
  };
}

function guardedPart(file: string, part: Part): Part {
  return {
    next: part.next,
    entries: part.entries,
    read: guard(file, part.read),
    count: guard(file, part.count),
    slowest: guard(file, part.slowest),
    tally: guard(file, part.tally),
    group: guard(file, part.group),
  };
}

/** Any failure is damage of the file, unless it was deleted in the meantime. */
function guard<A extends unknown[], T>(file: string, work: (...args: A) => T): (...args: A) => T {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      throw error === DELETED ? error : damaged(file, error);
    }
  };
}
