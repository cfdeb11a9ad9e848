import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../../errors.ts';
import { keepBatches } from '../catalog/batch-ids.ts';
import {
  initialize,
  type Origin,
  raiseNextSeq,
  readNextSeq,
  readSegments,
  readTokenKey,
  removeSegment,
  type Segment,
  updateSegment,
} from '../catalog/catalog.ts';
import { segmentFile } from '../catalog/present-segment.ts';
import { saveSummary } from '../closed/close-segment.ts';
import { closedRows } from '../closed/segment-source.ts';
import { openCatalog, openCatalogForReading, openClosed, openLive } from '../files/connection.ts';
import {
  type BookFolder,
  bookFolder,
  databaseFiles,
  deleteDatabase,
  deleteLog,
  sizeOf,
  syncFile,
  syncFolder,
} from '../files/folder.ts';
import { ignoreFailure, thenClose, transaction } from '../files/transaction.ts';
import { markFull, readBatches, readState, sizeOfLive } from '../live/live-segment.ts';
import { closedRowOf } from './check.ts';

/** Seqs that a new catalog leaves out, because they may have been leased. */
const SEQS_LEFT_OUT = 1_000_000;

interface SetAside {
  /** The profiles that the segment had; `null` if that is not known. */
  readonly entries: number | null;
  /** Where the damaged file is now. */
  readonly movedTo: string;
}

/** Moves a damaged segment out of the book. Safe while the book is in use. Returns `null` if the segment was closed or deleted since. */
export function setAside(path: string, segment: Segment): SetAside | null {
  const folder = bookFolder(path);
  const file = segmentFile(folder, segment);
  const movedTo = join(folder.damaged, basename(file));
  return thenClose(openCatalog(folder), (catalog) => {
    mkdirSync(folder.damaged, { recursive: true, mode: 0o700 });
    const isLive = segment.state === 'live';
    // If it can't be opened, no other process can write to it either.
    const entries = isLive ? (ignoreFailure(() => endWriting(file)) ?? null) : segment.entries;
    return transaction(catalog, () => {
      const present = readSegments(catalog).find(({ id }) => id === segment.id);
      // A live segment may have been filled in the meantime; its file is the same.
      if (!present || segmentFile(folder, present) !== file) return null;
      removeSegment(catalog, segment.id);
      // With the catalog locked: another process deletes files that it does not name.
      for (const part of databaseFiles(file))
        if (existsSync(part)) renameSync(part, join(folder.damaged, basename(part)));
      return { entries, movedTo };
    });
  });
}

/** Makes processes that write to a live segment start the next one. Returns how many entries it has. */
function endWriting(file: string): number {
  return thenClose(openLive(file, false), (db) => {
    markFull(db);
    return readState(db).entries;
  });
}

/**
 * Replaces a damaged catalog by one that is made from the files of the segments. The damaged one is kept in the folder
 * `damaged`. No process may use the book.
 * @param tokensOf the folder of a book to take the token key from, if the catalog's can't be read
 * @returns the number of segments found
 */
export function rebuildCatalog(path: string, tokensOf?: string): number {
  const folder = bookFolder(path);
  const unfinished = `${folder.catalog}.unfinished`;
  deleteDatabase(unfinished);
  const origin = findOrigin(folder, tokensOf);
  const fill = (db: DatabaseSync) => initialize(db, origin);
  const segments = thenClose(openCatalog({ ...folder, catalog: unfinished }, fill), (catalog) => {
    const found = transaction(catalog, () => addSegments(catalog, folder));
    catalog.exec('PRAGMA journal_mode = DELETE');
    return found;
  });
  syncFile(unfinished);
  mkdirSync(folder.damaged, { recursive: true, mode: 0o700 });
  for (const file of databaseFiles(folder.catalog))
    if (existsSync(file)) copyFileSync(file, join(folder.damaged, basename(file)));
  syncFolder(folder.damaged);
  deleteLog(folder.catalog);
  renameSync(unfinished, folder.catalog);
  syncFolder(path);
  return segments;
}

