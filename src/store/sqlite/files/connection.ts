import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { codeOf, GatebookError, messageOf } from '../../../errors.ts';
import { makePrivateFolder } from '../../private-folder.ts';
import { freeBytes, lacksSpace } from './disk-space.ts';
import { findForeignSchema } from './expected-schema.ts';
import { errcodeOf, isBusy } from './failure.ts';
import { type BookFolder, OWNER_ONLY, sizeOf, tightenModes } from './folder.ts';
import { openCopy } from './open-copy.ts';
import { APPLICATION_ID, FIRST_FORMAT, type FileKind, FORMAT, SCHEMAS } from './schema.ts';
import { orClose, thenClose, transaction } from './transaction.ts';

/** How long a write waits for the lock of another process before it fails. */
const BUSY_MS = 5000;
/** How long emptying a log waits for a reader. */
const LOG_BUSY_MS = 50;
const AMPLE_BYTES = 1e6;
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const CANT_OPEN = new Set([8, 10, 13, 14]);

/** Adds the first rows of a new file, in the transaction that creates its tables: no process sees one without the other. */
type Fill = (db: DatabaseSync) => void;

/** Opens the catalog for writing, and creates a missing book if `fill` is given. */
export function openCatalog(folder: BookFolder, fill?: Fill): DatabaseSync {
  return openBook(folder, fill !== undefined, () => {
    makePrivateFolder(folder.path);
    if (!existsSync(folder.segments)) mkdirSync(folder.segments, { recursive: true, mode: 0o700 });
    const db = openForWriting(folder.catalog, 'catalog', fill);
    return orClose(db, () => {
      requireBook(db, folder);
      // A seq must not be leased twice, and a segment must not be forgotten, even after a power failure.
      db.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -512; PRAGMA wal_autocheckpoint = 100');
      // Summaries have the hosts, routes and errors of profiles, and are deleted with them.
      db.exec('PRAGMA secure_delete = ON');
      return db;
    });
  });
}

/** Makes what was deleted disappear from the log too. Returns `false` if a reader needs the log at this moment. */
export function emptyLog(db: DatabaseSync): boolean {
  db.exec(`PRAGMA busy_timeout = ${LOG_BUSY_MS}`);
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}

/** Opens the catalog for reading. The file system may be read-only or full. */
export function openCatalogToFollow(folder: BookFolder): OpenedForReading {
  return openBook(folder, false, () => {
    const opened = openForReading(folder.catalog, 'catalog');
    return orClose(opened.db, () => {
      requireBook(opened.db, folder);
      return opened;
    });
  });
}

export function openCatalogForReading(folder: BookFolder): DatabaseSync {
  return openCatalogToFollow(folder).db;
}

/** Whether there is a book, and not only the empty file of one that could not be created. */
export function existsBook(folder: BookFolder): boolean {
  try {
    openCatalogForReading(folder).close();
    return true;
  } catch (error) {
    return codeOf(error) !== 'book-missing';
  }
}

/**
 * Opens a segment that is being written, and creates a missing one if `create` is set.
 * @param durable whether each commit is synced to the disk
 */
export function openLive(file: string, create: boolean, durable = false): DatabaseSync {
  const db = openForWriting(file, 'live', create ? () => {} : undefined);
  // Checkpoints run between writes, not inside a commit.
  orClose(db, () =>
    db.exec(
      `PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; PRAGMA cache_size = -1024; PRAGMA wal_autocheckpoint = 0`,
    ),
  );
  return db;
}

export function openLiveForReading(file: string): DatabaseSync {
  return openForReading(file, 'live').db;
}

/** Opens a full segment. Nothing is written to it any more: without a log, which takes space, it is complete. */
export function openFull(file: string): DatabaseSync {
  if (existsSync(`${file}-wal`)) return openLiveForReading(file);
  return prepareToRead(openImmutable(file, 'live'));
}

/** Opens a closed segment. Nothing changes it, so no lock is needed. */
export function openClosed(file: string): DatabaseSync {
  const db = openImmutable(file, 'closed');
  orClose(db, () => db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -128'));
  return db;
}

/** Creates a closed segment under a temporary name. It is synced and renamed when it is complete. */
export function createClosed(file: string): DatabaseSync {
  closeSync(openSync(file, 'wx', OWNER_ONLY));
  const db = new DatabaseSync(file);
  return orClose(db, () => {
    // SQLite as Node opens it does not turn the journal off.
    db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -2048',
    );
    create(db, 'closed');
    return db;
  });
}

/** @param fill given if the file may be created */
function openForWriting(file: string, kind: FileKind, fill?: Fill): DatabaseSync {
  // SQLite gives the write-ahead log the permissions of the file, so they must be right from the start.
  if (fill && !existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY));
  const db = connect(`${pathToFileURL(file)}?mode=rw`, file, kind, false);
  return orClose(db, () => {
    tightenModes(file);
    // A new segment is synced as a whole before the catalog names it. For an empty catalog SQLite would ignore the log.
    if (kind === 'live' && isNew(db)) db.exec('PRAGMA synchronous = OFF');
    useWal(db);
    db.exec('PRAGMA journal_size_limit = 1048576');
    if (fill && isNew(db))
      transaction(db, () => {
        if (!isNew(db)) return;
        create(db, kind);
        fill(db);
      });
    return db;
  });
}

