import type { DatabaseSync } from 'node:sqlite';

/** A batch that was written, and when, in ms. */
export interface BatchId {
  readonly id: string;
  readonly written: number;
}

/** Numbers of batches, both inclusive, in order and apart from each other. */
export type Ranges = readonly (readonly [first: number, last: number])[];

/** The batches of a queue are numbered. */
const NUMBERED = /^(.{1,120})-(0|[1-9]\d{0,11})$/s;
/** Much longer than any batch is retried. A collector may get what an app has spooled days later. */
const KEEP_MS = { single: 24 * 3_600_000, writer: 14 * 24 * 3_600_000 } as const;
const MAX_SINGLE = 10_000;
const MAX_WRITERS = 20_000;
/** A writer leaves a gap if a batch is lost. The oldest batches of one with more gaps are forgotten. */
const MAX_RANGES = 100;
/** The ranges of a writer are a row of the table `book`: the time of its last batch, then `0-17,19-20`. */
const [FROM, TO] = ['batches:', 'batches;'];

export function hasBatch(db: DatabaseSync, id: string): boolean {
  const { writer, number } = parseId(id);
  if (writer !== null && readRanges(db, writer).some(([first, last]) => number >= first && number <= last))
    return true;
  return db.prepare('SELECT 1 FROM batches WHERE id = ?').get(id) !== undefined;
}

/** Keeps the ids of a full segment's batches, and forgets old ones. The caller begins the transaction. */
export function keepBatches(db: DatabaseSync, batches: readonly BatchId[], now = Date.now()): void {
  const numbered = new Map<string, { written: number; numbers: number[] }>();
  const insert = db.prepare('INSERT INTO batches VALUES (?, ?) ON CONFLICT DO NOTHING');
  for (const { id, written } of batches) {
    const { writer, number } = parseId(id);
    if (writer === null) insert.run(id, written);
    else {
      const known = numbered.get(writer) ?? { written: 0, numbers: [] };
      known.numbers.push(number);
      numbered.set(writer, { ...known, written: Math.max(known.written, written) });
    }
  }
  const put = db.prepare('INSERT OR REPLACE INTO book (name, value) VALUES (?, ?)');
  for (const [writer, { written, numbers }] of numbered) {
    const ranges = addNumbers(readRanges(db, writer), numbers).slice(-MAX_RANGES);
    put.run(FROM + writer, `${written} ${ranges.map(([first, last]) => `${first}-${last}`).join()}`);
  }
  db.prepare('DELETE FROM batches WHERE written < ?').run(now - KEEP_MS.single);
  db.prepare(
    'DELETE FROM batches WHERE written < (SELECT written FROM batches ORDER BY written DESC LIMIT 1 OFFSET ?)',
  ).run(MAX_SINGLE);
  const isWriter = `name >= '${FROM}' AND name < '${TO}'`;
  db.prepare(`DELETE FROM book WHERE ${isWriter} AND CAST(value AS INTEGER) < ?`).run(now - KEEP_MS.writer);
  db.prepare(
    `DELETE FROM book WHERE name IN (SELECT name FROM book WHERE ${isWriter}
     ORDER BY CAST(value AS INTEGER) DESC LIMIT -1 OFFSET ?)`,
  ).run(MAX_WRITERS);
}

/** Adds numbers to ranges. */
export function addNumbers(ranges: Ranges, numbers: readonly number[]): Ranges {
  const all = [...ranges, ...numbers.map((number) => [number, number] as const)].sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [first, last] of all) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

function readRanges(db: DatabaseSync, writer: string): Ranges {
  const value = db.prepare('SELECT value FROM book WHERE name = ?').get(FROM + writer)?.value;
  const [, text = ''] = typeof value === 'string' ? value.split(' ') : [];
  return text === ''
    ? []
    : text.split(',').map((range) => {
        const [first = 0, last = 0] = range.split('-').map(Number);
        return [first, last];
      });
}

function parseId(id: string): { readonly writer: string | null; readonly number: number } {
  const [, writer = null, number] = NUMBERED.exec(id) ?? [];
  return { writer, number: Number(number) };
}
