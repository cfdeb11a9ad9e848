import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a book. docs/architecture.md describes them. */
export interface BookFolder {
  readonly path: string;
  readonly catalog: string;
  readonly segments: string;
  /** Segments that `check` has found damaged. */
  readonly damaged: string;
  /** An empty file. Its time says when segments that are not sealed were searched last. */
  readonly searched: string;
  /** Takes space that is given up when the disk is full. */
  readonly reserve: string;
  /** The file of a segment that is being written. */
  live(id: number): string;
  /** A file of a sealed segment. It gets the next number each time the segment is rewritten. */
  sealed(id: number, rewrites: number): string;
  /** A sealed file that is being built, by the process with this name. */
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
    searched: join(path, 'searched'),
    reserve: join(path, 'reserve'),
    live: (id) => join(segments, `${name(id)}.live.db`),
    sealed: (id, rewrites) => join(segments, `${name(id)}${rewrites === 0 ? '' : `-${rewrites}`}.db`),
    unfinished: (id, owner) => join(segments, `${name(id)}.${owner}.unfinished`),
  };
}

/** A database, its log and its shared memory, and the journal that SQLite creates before there is a log. */
export function databaseFiles(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];
}

/** Deletes a file if it can. On Windows this fails while another process has it open: a later sweep deletes it. */
export function deleteFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
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

/** What counts toward a limit in bytes: the catalog, the segments and the reserve. Other files in the folder are not ours to make room for. */
export function bookBytes({ catalog, segments, reserve }: BookFolder): number {
  return databaseBytes(catalog) + folderBytes(segments) + sizeOf(reserve);
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

/** Whether segments that are not sealed were searched in this time, by any process. */
export function wasSearched({ searched }: BookFolder, ms: number): boolean {
  const { mtimeMs = 0 } = statSync(searched, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < ms;
}
