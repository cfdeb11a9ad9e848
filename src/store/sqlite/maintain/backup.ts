import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError, messageOf } from '../../../errors.ts';
import { makePrivateFolder } from '../../private-folder.ts';
import { forgetSegment, raiseNextSeq, readSegments, readTokenKey } from '../catalog/catalog.ts';
import { changedSegment, segmentFile } from '../catalog/present-segment.ts';
import { openCatalog, openCatalogForReading, openLiveForReading } from '../files/connection.ts';
import {
  type BookFolder,
  bookFolder,
  deleteDatabase,
  deleteFile,
  deleteLog,
  OWNER_ONLY,
  sizeOf,
  syncFile,
  syncFolder,
} from '../files/folder.ts';
import { thenClose } from '../files/transaction.ts';
import { readState } from '../live/live-segment.ts';

export interface Backup {
  readonly entries: number;
  readonly segments: number;
  /** Segments whose files an earlier backup already had. */
  readonly unchanged: number;
  /** Closed segments that share their file with the book, which takes no space. */
  readonly linked: number;
  /** The bytes that were written. */
  readonly copiedBytes: number;
}

/** The book changes while it is copied. Each attempt copies only what the one before did not. */
const MAX_ATTEMPTS = 1000;

/**
 * Makes a copy of a book, or brings an earlier copy up to date. Safe while the book is in use. The catalog is replaced
 * last: a copy that was interrupted is still the one from before.
 */
export function backupBook(
  path: string,
  to: string,
  onProgress: (segments: number, total: number) => void = () => {},
): Backup {
  if (resolve(path) === resolve(to))
    throw new GatebookError('bad-option', 'A book can not be its own backup.');
  const source = bookFolder(path);
  const target = bookFolder(to);
  const catalog = openCatalogForReading(source);
  const unfinished = unfinishedName(target.catalog);
  try {
    prepareTarget(catalog, target);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      deleteDatabase(unfinished);
      copyDatabase(catalog, unfinished);
      const copied = thenClose(openCatalog({ ...target, catalog: unfinished }), (copy) =>
        copySegments(catalog, source, target, copy, onProgress),
      );
      if (!copied) continue;
      const copiedBytes = copied.copiedBytes + sizeOf(unfinished);
      replaceCatalog(target, unfinished);
      sweep(target);
      return { ...copied, copiedBytes };
    }
    throw new Error('the book changes faster than it can be copied');
  } catch (error) {
    if (error instanceof GatebookError) throw error;
    const reason = messageOf(error);
    throw new GatebookError('store-failed', `${path} could not be copied to ${to}: ${reason}.`, {
      cause: error,
    });
  } finally {
    catalog.close();
    deleteDatabase(unfinished);
  }
}

/** Refuses a folder with anything but an earlier backup of the same book. */
function prepareTarget(catalog: DatabaseSync, target: BookFolder): void {
  if (existsSync(target.catalog)) {
    const key = thenClose(openCatalogForReading(target), readTokenKey);
    if (key.join() !== readTokenKey(catalog).join())
      throw new GatebookError('bad-option', `${target.path} is another book. Choose another folder.`);
  } else {
    const stats = statSync(target.path, { throwIfNoEntry: false });
    if (stats && !(stats.isDirectory() && readdirSync(target.path).every(isOurs))) {
      throw new GatebookError(
        'bad-option',
        `${target.path} is not a folder of a backup. Choose a new folder, or one with an earlier backup.`,
      );
    }
    makePrivateFolder(target.path);
  }
  mkdirSync(target.segments, { recursive: true, mode: 0o700 });
}

/** Whether a backup that was interrupted before it had a catalog left this file. */
function isOurs(name: string): boolean {
  return name === 'segments' || name === '.gitignore' || name.includes('.unfinished');
}

