import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { ignoreFailure } from './transaction.ts';

const ANY_USER = 0o007;
export const OWNER_ONLY = 0o600;

/** The files of a book. docs/architecture.md describes them. */
export interface BookFolder {
  readonly path: string;
  readonly catalog: string;
  readonly segments: string;
  /** Segments that `check` has found damaged. */
  readonly damaged: string;
  /** Takes space that is given up when the disk is full. */
  readonly reserve: string;
  /** The file of a segment that is being written. */
  live(id: number): string;
  /** A file of a closed segment. It gets the next number each time the segment is rewritten. */
  closed(id: number, rewrites: number): string;
  /** A closed file that is being built, by the process with this name. */
  unfinished(id: number, owner: string): string;
}

export function bookFolder(path: string): BookFolder {
  const segments = join(path, 'segments');
  const name = (id: number) => String(id).padStart(6, '0');
  return {
    path,
    catalog: join(path, 'catalog.db'),
    segments,
    damaged: join(path, 'damaged'),
    reserve: join(path, 'reserve'),
    live: (id) => join(segments, `${name(id)}.live.db`),
    closed: (id, rewrites) => join(segments, `${name(id)}${rewrites === 0 ? '' : `-${rewrites}`}.db`),
    unfinished: (id, owner) => join(segments, `${name(id)}.${owner}.unfinished`),
  };
}

/** A database, its log and its shared memory, and the journal that SQLite creates before there is a log. */
export function databaseFiles(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];
}

/** Deletes a file if it can. On Windows this fails while another process has it open: a later sweep deletes it. */
export function deleteFile(file: string): void {
  ignoreFailure(() => rmSync(file, { force: true }));
}

/** Deletes all that belongs to a database but its file: the log would be applied to another file of this name. */
export function deleteLog(file: string): void {
  for (const part of databaseFiles(file).slice(1)) rmSync(part, { force: true });
}

/** Deletes a database and its log, if it can. */
export function deleteDatabase(file: string): void {
  for (const part of databaseFiles(file)) deleteFile(part);
}

/** Makes new, renamed and deleted files of a folder survive a power failure. */
export function syncFolder(path: string): void {
  // Windows can't open a folder, and needs no sync.
  if (process.platform !== 'win32') sync(path, 'r');
}

/** Makes the content of a file survive a power failure. */
export function syncFile(file: string): void {
  sync(file, 'r+');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The size of a file, 0 if it is gone. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The size of a database with its log. */
export function databaseBytes(file: string): number {
  return databaseFiles(file).reduce((sum, part) => sum + sizeOf(part), 0);
}

/** The size that a limit in bytes is compared with: catalog, segments and reserve. Other files in the folder don't count. */
export function bookBytes({ catalog, segments, reserve }: BookFolder): number {
  // Without room on the disk, a new book may not have its folders yet.
  const segmentBytes = existsSync(segments) ? folderBytes(segments) : 0;
  return databaseBytes(catalog) + segmentBytes + sizeOf(reserve);
}

/** The size of everything in a folder. */
export function folderBytes(path: string): number {
  let bytes = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const file = join(path, entry.name);
    bytes += entry.isDirectory() ? folderBytes(file) : sizeOf(file);
  }
  return bytes;
}

/**
 * A text that differs for another file at the same path. While a file is open, no other gets its inode.
 * @param withContent the text also differs after a change of the file
 */
export function identityOf(file: string, withContent: boolean): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  const log = withContent ? statSync(`${file}-wal`, { throwIfNoEntry: false }) : undefined;
  const content = withContent ? [stats?.mtimeMs, stats?.size, log?.mtimeMs, log?.size] : [];
  return [stats?.dev, stats?.ino, ...content].join();
}

/**
 * Makes a database and its log accessible to their owner only, if any user could access them. Permissions for a group stay,
 * because only the owner can have given them.
 */
export function tightenModes(path: string): void {
  // Windows has other permissions, and shows all files as writable.
  if (process.platform === 'win32') return;
  for (const file of databaseFiles(path)) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & ANY_USER) !== 0) ignoreFailure(() => chmodSync(file, OWNER_ONLY));
  }
}