export interface OpenedForReading {
  readonly db: DatabaseSync;
  /** Set if it does not see what is written from now on. */
  readonly isSnapshot: boolean;
}

function openForReading(file: string, kind: FileKind): OpenedForReading {
  try {
    // A file that was deleted in the meantime must not be created again.
    const db = connect(`${pathToFileURL(file)}?mode=rw`, file, kind, false);
    return { db: prepareToRead(db), isSnapshot: false };
  } catch (error) {
    if (!CANT_OPEN.has(errcodeOf(error) & 0xff) || !existsSync(file)) throw error;
    // The disk is full or read-only, and SQLite can't create a log: a file without one is complete.
    const db =
      sizeOf(`${file}-wal`) === 0
        ? openImmutable(file, kind)
        : openCopy(file, (copy) => openWithoutLog(copy, file, kind), error);
    return { db: prepareToRead(db), isSnapshot: true };
  }
}

function prepareToRead(db: DatabaseSync): DatabaseSync {
  orClose(db, () => db.exec('PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -512'));
  return db;
}

function openImmutable(file: string, kind: FileKind, name = file): DatabaseSync {
  return connect(`${pathToFileURL(file)}?immutable=1`, name, kind, true);
}

/** Applies the log of a copy, so that no log is needed to read it. */
function openWithoutLog(copy: string, file: string, kind: FileKind): DatabaseSync {
  thenClose(connect(`${pathToFileURL(copy)}?mode=rw`, file, kind, false), (db) =>
    db.exec('PRAGMA journal_mode = DELETE'),
  );
  return openImmutable(copy, kind, file);
}

/** Opens a file that may come from someone else. Throws, before it reads anything else, if it is not part of a book. */
function connect(location: string, file: string, kind: FileKind, readOnly: boolean): DatabaseSync {
  if (!readOnly) requireSpaceForLog(file);
  const db = new DatabaseSync(location, { defensive: true, readOnly });
  return orClose(db, () => {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF`);
    refuseUnlessOurs(db, file, kind);
    return db;
  });
}

/**
 * SQLite maps the shared memory of a log. If the file system has no space for it when it is first used, and its blocks are smaller than
 * a page, the process is ended by SIGBUS.
 */
function requireSpaceForLog(file: string): void {
  const folder = dirname(file);
  if (existsSync(`${file}-shm`) || freeBytes(folder) > AMPLE_BYTES || !lacksSpace(folder)) return;
  throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
}

function create(db: DatabaseSync, kind: FileKind): void {
  db.exec(SCHEMAS[kind]);
  db.exec(`PRAGMA user_version = ${FORMAT}; PRAGMA application_id = ${APPLICATION_ID}`);
}

function isNew(db: DatabaseSync): boolean {
  return (
    pragma(db, 'application_id') === 0 &&
    pragma(db, 'user_version') === 0 &&
    db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  );
}

/** Throws if the file belongs to another program or another version of Gatebook. Writes nothing. */
function refuseUnlessOurs(db: DatabaseSync, file: string, kind: FileKind): void {
  if (isNew(db)) return;
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new GatebookError(
      'book-unreadable',
      `${file} is a SQLite file, but not part of a Gatebook book. Choose another path.`,
    );
  }
  const version = pragma(db, 'user_version');
  if (version > FORMAT) {
    throw new GatebookError(
      'book-newer',
      `${file} was written by a newer Gatebook (its format is ${version}, this version supports up to ${FORMAT}). Update gatebook to open it.`,
    );
  }
  if (version < FIRST_FORMAT) {
    throw new GatebookError(
      'book-older',
      `${file} was written by an earlier version of Gatebook (its format is ${version}, this version reads ${FIRST_FORMAT} and later). Move the book away to start a new one.`,
    );
  }
  const foreign = findForeignSchema(db, kind);
  if (foreign !== null) {
    throw new GatebookError(
      'book-unreadable',
      `${file} was not opened: its ${foreign} is not as Gatebook created it, and could run SQL when the book is read. Use a backup of the book.`,
    );
  }
}

/** Opens something of a book, and explains why it can't be opened. */
function openBook<T>({ path, catalog }: BookFolder, create: boolean, open: () => T): T {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new GatebookError(
      'book-unreadable',
      `${path} is a file, but a book is a folder. Books of earlier versions of Gatebook were single files and can't be opened. Choose another path, such as sqlite:.gatebook.`,
    );
  }
  if (!create && !existsSync(catalog)) throw missing(path);
  try {
    return open();
  } catch (error) {
    if (error instanceof GatebookError) throw error;
    const reason = messageOf(error);
    throw new GatebookError('book-unreadable', `The book at ${path} can't be opened: ${reason}.`, {
      cause: error,
    });
  }
}

/** Throws if another process is about to create the book. An empty catalog beside segments is damaged. */
function requireBook(db: DatabaseSync, { path, segments }: BookFolder): void {
  if (isNew(db) && (!existsSync(segments) || readdirSync(segments).length === 0)) throw missing(path);
}

function missing(path: string): GatebookError {
  return new GatebookError(
    'book-missing',
    `No book found at ${path}. Start your app with Gatebook in it, or use --storage sqlite:FOLDER to open another book.`,
  );
}

/** Several processes may switch a new file to WAL at once. SQLite ignores the busy timeout here, so retry. */
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

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