/** Copies the files that the copied catalog names. Returns `null` if one of them was closed since. */
function copySegments(
  catalog: DatabaseSync,
  source: BookFolder,
  target: BookFolder,
  copy: DatabaseSync,
  onProgress: (segments: number, total: number) => void,
): Backup | null {
  copy.exec("DELETE FROM book WHERE name = 'maintainer'");
  const segments = readSegments(copy);
  const result = { entries: 0, segments: segments.length, unchanged: 0, linked: 0, copiedBytes: 0 };
  for (const [index, segment] of segments.entries()) {
    onProgress(index, segments.length);
    const [from, to] = [segmentFile(source, segment), segmentFile(target, segment)];
    try {
      const { how, entries } =
        segment.state === 'closed'
          ? { how: copyClosed(from, to), entries: segment.entries }
          : copyLive(from, to, copy, target);
      if (how === 'copied') result.copiedBytes += sizeOf(to);
      else result[how]++;
      result.entries += entries;
    } catch (error) {
      const changed = changedSegment(catalog, source, segment);
      if (changed === 'unchanged') throw error;
      if (changed !== null) return null;
      forgetSegment(copy, segment);
      result.segments--;
    }
  }
  copy.exec('PRAGMA journal_mode = DELETE');
  return result;
}

type How = 'unchanged' | 'linked' | 'copied';

/** A closed file never changes, so the backup can share it. */
function copyClosed(from: string, to: string): How {
  const source = statSync(from);
  const existing = statSync(to, { throwIfNoEntry: false });
  if (existing?.size === source.size && Math.abs(existing.mtimeMs - source.mtimeMs) < 1) return 'unchanged';
  if (existing) rmSync(to);
  try {
    linkSync(from, to);
    return 'linked';
  } catch (error) {
    // The target is on another device, or its file system has no hard links.
    if (!existsSync(from)) throw error;
  }
  const unfinished = unfinishedName(to);
  copyFileSync(from, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(unfinished, OWNER_ONLY);
  utimesSync(unfinished, source.atime, source.mtime);
  syncFile(unfinished);
  renameSync(unfinished, to);
  return 'copied';
}

/** Copies a segment that is not closed. */
function copyLive(
  from: string,
  to: string,
  copy: DatabaseSync,
  target: BookFolder,
): { how: How; entries: number } {
  const stateOf = (file: string) => thenClose(openLiveForReading(file), readState);
  // Entries are only added, never changed.
  const known = existsSync(to) ? stateOf(to).entries : null;
  if (known === stateOf(from).entries) return { how: 'unchanged', entries: known };
  const unfinished = unfinishedName(to);
  thenClose(openLiveForReading(from), (db) => copyDatabase(db, unfinished));
  const { entries, last_seq: lastSeq } = stateOf(unfinished);
  // Both catalogs may be older than this copy. A seq in it must not be leased again.
  raiseNextSeq(copy, lastSeq + 1);
  if (existsSync(target.catalog))
    thenClose(openCatalog(target), (earlier) => raiseNextSeq(earlier, lastSeq + 1));
  // The backup may have been in use.
  deleteLog(to);
  renameSync(unfinished, to);
  return { how: 'copied', entries };
}

/** Writes a consistent copy of a database. */
function copyDatabase(db: DatabaseSync, to: string): void {
  // SQLite would create the file with the permissions of the umask.
  closeSync(openSync(to, 'wx', OWNER_ONLY));
  db.exec('PRAGMA query_only = OFF');
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.exec('PRAGMA query_only = ON');
  }
  syncFile(to);
}

function replaceCatalog(target: BookFolder, unfinished: string): void {
  syncFile(unfinished);
  syncFolder(target.segments);
  deleteLog(target.catalog);
  renameSync(unfinished, target.catalog);
  syncFolder(target.path);
}

/** Deletes what the backup no longer needs. */
function sweep(target: BookFolder): void {
  const segments = thenClose(openCatalogForReading(target), readSegments);
  const kept = new Set(segments.map((segment) => segmentFile(target, segment)));
  for (const name of readdirSync(target.segments)) {
    const file = join(target.segments, name);
    if (!kept.has(file)) deleteFile(file);
  }
  for (const name of readdirSync(target.path))
    if (name.includes('.unfinished')) deleteFile(join(target.path, name));
}

function unfinishedName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.unfinished`;
}
