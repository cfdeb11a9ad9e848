import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { OWNER_ONLY, tightenModes } from './file-modes.ts';
import { isUpToDate, migrate, refuseUnlessOurs } from './migrate.ts';

/** How long a write waits for the lock of another process before it fails. */
const BUSY_MS = 5000;

/** Opens a connection that writes. Migrates the book, and creates a missing one if `create` is set. */
export function openForWriting(path: string, create: boolean): DatabaseSync {
  if (!create && !existsSync(path)) throw missing(path);
  return explainFailure(path, () => {
    makePrivateFolder(dirname(path));
    // SQLite gives the write-ahead log the permissions of the book, so they must be right from the start.
    if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
    const db = connect(path);
    tightenModes(path);
    // Lets retention return free pages to the disk. Takes effect only in a new book.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    useWal(db);
    // Overwrites what is deleted.
    db.exec('PRAGMA secure_delete = ON');
    // Checkpoints run in the maintenance thread, not inside a commit.
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 0');
    migrate(db, path);
    return db;
  });
}

/** Opens a connection that only reads. Migrates an older book, and creates a missing one if `create` is set. */
export function openForReading(path: string, create = false): DatabaseSync {
  if (!existsSync(path)) openForWriting(path, create).close();
  return explainFailure(path, () => {
    let db = connect(path);
    if (!isUpToDate(db)) {
      db.close();
      openForWriting(path, create).close();
      db = connect(path);
    }
    db.exec('PRAGMA query_only = ON; PRAGMA temp_store = MEMORY');
    db.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 4294967296');
    return db;
  });
}

/** Opens a file that may come from someone else. Throws, before it reads anything else, if it is not a book. */
function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { defensive: true });
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF`);
    refuseUnlessOurs(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function explainFailure<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof GatebookError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatebookError('book-unreadable', `The book at ${path} can't be opened: ${reason}.`, {
      cause: error,
    });
  }
}

function missing(path: string): GatebookError {
  return new GatebookError(
    'book-missing',
    `No book found at ${path}. Start your app with Gatebook in it, or use --storage sqlite:PATH to open another book.`,
  );
}

/** Several processes may switch a new book to WAL at once. SQLite ignores the busy timeout here, so retry. */
function useWal(db: DatabaseSync): void {
  const deadline = Date.now() + BUSY_MS;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
