import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError, messageOf } from '../../../errors.ts';
import { ipKey } from '../../../net/ip.ts';
import { runAtOnce } from '../../../worker/time-slice.ts';
import { readSegments, type Segment, STORED_AS_CLOSED } from '../catalog/catalog.ts';
import { onPresentSegment, openSegment, segmentFile } from '../catalog/present-segment.ts';
import { allRows, sizeOfRows } from '../closed/close-segment.ts';
import { chunkReader } from '../closed/closed-table.ts';
import { readRows } from '../closed/segment-source.ts';
import { summarize } from '../closed/summarize.ts';
import { NONE, NUMBER_COLUMNS, type SegmentRows } from '../columns/segment-rows.ts';
import { openCatalogForReading } from '../files/connection.ts';
import { errcodeOf } from '../files/failure.ts';
import { type BookFolder, bookFolder } from '../files/folder.ts';
import { thenClose } from '../files/transaction.ts';
import { decompress } from '../files/zstd.ts';
import { readState } from '../live/live-segment.ts';

type OnProgress = (done: number, total: number) => void;

/** What is wrong with one file of a book. */
export interface Damage {
  /** `null` for the catalog. */
  readonly segment: Segment | null;
  /** Relative to the folder of the book. */
  readonly file: string;
  readonly problem: string;
}

/** Thrown if the catalog does not match the file of a segment. */
const WRONG_CATALOG = new Error('the catalog is wrong');

/**
 * Verifies the integrity of a book and returns what is damaged. Changes nothing, and is safe while the book is in use.
 * Throws if the book was made by another program or a newer version.
 * @param onProgress is called after each segment, with the profiles that were checked
 */
export function checkBook(path: string, onProgress: OnProgress = () => {}): Damage[] {
  const folder = bookFolder(path);
  const ofCatalog = (problem: string) => ({ segment: null, file: relative(path, folder.catalog), problem });
  // The segments are of use even without a catalog.
  if (!existsSync(folder.catalog) && existsSync(folder.segments)) return [ofCatalog('the file is missing')];
  try {
    return thenClose(openCatalogForReading(folder), (catalog) => {
      checkCatalog(catalog);
      const { wrong, damage } = checkSegments(catalog, folder, onProgress);
      return wrong.length === 0
        ? damage
        : [ofCatalog(`what it says of the segments ${wrong.join(', ')} is wrong`), ...damage];
    });
  } catch (error) {
    // An error with a cause comes from SQLite. Any other says that the file is not ours.
    if (error instanceof GatebookError && error.cause === undefined) throw error;
    return [ofCatalog(problemOf(error instanceof Error ? (error.cause ?? error) : error))];
  }
}

/** Checks each segment, and whether the catalog is right about it. */
function checkSegments(catalog: DatabaseSync, folder: BookFolder, onProgress: OnProgress) {
  const wrong: number[] = [];
  const damage: Damage[] = [];
  const segments = readSegments(catalog);
  const total = segments.reduce((sum, { entries }) => sum + entries, 0);
  let done = 0;
  for (const listed of segments) {
    let segment = listed;
    try {
      onPresentSegment(catalog, folder, listed, (present) => {
        segment = present;
        checkSegment(catalog, folder, present);
      });
    } catch (error) {
      const file = relative(folder.path, segmentFile(folder, segment));
      if (error === WRONG_CATALOG) wrong.push(segment.id);
      else damage.push({ segment, file, problem: problemOf(error) });
    }
    done += listed.entries;
    onProgress(done, total);
  }
  return { wrong, damage };
}

/** The blobs of a segment, each with a checksum. */
const BLOBS = {
  closed: 'SELECT data FROM columns UNION ALL SELECT data FROM details',
  others: 'SELECT columns AS data FROM blocks UNION ALL SELECT details FROM blocks WHERE details IS NOT NULL',
};

/** Reads everything, and throws the first problem. */
function checkSegment(catalog: DatabaseSync, folder: BookFolder, segment: Segment): void {
  const isClosed = segment.state === 'closed';
  thenClose(openSegment(folder, segment), (db) => {
    // One transaction, so that all queries see the same state.
    db.exec('BEGIN');
    checkPages(db);
    for (const { data } of db.prepare(isClosed ? BLOBS.closed : BLOBS.others).iterate())
      decompress(data as Uint8Array);
    const rows = runAtOnce(readRows(db, segment.state));
    checkRows(rows, isClosed ? blocksOf(db) : null);
    const { entries } = isClosed ? segment : readState(db);
    if (rows.count !== entries) throw new Error(`it has ${rows.count} entries instead of ${entries}`);
    if (isClosed && !isCatalogRight(catalog, segment, closedRowOf(db, rows))) throw WRONG_CATALOG;
  });
}

