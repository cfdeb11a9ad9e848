import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { migrate, refuseUnlessOurs } from './migrate.ts';

/** How long a write waits for another process before it is refused. */
const BUSY_MS = 5000;

/** The connection that writes: it begins the book if it may, and brings it to this version's schema. */
export function openForWriting(path: string, create: boolean): DatabaseSync {
  if (!create && !existsSync(path)) throw missing(path);
  return open(path, () => {
    makePrivateFolder(dirname(path));
    // Closed to other users from the start: SQLite gives its log the rights of the book.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    refuseUnlessOurs(db, path);
    // So that what retention frees can be given back; it takes effect on a new book only.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    useWal(db);
    // Checkpoints are made between writes, not inside a commit.
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 0');
    migrate(db, path);
    return db;
  });
}

/** A connection that only reads, beside the one that writes. */
export function openForReading(path: string): DatabaseSync {
  if (!existsSync(path)) throw missing(path);
  return open(path, () => {
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY`);
    db.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 4294967296');
    return db;
  });
}

function open(path: string, connect: () => DatabaseSync): DatabaseSync {
  try {
    return connect();
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
    `There is no book at ${path}. Start your app with Gatebook in it, or name another with --storage sqlite:PATH.`,
  );
}

/** A new book is switched to WAL by whoever comes first; SQLite answers the others "busy" at once. */
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
