import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USE_A_VOLUME } from './disk-kind.ts';
import { DEFAULT_STORAGE, sqlitePath } from './open-store.ts';

/** The default book of an app. The note explains to its owner why it is not in the folder of the app. */
export interface ChosenStorage {
  readonly storage: string;
  readonly note: string | null;
}

/** Chooses the folder of the app if it is writable, then a private temporary folder, then memory. */
export function chooseStorage(): ChosenStorage {
  if (canBeDefault()) return { storage: DEFAULT_STORAGE, note: null };
  const app = process.cwd();
  const temporary = temporaryFolder(app);
  try {
    mkdirSync(temporary, { mode: 0o700 });
  } catch {
    // The checks below tell whether it exists or can't be created.
  }
  if (isOwn(temporary) && isWritable(temporary)) {
    const note = `${app} can't be written to, so the book is in ${temporary}. ${USE_A_VOLUME}`;
    return { storage: bookIn(temporary), note };
  }
  return {
    storage: 'memory:',
    note: `Neither ${app} nor ${tmpdir()} can be written to, so the book is in memory: it ends with the process, and commands can't read it. ${USE_A_VOLUME}`,
  };
}

/** Where commands that run in the folder of an app find the book of `chooseStorage`. */
export function findStorage(): string {
  const temporary = temporaryFolder(process.cwd());
  return canBeDefault() || !isOwn(temporary) ? DEFAULT_STORAGE : bookIn(temporary);
}

function canBeDefault(): boolean {
  const folder = sqlitePath(DEFAULT_STORAGE);
  return isWritable(existsSync(folder) ? folder : process.cwd());
}

function bookIn(folder: string): string {
  return `sqlite:${join(folder, 'book')}`;
}

/** All processes of an app and a user share it. */
function temporaryFolder(app: string): string {
  const id = createHash('sha256').update(app).digest('hex').slice(0, 12);
  return join(tmpdir(), `gatebook-${process.getuid?.() ?? 'user'}-${id}`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Every user can create folders in the one for temporary files, so check owner and mode. */
function isOwn(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return false;
  return process.platform === 'win32' || (status.uid === process.getuid?.() && (status.mode & 0o077) === 0);
}
