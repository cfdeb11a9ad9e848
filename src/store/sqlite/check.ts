import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError, messageOf } from '../../errors.ts';
import { decodeColumns } from './block-codec.ts';
import { brokenPages } from './broken-pages.ts';
import { readSegments, type Segment } from './catalog.ts';
import { openCatalogForReading } from './connection.ts';
import { type BookFolder, bookFolder } from './folder.ts';
import { changedSegment, openSegment, segmentFile } from './present-segment.ts';
import { sealedRows } from './seal-source.ts';
import { NUMBER_COLUMNS, type SegmentRows } from './segment-rows.ts';
import { type SealedRow, sealedRowOf } from './summary-of.ts';
import { decompress } from './zstd.ts';

type OnProgress = (done: number, total: number) => void;

/** What is wrong with one file of a book. */
export interface Damage {
  /** `null` for the catalog. */
  readonly segment: Segment | null;
  /** Relative to the folder of the book. */
  readonly file: string;
  readonly problems: readonly string[];
}

/**
 * Verifies the integrity of a book and returns what is damaged. Changes nothing, and is safe while the book is in use.
 * Throws if the book was made by another program or a newer version.
 * @param onProgress is called after each segment, with the profiles that were checked
 */
export function checkBook(path: string, onProgress: OnProgress = () => {}): Damage[] {
  const folder = bookFolder(path);
  const catalog = openForCheck(folder);
  if (!('prepare' in catalog)) return [catalog];
  try {
    const problems = attempt(() => checkCatalog(catalog));
    if (problems.length > 0) return [catalogDamage(folder, problems)];
    const segments = readSegments(catalog);
    const total = segments.reduce((sum, { entries }) => sum + entries, 0);
    let done = 0;
    const damage = segments.flatMap((segment) => {
      const found = checkSegment(catalog, folder, segment);
      done += segment.entries;
      onProgress(done, total);
      return found ?? [];
    });
    const wrong = damage.filter(({ segment }) => segment === null).flatMap((found) => found.problems);
    const others = damage.filter(({ segment }) => segment !== null);
    return wrong.length === 0 ? others : [catalogDamage(folder, wrong), ...others];
  } finally {
    catalog.close();
  }
}

/** Checks one segment. `null` if it is intact, or was deleted in the meantime. */
function checkSegment(catalog: DatabaseSync, folder: BookFolder, segment: Segment): Damage | null {
  for (let current = segment; ; ) {
    let found: Damage | null = null;
    let failure: unknown = null;
    try {
      found = checkFile(catalog, folder, current);
      if (found === null) return null;
    } catch (error) {
      failure = error;
    }
    // It may have been sealed, rewritten or deleted while it was checked.
    const changed = changedSegment(catalog, folder, current);
    if (changed === null) return null;
    if (changed !== 'unchanged') current = changed;
    else if (failure !== null) throw failure;
    else return found;
  }
}

/** What is wrong with the file of a segment, or with what the catalog says of it. */
function checkFile(catalog: DatabaseSync, folder: BookFolder, segment: Segment): Damage | null {
  let isCatalogWrong = false;
  const problems = attempt(() => {
    if (!existsSync(segmentFile(folder, segment))) return ['the file is missing'];
    const db = openSegment(folder, segment);
    try {
      // One transaction, so that all queries see the same state.
      db.exec('BEGIN');
      const broken = brokenPages(db);
      if (broken.length > 0) return broken;
      if (segment.state !== 'sealed') return countProblem(...readBlocks(db));
      const rows = readSealed(db);
      const wrong = countProblem(rows.count, segment.entries);
      isCatalogWrong = wrong.length === 0 && !isCatalogRight(catalog, segment, sealedRowOf(db, rows));
      return wrong;
    } finally {
      db.close();
    }
  });
  if (isCatalogWrong) return catalogDamage(folder, [`what it says of segment ${segment.id} is wrong`]);
  if (problems.length === 0) return null;
  return { segment, file: relative(folder.path, segmentFile(folder, segment)), problems };
}

function countProblem(found: number, expected: number): string[] {
  return found === expected ? [] : [`it has ${found} entries instead of ${expected}`];
}

