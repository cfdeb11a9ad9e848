import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import { initialize, type Origin, readTokenKey } from './catalog.ts';
import { openCatalog } from './connection.ts';
import type { BookFolder } from './folder.ts';

/** Opens the catalog of a book for writing, and starts the book if it is new. */
export function openInitialized(folder: BookFolder, create: boolean, origin: Origin | null): DatabaseSync {
  const catalog = openCatalog(folder, create);
  try {
    initialize(catalog, origin);
    if (origin && readTokenKey(catalog).join() !== origin.tokenKey.join()) throw replaced(folder.path);
    return catalog;
  } catch (error) {
    catalog.close();
    throw error;
  }
}

/** The tokens that the app has given out are of the other book. */
function replaced(path: string): GatebookError {
  return new GatebookError(
    'book-unreadable',
    `The book at ${path} was replaced by another one. Restart the app to record into it.`,
  );
}
