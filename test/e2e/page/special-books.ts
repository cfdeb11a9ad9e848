import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDemo } from '../../../src/cli/demo/demo-profiles.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { bookFolder, databaseFiles } from '../../../src/store/sqlite/files/folder.ts';
import { type ServedBook, serveBook } from './serve-book.ts';

export interface SpecialBooks {
  /** Has no profiles. */
  readonly empty: ServedBook;
  /** Its catalog was overwritten while it was served. */
  readonly broken: ServedBook;
  /** The demo, on the day before {@link SHOP_END}. */
  readonly shop: ServedBook;
}

const SHOP_END = Date.UTC(2026, 10, 14, 16, 20) * 1000;

export async function serveSpecialBooks(folder: string): Promise<SpecialBooks> {
  const path = (name: string) => join(folder, name);
  for (const name of ['empty', 'broken']) await (await openStore(`sqlite:${path(name)}`)).close();
  const shop = await openStore(`sqlite:${path('shop')}`);
  await writeDemo(shop, 1, SHOP_END);
  await shop.close();
  const books = {
    empty: await serveBook(path('empty'), folder),
    broken: await serveBook(path('broken'), folder),
    shop: await serveBook(path('shop'), folder),
  };
  const [catalog, ...logs] = databaseFiles(bookFolder(path('broken')).catalog);
  for (const log of logs) rmSync(log, { force: true });
  writeFileSync(catalog as string, 'not a database '.repeat(4096));
  return books;
}
