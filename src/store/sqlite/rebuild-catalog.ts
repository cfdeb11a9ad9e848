import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import type { TokenKey } from '../../profile/token.ts';
import { initialize, keepBatches, readTokenKey, type Segment, updateSegment } from './catalog.ts';
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
import { saveSummary } from './seal.ts';
import { sealedRows } from './seal-source.ts';
import { sealedRowOf } from './summary-of.ts';
import { findTokenKey, parseTokenKey } from './token-key-bytes.ts';
import { transaction } from './transaction.ts';

/** Seqs that are left out if the next one is not known, because they may have been leased. */
const SEQS_LEFT_OUT = 1_000_000;

/** What can be read of a damaged catalog. */
interface Remains {
  readonly tokenKey: TokenKey | null;
  readonly nextSeq: number | null;
  readonly batches: readonly { readonly id: string; readonly written: number }[];
  readonly prunings: readonly { readonly last_seq: number; readonly pruned: number }[];
}

/**
 * Replaces a damaged catalog by one that is made from the files of the segments. The damaged one is kept in the folder
 * `damaged`. No process may use the book.
 * @param tokensOf the folder of a book to take the token key from, if the catalog's can't be read
 * @returns the number of segments found
 */
export function rebuildCatalog(path: string, tokensOf?: string): number {
  const folder = bookFolder(path);
  const remains = readRemains(folder);
  const tokenKey = remains.tokenKey ?? (tokensOf === undefined ? null : tokenKeyOf(tokensOf));
  if (tokenKey === null) throw noTokenKey(path);
  const unfinished = `${folder.catalog}.unfinished`;
  deleteDatabase(unfinished);
  const catalog = openCatalog({ ...folder, catalog: unfinished }, true);
  let segments = 0;
  try {
    initialize(catalog, null);
    transaction(catalog, () => {
      segments = addSegments(catalog, folder);
      fill(catalog, { ...remains, tokenKey });
    });
    catalog.exec('PRAGMA journal_mode = DELETE');
  } finally {
    catalog.close();
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

function readRemains(folder: BookFolder): Remains {
  const files = [folder.catalog, join(folder.damaged, basename(folder.catalog))].flatMap(databaseFiles);
  const db = existsSync(folder.catalog) ? attempt(() => openCatalogForReading(folder)) : null;
  try {
    const value = (name: string) =>
      attempt(() => db?.prepare('SELECT value FROM book WHERE name = ?').get(name)?.value);
    const rows = <T>(sql: string) => (attempt(() => db?.prepare(sql).all()) ?? []) as unknown as T[];
    const nextSeq = value('next_seq');
    return {
      tokenKey: parseTokenKey(String(value('token_key'))) ?? findTokenKey(files),
      nextSeq: typeof nextSeq === 'number' ? nextSeq : null,
      batches: rows(
        "SELECT id, written FROM batches WHERE typeof(id) = 'text' AND typeof(written) = 'integer'",
      ),
      prunings: rows(
        "SELECT last_seq, pruned FROM prunings WHERE typeof(last_seq) = 'integer' AND typeof(pruned) = 'integer'",
      ),
    };
  } finally {
    db?.close();
  }
}

function fill(
  catalog: DatabaseSync,
  { tokenKey, nextSeq, batches, prunings }: Remains & { tokenKey: TokenKey },
): void {
  const set = catalog.prepare('UPDATE book SET value = ? WHERE name = ?');
  const number = (sql: string) => Number(Object.values(catalog.prepare(sql).get() ?? {})[0] ?? 0);
  set.run(tokenKey.join(','), 'token_key');
  const used = number('SELECT max(last_seq) + 1 FROM segments');
  set.run(BigInt(nextSeq === null ? used + SEQS_LEFT_OUT : Math.max(used, nextSeq)), 'next_seq');
  set.run(BigInt(number('SELECT max(id) FROM segments') + 1), 'next_segment');
  keepBatches(catalog, batches);
  const insert = catalog.prepare('INSERT INTO prunings VALUES (?, ?) ON CONFLICT DO NOTHING');
  for (const { last_seq, pruned } of prunings) insert.run(last_seq, pruned);
}

/** Adds a row for each segment that has a file. A file that can't be read gets one too, for `check` to find. */
function addSegments(catalog: DatabaseSync, folder: BookFolder): number {
  const found = findSegments(folder);
  const insert = catalog.prepare("INSERT INTO segments VALUES (?, 'full', 0, ?, 0, 0, 0, 0, 0, 0, 0, 0)");
  const newest = Math.max(0, ...found.keys());
  for (const [id, rewrites] of found) {
    const file = rewrites === null ? folder.live(id) : folder.sealed(id, rewrites);
    insert.run(id, Math.floor(statSync(file).mtimeMs));
    const empty = {
      ...{ entries: 0, details: 0, earliest: 0, latest: 0, early: 0, first_seq: 0, last_seq: 0 },
      ...{ id, rewrites: rewrites ?? 0, bytes: sizeOf(file) },
    };
    updateSegment(catalog, { ...empty, state: rewrites === null ? 'full' : 'sealed' });
    attempt(() =>
      rewrites === null ? addLive(catalog, file, empty, id === newest) : addSealed(catalog, file, empty),
    );
  }
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

type Row = Omit<Segment, 'created' | 'state'>;

function addSealed(catalog: DatabaseSync, file: string, row: Row): void {
  const db = openSealed(file);
  try {
    const { size, summary } = sealedRowOf(db, sealedRows(db));
    updateSegment(catalog, { ...row, ...size, state: 'sealed' });
    saveSummary(catalog, row.id, summary);
  } finally {
    db.close();
  }
}

function addLive(catalog: DatabaseSync, file: string, row: Row, isNewest: boolean): void {
  const db = openLive(file, true);
  try {
    const {
      closed,
      merges: _merges,
      created: _created,
      ...size
    } = db.prepare('SELECT * FROM state').get() ?? {};
    const isLive = isNewest && closed === 0;
    if (!isLive) transaction(db, () => db.exec('UPDATE state SET closed = 1'));
    const known = { ...row, ...(size as unknown as Row), bytes: sizeOf(file) };
    updateSegment(catalog, { ...known, early: known.earliest, state: isLive ? 'live' : 'full' });
    const batches = db.prepare('SELECT id, written FROM batches').all();
    if (!isLive) keepBatches(catalog, batches as unknown as { id: string; written: number }[]);
  } finally {
    db.close();
  }
}

function tokenKeyOf(path: string): TokenKey {
  const db = openCatalogForReading(bookFolder(path));
  try {
    return readTokenKey(db);
  } finally {
    db.close();
  }
}

function noTokenKey(path: string): GatebookError {
  return new GatebookError(
    'book-unreadable',
    `The catalog of ${path} is damaged, and its token key can't be read. If you have a backup of the book, run: ` +
      'gatebook check --tokens-of BACKUP. With the folder of any other book the profiles are found again too, but under other tokens.',
  );
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
