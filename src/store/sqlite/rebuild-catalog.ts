import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import {
  initialize,
  keepBatches,
  raiseNextSeq,
  readNextSeq,
  readTokenKey,
  type Segment,
  updateSegment,
} from './catalog.ts';
import { openCatalog, openCatalogForReading, openLive, openSealed } from './connection.ts';
import {
  type BookFolder,
  bookFolder,
  databaseFiles,
  deleteDatabase,
  sizeOf,
  syncFile,
  syncFolder,
} from './folder.ts';
import { closeForWriting, readBatches, readState, sizeOfLive } from './live-state.ts';
import { segmentFile } from './present-segment.ts';
import { saveSummary } from './seal.ts';
import { sealedRows } from './seal-source.ts';
import { sealedRowOf } from './summary-of.ts';
import { findTokenKey, parseTokenKey } from './token-key-bytes.ts';
import { thenClose, transaction } from './transaction.ts';

/** Seqs that are left out if the next one is not known, because they may have been leased. */
const SEQS_LEFT_OUT = 1_000_000;

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
  const damaged = attempt(() => openCatalogForReading(folder));
  let segments = 0;
  try {
    const tokenKey = findKey(folder, damaged, tokensOf);
    const stored = attempt(() => damaged && readNextSeq(damaged));
    const nextSeq = Number.isSafeInteger(stored) ? Number(stored) : 0;
    segments = thenClose(openCatalog({ ...folder, catalog: unfinished }, true), (catalog) => {
      initialize(catalog, { tokenKey, nextSeq });
      const found = transaction(catalog, () => {
        if (damaged) for (const table of ['batches', 'prunings']) copyRows(damaged, catalog, table);
        return addSegments(catalog, folder, nextSeq === 0 ? SEQS_LEFT_OUT : 0);
      });
      catalog.exec('PRAGMA journal_mode = DELETE');
      return found;
    });
  } finally {
    damaged?.close();
  }
  syncFile(unfinished);
  mkdirSync(folder.damaged, { recursive: true, mode: 0o700 });
  for (const file of databaseFiles(folder.catalog))
    if (existsSync(file)) copyFileSync(file, join(folder.damaged, basename(file)));
  syncFolder(folder.damaged);
  // A log of the damaged catalog would be applied to the new one.
  for (const file of databaseFiles(folder.catalog).slice(1)) rmSync(file, { force: true });
  renameSync(unfinished, folder.catalog);
  syncFolder(path);
  return segments;
}

function findKey(folder: BookFolder, damaged: DatabaseSync | undefined, tokensOf: string | undefined) {
  const stored = attempt(() => damaged?.prepare("SELECT value FROM book WHERE name = 'token_key'").get());
  const files = [folder.catalog, join(folder.damaged, basename(folder.catalog))].flatMap(databaseFiles);
  const known = parseTokenKey(String(stored?.value)) ?? findTokenKey(files);
  if (known) return known;
  if (tokensOf !== undefined) return thenClose(openCatalogForReading(bookFolder(tokensOf)), readTokenKey);
  throw new GatebookError(
    'book-unreadable',
    `The catalog of ${folder.path} is damaged, and its token key can't be read. If you have a backup of the book, run: ` +
      'gatebook check --tokens-of BACKUP. With the folder of any other book the profiles are found again too, but under other tokens.',
  );
}

/** Copies the rows of a table up to the first that can't be read. */
function copyRows(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const insert = to.prepare(`INSERT INTO ${table} VALUES (?, ?) ON CONFLICT DO NOTHING`);
  attempt(() => {
    for (const row of from.prepare(`SELECT * FROM ${table}`).iterate()) insert.run(...Object.values(row));
  });
}

/** Adds a row for each segment that has a file. A file that can't be read gets one too, for `check` to find. Returns how many there are. */
function addSegments(catalog: DatabaseSync, folder: BookFolder, seqsLeftOut: number): number {
  const found = findSegments(folder);
  const insert = catalog.prepare("INSERT INTO segments VALUES (?, 'full', 0, ?, 0, 0, 0, 0, 0, 0, 0, 0)");
  const newest = Math.max(0, ...found.keys());
  let nextSeq = 0;
  for (const [id, rewrites] of found) {
    const state = rewrites === null ? 'full' : 'sealed';
    const file = segmentFile(folder, { id, state, rewrites: rewrites ?? 0 });
    insert.run(id, Math.floor(statSync(file).mtimeMs));
    const row = { ...NOTHING, id, state, rewrites: rewrites ?? 0, bytes: sizeOf(file) } as const;
    const size = attempt(() =>
      state === 'sealed' ? readSealed(catalog, file, id) : readLive(catalog, file, id === newest),
    );
    updateSegment(catalog, { ...row, ...size });
    nextSeq = Math.max(nextSeq, (size?.last_seq ?? 0) + 1);
  }
  raiseNextSeq(catalog, nextSeq + seqsLeftOut);
  catalog.prepare("UPDATE book SET value = ? WHERE name = 'next_segment'").run(newest + 1);
  return found.size;
}

/** The segments by id, with the number of the newest sealed file, `null` if there is none. */
function findSegments(folder: BookFolder): Map<number, number | null> {
  const found = new Map<number, number | null>();
  const names = readdirSync(folder.segments)
    .map((name) => /^(\d{6,15})(\.live|-(\d{1,9}))?\.db$/.exec(name))
    .filter((match) => match !== null);
  for (const [, id, kind, rewrites] of names) {
    const known = found.get(Number(id)) ?? null;
    // A sealed file has its name only when it is complete, and is newer than the others of its segment.
    const number = kind === '.live' ? null : Number(rewrites ?? 0);
    found.set(Number(id), known === null || (number !== null && number > known) ? (number ?? known) : known);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

const NOTHING = { entries: 0, details: 0, earliest: 0, latest: 0, early: 0, first_seq: 0, last_seq: 0 };
type Size = typeof NOTHING & Partial<Pick<Segment, 'state'>>;

function readSealed(catalog: DatabaseSync, file: string, id: number): Size {
  return thenClose(openSealed(file), (db) => {
    const { size, summary } = sealedRowOf(db, sealedRows(db));
    saveSummary(catalog, id, summary);
    return size;
  });
}

function readLive(catalog: DatabaseSync, file: string, isNewest: boolean): Size {
  return thenClose(openLive(file, false), (db) => {
    const state = readState(db);
    if (isNewest && state.closed === 0) return { ...sizeOfLive(state), state: 'live' };
    closeForWriting(db);
    keepBatches(catalog, readBatches(db));
    return sizeOfLive(state);
  });
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