/** Reads everything, so that each checksum is compared. */
function readSealed(db: DatabaseSync): SegmentRows {
  for (const { data } of db.prepare('SELECT data FROM columns UNION ALL SELECT data FROM details').iterate())
    decompress(data as Uint8Array);
  const rows = sealedRows(db);
  rows.load(NUMBER_COLUMNS, 0, rows.count);
  for (const id of rows.column('dimension'))
    if (!rows.dimensionsOf(id)) throw new Error(`the dimensions ${id} are missing`);
  return rows;
}

function readBlocks(db: DatabaseSync): [found: number, expected: number] {
  let found = 0;
  for (const { columns, details } of db.prepare('SELECT columns, details FROM blocks').iterate()) {
    found += decodeColumns(columns as Uint8Array).seq.length;
    if (details !== null) decompress(details as Uint8Array);
  }
  return [found, Number(db.prepare('SELECT entries FROM state').get()?.entries ?? 0)];
}

/** Whether the catalog says of a segment what its file has: by a wrong filter, a search would not find its profiles. */
function isCatalogRight(catalog: DatabaseSync, segment: Segment, { size, summary }: SealedRow): boolean {
  const stored = catalog.prepare('SELECT kind, data FROM summaries WHERE segment = ?').all(segment.id);
  const known = Object.entries(summary).filter(([, data]) => data !== null);
  return (
    Object.entries(size).every(([name, value]) => segment[name as keyof typeof size] === value) &&
    known.length === stored.length &&
    stored.every(({ kind, data }) =>
      Buffer.from(data as Uint8Array).equals(summary[kind as keyof typeof summary] ?? Buffer.alloc(0)),
    )
  );
}

/** Opens the catalog, or says why it can't be opened. */
function openForCheck(folder: BookFolder): DatabaseSync | Damage {
  // The segments are of use even without a catalog.
  if (!existsSync(folder.catalog) && existsSync(folder.segments))
    return catalogDamage(folder, ['the file is missing']);
  try {
    return openCatalogForReading(folder);
  } catch (error) {
    // An error with a cause comes from SQLite. Any other says that the file is not ours.
    if (error instanceof GatebookError && error.cause === undefined) throw error;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    refuseUnlessDamage(cause);
    return catalogDamage(folder, [messageOf(cause)]);
  }
}

function catalogDamage(folder: BookFolder, problems: readonly string[]): Damage {
  return { segment: null, file: relative(folder.path, folder.catalog), problems };
}

/** Each problem, with a query that returns 1 if the catalog has it. */
const CATALOG_PROBLEMS: Readonly<Record<string, string>> = {
  'the token key is missing': `SELECT NOT EXISTS (SELECT 1 FROM book WHERE name = 'token_key' AND value GLOB '*[0-9],*[0-9],*[0-9],[0-9]*')`,
  'the next seq is missing': `SELECT NOT EXISTS (SELECT 1 FROM book WHERE name = 'next_seq' AND typeof(value) IN ('integer', 'real'))`,
  'the number of the next segment is missing or too low': `SELECT ifnull((SELECT value FROM book WHERE name = 'next_segment') <=
    (SELECT ifnull(max(id), 0) FROM segments), 1)`,
  'a segment has an unknown state':
    "SELECT EXISTS (SELECT 1 FROM segments WHERE state NOT IN ('live', 'full', 'sealed'))",
};

function checkCatalog(db: DatabaseSync): string[] {
  const broken = brokenPages(db);
  if (broken.length > 0) return broken;
  return Object.keys(CATALOG_PROBLEMS).filter(
    (problem) => Object.values(db.prepare(CATALOG_PROBLEMS[problem] ?? '').get() ?? {})[0] === 1,
  );
}

/** Result codes of SQLite that say nothing about the file: no permission, locked, out of memory, not to be opened. */
const NOT_DAMAGE = new Set([3, 5, 6, 7, 8, 14, 23]);

/** A failure is a problem of the file, unless its file is of a newer version or can't be read at all. */
function attempt(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    refuseUnlessDamage(error);
    return [messageOf(error)];
  }
}

/** A book of another version is not damaged. */
const OTHER_VERSION: ReadonlySet<string> = new Set(['book-newer', 'book-older']);

function refuseUnlessDamage(error: unknown): void {
  if (error instanceof GatebookError && OTHER_VERSION.has(error.code)) throw error;
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  if (!NOT_DAMAGE.has(errcode & 0xff)) return;
  throw new GatebookError('store-failed', `The book could not be checked: ${messageOf(error)}.`, {
    cause: error,
  });
}
