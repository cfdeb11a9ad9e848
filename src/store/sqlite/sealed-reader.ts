import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Segment } from './catalog.ts';
import { openSealed } from './connection.ts';
import { createRowsReader, type RowsReaderOptions } from './rows-reader.ts';
import { type Lookup, SealedTable } from './sealed-table.ts';
import type { Part, SegmentReader } from './segment-reader.ts';

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
  let opened: {
    readonly db: DatabaseSync;
    readonly column: StatementSync;
    readonly detail: StatementSync;
  } | null = null;
  function open() {
    if (opened) return opened;
    if (!existsSync(file)) throw DELETED;
    const db = openSealed(file);
    opened = {
      db,
      column: db.prepare('SELECT data FROM columns WHERE name = ? AND chunk = ?'),
      detail: db.prepare('SELECT data FROM details WHERE block = ?'),
    };
    return opened;
  }
  return {
    chunk: (name: string, chunk: number) =>
      (open().column.get(name, chunk)?.data ?? null) as Uint8Array | null,
    detailBlock: (id: number) => (open().detail.get(id)?.data ?? null) as Uint8Array | null,
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
      *parts(parsed, window) {
        try {
          for (const part of reader.parts(parsed, window)) yield unlessDeleted(part);
        } catch (error) {
          if (error !== DELETED) throw error;
        }
      },
    },
  };
}

/** A part of a segment that was deleted has no match. */
function unlessDeleted(part: Part): Part {
  const attempt =
    <A extends unknown[], T>(work: (...args: A) => T, otherwise: T) =>
    (...args: A): T => {
      try {
        return work(...args);
      } catch (error) {
        if (error !== DELETED) throw error;
        return otherwise;
      }
    };
  return {
    next: part.next,
    read: attempt(part.read, []),
    count: attempt(part.count, 0),
    slowest: attempt(part.slowest, []),
    tally: attempt(part.tally, { cells: [], processes: [] }),
    group: attempt(part.group, undefined),
  };
}
