import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.ts';
import { type Serving, serveBook } from './serving.ts';

export interface OddBooks {
  /** Nothing has been recorded in it yet. */
  readonly empty: Serving;
  /** Its file was written over while it was served. */
  readonly broken: Serving;
}

export async function serveOddBooks(folder: string): Promise<OddBooks> {
  const path = (name: string) => join(folder, `${name}.db`);
  for (const name of ['empty', 'broken']) await (await openStore(`sqlite:${path(name)}`)).close();
  const odd = {
    empty: await serveBook(path('empty'), folder),
    broken: await serveBook(path('broken'), folder),
  };
  for (const suffix of ['-wal', '-shm']) rmSync(path('broken') + suffix, { force: true });
  writeFileSync(path('broken'), 'no book at all '.repeat(4096));
  return odd;
}
