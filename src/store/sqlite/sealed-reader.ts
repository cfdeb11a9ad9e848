import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Segment } from './catalog.ts';
import { openSealed } from './connection.ts';
import { damaged } from './failure.ts';
import { createRowsReader, type RowsReaderOptions } from './rows-reader.ts';
import { sealedColumns } from './sealed-columns.ts';
import { type Lookup, SealedTable } from './sealed-table.ts';
import type { Part, SegmentReader } from './segment-reader.ts';
import { NO_COUNTS } from './tally-rows.ts';

export interface SealedReader {
  readonly reader: SegmentReader;
  /** About how much memory it takes. */
  bytes(): number;
  /** A search that is in progress opens it again, unless it was deleted. */
  close(): void;
}

/** Thrown if a segment was deleted while it was read. Its entries are not in the book any more. */
const DELETED = new Error('the segment was deleted');

/** Opens a file of columns, and again after it was closed. */
function openColumns(file: string) {
  let opened: (ReturnType<typeof sealedColumns> & { readonly db: DatabaseSync }) | null = null;
  function open() {
    if (opened) return opened;
    if (!existsSync(file)) throw DELETED;
    const db = openSealed(file);
    opened = { db, ...sealedColumns(db) };
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

/** Reads a sealed segment. Throws if its file is missing or damaged. */
export function createSealedReader(
  file: string,
  { earliest, latest }: Segment,
  lookup: Lookup,
  options: Omit<RowsReaderOptions, 'detailBlock' | 'earliest' | 'latest'>,
): SealedReader {
  const columns = openColumns(file);
  const rows = new SealedTable(columns.chunk, lookup);
  const { detailBlock } = columns;
  const reader = createRowsReader(rows, { ...options, earliest, latest, detailBlock });
  return {
    bytes: () => rows.bytes,
    close: columns.close,
    reader: {
      ...reader,
      get: guard(file, reader.get, null),
      *parts(parsed, window) {
        const parts = reader.parts(parsed, window);
        const next = guard(file, () => parts.next(), { done: true, value: undefined });
        for (let step = next(); !step.done; step = next()) yield guarded(file, step.value);
      },
    },
  };
}

/** A part of a segment that was deleted has no match. */
function guarded(file: string, part: Part): Part {
  return {
    next: part.next,
    read: guard(file, part.read, []),
    count: guard(file, part.count, 0),
    slowest: guard(file, part.slowest, []),
    tally: guard(file, part.tally, NO_COUNTS),
    group: guard(file, part.group, undefined),
  };
}

/** Returns something else if the segment was deleted in the meantime. Any other failure is damage of the file. */
function guard<A extends unknown[], T>(
  file: string,
  work: (...args: A) => T,
  otherwise: T,
): (...args: A) => T {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      if (error === DELETED) return otherwise;
      throw damaged(file, error);
    }
  };
}
