import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../../src/profile/entry.ts';
import type { Cursor } from '../../src/search/cursor.ts';
import { readSegments } from '../../src/store/sqlite/catalog.ts';
import { bookFolder, databaseFiles } from '../../src/store/sqlite/folder.ts';
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
    folder.searched,
    folder.reserve,
    ...segments.flatMap(({ id, state, rewrites }) =>
      state === 'sealed' ? [folder.sealed(id, rewrites)] : databaseFiles(folder.live(id)),
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
        const names = db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('blocks', 'entries')").all();
        // A file that is being created has neither.
        const table = names.map(({ name }) => name).sort()[0];
        return table !== undefined && db.prepare(`SELECT 1 FROM ${table}`).get() ? [read(db)] : [];
      }),
    );
}

export function readDatabase<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}
