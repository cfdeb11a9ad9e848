import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Entry, ProcessInfo } from '../../src/profile/entry.ts';
import type { Cursor } from '../../src/search/cursor.ts';
import { readSegments } from '../../src/store/sqlite/catalog/catalog.ts';
import {
  decodeDimensions,
  decodeProcesses,
  dimensionsOfLine,
} from '../../src/store/sqlite/closed/shared-lists.ts';
import {
  type Dimensions,
  fromDimensionRow,
  fromProcessRow,
  rowOfData,
} from '../../src/store/sqlite/columns/rows.ts';
import { bookFolder, databaseFiles } from '../../src/store/sqlite/files/folder.ts';
import type { Page, Store } from '../../src/store/store.ts';

/** All entries of a book, newest first. */
export async function readEntries(store: Pick<Store, 'search'>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: Cursor | null = null;
  do {
    const page: Page = await store.search(
      { terms: [], limit: 500, cursor },
      { deadline: Number.POSITIVE_INFINITY },
    );
    entries.push(...page.entries);
    cursor = page.older;
  } while (cursor);
  return entries;
}

/** All files in the folder of a book. */
export function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** The files in the folder of a book that belong to none of its segments. */
export function unlistedFiles(path: string): string[] {
  const folder = bookFolder(path);
  const catalog = new DatabaseSync(folder.catalog);
  const segments = readSegments(catalog);
  catalog.close();
  const listed = new Set([
    ...databaseFiles(folder.catalog),
    folder.reserve,
    ...segments.flatMap(({ id, state, rewrites }) =>
      state === 'closed' ? [folder.closed(id, rewrites)] : databaseFiles(folder.live(id)),
    ),
  ]);
  return filesOf(path)
    .filter((file) => !listed.has(file))
    .map((file) => relative(path, file));
}

/** Reads something from each segment of a book that has entries, oldest first. */
export function readEachSegment<T>(path: string, read: (db: DatabaseSync) => T): T[] {
  return filesOf(join(path, 'segments'))
    .filter((file) => file.endsWith('.db'))
    .sort()
    .flatMap((file) =>
      readDatabase(file, (db) => {
        // A file that is being created has neither.
        const table = ['blocks', 'columns'].find((name) => hasTable(db, name));
        return table !== undefined && db.prepare(`SELECT 1 FROM ${table}`).get() ? [read(db)] : [];
      }),
    );
}

/** The dimensions of a segment. */
export function dimensionsIn(db: DatabaseSync): Dimensions[] {
  return hasTable(db, 'dimensions')
    ? db
        .prepare('SELECT * FROM dimensions')
        .all()
        .map((row) => fromDimensionRow(rowOfData(row)[1]))
    : decodeDimensions(columnOf(db, 'dimensions')).lines.map(dimensionsOfLine);
}

/** The processes that have written the entries of a segment. */
export function processesIn(db: DatabaseSync): ProcessInfo[] {
  return hasTable(db, 'processes')
    ? db
        .prepare('SELECT * FROM processes')
        .all()
        .map((row) => fromProcessRow(rowOfData(row)[1]))
    : [...decodeProcesses(columnOf(db, 'processes')).values()];
}

function columnOf(db: DatabaseSync, name: string): Uint8Array | null {
  const row = db.prepare('SELECT data FROM columns WHERE name = ? AND chunk = 0').get(name);
  return (row?.data ?? null) as Uint8Array | null;
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

export function readDatabase<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