/** Throws if a row refers to dimensions or details that are missing. */
function checkRows(rows: SegmentRows, blocks: ReadonlySet<number> | null): void {
  rows.load(NUMBER_COLUMNS, 0, rows.count);
  const [dimensionIds, lines, blockIds] = [
    rows.column('dimension'),
    rows.column('line'),
    rows.column('block'),
  ];
  for (let row = 0; row < rows.count; row++) {
    if (!rows.dimensionsOf(dimensionIds[row] ?? 0))
      throw new Error(`the dimensions ${dimensionIds[row]} are missing`);
    if (blocks && lines[row] !== NONE && !blocks.has(blockIds[row] ?? 0))
      throw new Error(`the block ${blockIds[row]} of details is missing`);
  }
  // A missing chunk of texts is noticed when it is read.
  rows.agents.all();
}

function blocksOf(closed: DatabaseSync): ReadonlySet<number> {
  return new Set(
    closed
      .prepare('SELECT block FROM details')
      .all()
      .map(({ block }) => Number(block)),
  );
}

/** Reads from a closed segment what the catalog has to say of it. */
export function closedRowOf(db: DatabaseSync, rows: SegmentRows) {
  rows.load(['line'], 0, rows.count);
  const details = Int32Array.from(rows.column('line')).filter((line) => line !== NONE).length;
  const chunk = chunkReader(db);
  const bytes = (name: string) => chunk(name, 0, (data) => data) as Uint8Array;
  const summary = summarize({
    dimensions: bytes('dimensions'),
    processes: bytes('processes'),
    ips: rows.allIps().map(ipKey),
    traces: rows.traces.all(),
    users: rows.users.all(),
    tagLists: rows.tagLists.all(),
    urls: rows.urls.all(),
  });
  return { size: { ...sizeOfRows(rows, allRows(rows)), details }, summary: runAtOnce(summary) };
}

/** Whether the catalog matches the file of a segment: with a wrong filter, a search would not find its profiles. */
function isCatalogRight(
  catalog: DatabaseSync,
  segment: Segment,
  { size, summary }: ReturnType<typeof closedRowOf>,
): boolean {
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

const IS_COMPLETE = `
  SELECT count(*) = 3 AND NOT EXISTS (SELECT 1 FROM segments WHERE state NOT IN ('live', 'full', '${STORED_AS_CLOSED}')) AS is_complete
  FROM book WHERE name = 'token_key' AND value GLOB '*[0-9],*[0-9],*[0-9],[0-9]*'
  OR name = 'next_seq' AND typeof(value) IN ('integer', 'real')
  OR name = 'next_segment' AND value > (SELECT ifnull(max(id), 0) FROM segments)`;

function checkCatalog(db: DatabaseSync): void {
  checkPages(db);
  if (db.prepare(IS_COMPLETE).get()?.is_complete !== 1)
    throw new Error('the token key, a number or the state of a segment is missing or wrong');
}

/** Throws what SQLite finds wrong with a file itself. */
function checkPages(db: DatabaseSync): void {
  const problem = String(db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
  if (problem !== 'ok') throw new Error(problem);
}

/** A book of another version is not damaged. */
const OTHER_VERSION: ReadonlySet<string> = new Set(['book-newer', 'book-older']);
/** Result codes of SQLite that say nothing about the file: no permission, locked, out of memory, not to be opened. */
const NOT_DAMAGE = new Set([3, 5, 6, 7, 8, 14, 23]);

/** A failure is a problem of the file, unless the file is of another version or can't be read at all. */
function problemOf(error: unknown): string {
  if (error instanceof GatebookError && OTHER_VERSION.has(error.code)) throw error;
  if (!NOT_DAMAGE.has(errcodeOf(error) & 0xff)) return messageOf(error);
  throw new GatebookError('store-failed', `The book could not be checked: ${messageOf(error)}.`, {
    cause: error,
  });
}
