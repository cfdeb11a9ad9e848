import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.ts';
import { bookFolder, databaseFiles } from '../../../src/store/sqlite/files/folder.ts';
import { type ServedBook, serveBook } from './serve-book.ts';

export interface SpecialBooks {
  /** Has no profiles. */
  readonly empty: ServedBook;
  /** Its catalog was overwritten while it was served. */
  readonly broken: ServedBook;
}

export async function serveSpecialBooks(folder: string): Promise<SpecialBooks> {
  const path = (name: string) => join(folder, name);
  for (const name of ['empty', 'broken']) await (await openStore(`sqlite:${path(name)}`)).close();
  const books = {
    empty: await serveBook(path('empty'), folder),
    broken: await serveBook(path('broken'), folder),
  };
  const [catalog, ...logs] = databaseFiles(bookFolder(path('broken')).catalog);
  for (const log of logs) rmSync(log, { force: true });
  writeFileSync(catalog as string, 'not a database '.repeat(4096));
  return books;
}