/** The token key and the next seq, which no segment has. */
function findOrigin(folder: BookFolder, tokensOf: string | undefined): Origin {
  const read = <T>(value: (catalog: DatabaseSync) => T) =>
    ignoreFailure(() => thenClose(openCatalogForReading(folder), value));
  const nextSeq = read(readNextSeq);
  let tokenKey = read(readTokenKey);
  if (!tokenKey && tokensOf !== undefined)
    tokenKey = thenClose(openCatalogForReading(bookFolder(tokensOf)), readTokenKey);
  if (tokenKey) return { tokenKey, nextSeq: Number.isSafeInteger(nextSeq) ? Number(nextSeq) : 0 };
  throw new GatebookError(
    'book-unreadable',
    `The catalog of ${folder.path} is damaged, and its token key can't be read. If you have a backup of the book, run: ` +
      'gatebook check --tokens-of BACKUP. With the folder of any other book the profiles are found again too, but under other tokens.',
  );
}

/** Adds a row for each segment that has a file. A file that can't be read gets one too, for `check` to find. Returns how many there are. */
function addSegments(catalog: DatabaseSync, folder: BookFolder): number {
  const found = findSegments(folder);
  const insert = catalog.prepare("INSERT INTO segments VALUES (?, 'full', 0, ?, 0, 0, 0, 0, 0, 0, 0, 0)");
  const newest = Math.max(0, ...found.keys());
  for (const [id, rewrites] of found) {
    const state = rewrites === NOT_CLOSED ? 'full' : 'closed';
    const row = { ...NOTHING, id, state, rewrites: Math.max(0, rewrites) } as const;
    const file = segmentFile(folder, row);
    insert.run(id, Math.floor(statSync(file).mtimeMs));
    const size = ignoreFailure(() =>
      state === 'closed' ? readClosed(catalog, file, id) : readLive(catalog, file, id === newest),
    );
    updateSegment(catalog, { ...row, bytes: sizeOf(file), ...size });
    raiseNextSeq(catalog, (size?.last_seq ?? 0) + 1);
  }
  raiseNextSeq(catalog, readNextSeq(catalog) + SEQS_LEFT_OUT);
  catalog.prepare("UPDATE book SET value = ? WHERE name = 'next_segment'").run(newest + 1);
  return found.size;
}

const NOT_CLOSED = -1;

/** The segments by id, each with the number of its newest closed file. That has its name only when it is complete. */
function findSegments(folder: BookFolder): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync(folder.segments)) {
    const [, id, kind, rewrites = 0] = /^(\d{6,15})(\.live|-(\d{1,9}))?\.db$/.exec(name) ?? [];
    if (id === undefined) continue;
    const number = kind === '.live' ? NOT_CLOSED : Number(rewrites);
    found.set(Number(id), Math.max(number, found.get(Number(id)) ?? NOT_CLOSED));
  }
  return found;
}

const NOTHING = { entries: 0, details: 0, earliest: 0, latest: 0, early: 0, first_seq: 0, last_seq: 0 };
type Size = typeof NOTHING & Partial<Pick<Segment, 'state'>>;

function readClosed(catalog: DatabaseSync, file: string, id: number): Size {
  return thenClose(openClosed(file), (db) => {
    const { size, summary } = closedRowOf(db, closedRows(db));
    saveSummary(catalog, id, summary);
    return size;
  });
}

function readLive(catalog: DatabaseSync, file: string, isNewest: boolean): Size {
  return thenClose(openLive(file, false), (db) => {
    const state = readState(db);
    if (isNewest && state.is_full === 0) return { ...sizeOfLive(state), state: 'live' };
    markFull(db);
    keepBatches(catalog, readBatches(db));
    return sizeOfLive(state);
  });
}
