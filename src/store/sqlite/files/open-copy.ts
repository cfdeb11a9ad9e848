import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { GatebookError } from '../../../errors.ts';
import { isOutOfSpace } from './failure.ts';
import { identityOf } from './folder.ts';
import { ignoreFailure } from './transaction.ts';

/** Where copies are made. The second is in memory, for a machine whose only disk is full. */
const PLACES = [tmpdir(), '/dev/shm'];
const MAX_ATTEMPTS = 3;

/** Copies a database that was not closed by the app that wrote it, and opens the copy. Its files are deleted at once. */
export function openCopy<T>(file: string, open: (copy: string) => T, cause: unknown): T {
  for (const place of PLACES) {
    const folder = makeFolder(place);
    if (folder === null) continue;
    try {
      return open(copyWithLog(file, join(folder, basename(file))));
    } catch (error) {
      if (!isOutOfSpace(error, folder)) throw error;
    } finally {
      // Windows deletes no open file.
      ignoreFailure(() => rmSync(folder, { recursive: true }));
    }
  }
  throw new GatebookError(
    'book-unreadable',
    `${file} was not closed by the app that wrote it, and can't be read where it is. There is no space for a copy in ${tmpdir()}: make room there, or set TMPDIR to another folder.`,
    { cause },
  );
}

function makeFolder(place: string): string | null {
  try {
    return mkdtempSync(join(place, 'gatebook-'));
  } catch {
    return null;
  }
}

/** Another process may write to the database at the same time. */
function copyWithLog(file: string, to: string): string {
  for (let attempt = 1; ; attempt++) {
    const before = identityOf(file, true);
    copyFileSync(file, to);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${to}-wal`);
    if (identityOf(file, true) === before || attempt === MAX_ATTEMPTS) return to;
  }
}
