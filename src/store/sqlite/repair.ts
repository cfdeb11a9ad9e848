import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import { openForReading, openForWriting } from './connection.ts';
import { DIMENSION_COLUMNS, ENTRY_COLUMNS, type Row, toDimensions, toEntry } from './rows.ts';
import { transaction } from './transaction.ts';
import { createWriter } from './writer.ts';

export interface Repaired {
  readonly copied: number;
  /** The number of seqs whose entries could not be read. */
  readonly lost: number;
}

const SEQS_PER_READ = 1000;

/** Copies everything readable in a damaged book into a new book. Seqs and tokens stay the same. */
export function repairBook(path: string, to: string): Repaired {
  if (existsSync(to)) throw new GatebookError('bad-option', `${to} already exists. Choose a new file.`);
  const from = openForReading(path);
  const target = openForWriting(to, true);
  try {
    copyBook(from, target);
    return copyEntries(from, target);
  } finally {
    from.close();
    target.close();
  }
}

/** The key determines the tokens: without it every token would change. */
function copyBook(from: DatabaseSync, target: DatabaseSync): void {
  const set = target.prepare('UPDATE book SET value = ? WHERE name = ?');
  for (const name of ['token_key', 'next_seq']) {
    const value = attempt(() => from.prepare('SELECT value FROM book WHERE name = ?').get(name)?.value);
    if (value !== undefined) set.run(value, name);
  }
}

function copyEntries(from: DatabaseSync, target: DatabaseSync): Repaired {
  const writer = createWriter(target);
  const read = from.prepare(
    `SELECT ${ENTRY_COLUMNS}, ${DIMENSION_COLUMNS}, d.json FROM entries e JOIN dimensions dim ON dim.id = e.dimension
     JOIN urls u ON u.id = e.url JOIN agents a ON a.id = e.agent LEFT JOIN details d ON d.seq = e.seq
     WHERE e.seq >= ? AND e.seq < ? ORDER BY e.seq`,
  );
  const ends = attempt(() => from.prepare('SELECT min(seq) AS first, max(seq) AS last FROM entries').get());
  const last = Number(ends?.last ?? 2 ** 24);
  let copied = 0;
  let lost = 0;
  for (let seq = Number(ends?.first ?? 0); seq <= last; seq += SEQS_PER_READ) {
    const { rows, unreadable } = readRange(read, seq, Math.min(seq + SEQS_PER_READ, last + 1));
    rows.sort((a, b) => Number(a.time) - Number(b.time));
    const entries = rows.map((row) => toEntry(row, toDimensions(row)));
    transaction(target, () => writer.insert(entries, rows.map(detailOf)));
    copied += rows.length;
    lost += unreadable;
  }
  transaction(target, () => writer.writePostings());
  return { copied, lost };
}

/** Reads the rows in a range of seqs. If that fails, it tries each half, down to single rows. */
function readRange(read: StatementSync, from: number, end: number): { rows: Row[]; unreadable: number } {
  const rows = attempt(() => read.all(from, end) as Row[]);
  if (rows) return { rows, unreadable: 0 };
  if (end - from === 1) return { rows: [], unreadable: 1 };
  const middle = Math.floor((from + end) / 2);
  const [a, b] = [readRange(read, from, middle), readRange(read, middle, end)];
  return { rows: [...a.rows, ...b.rows], unreadable: a.unreadable + b.unreadable };
}

/** The detail of a row, or '' if its JSON is damaged. */
function detailOf({ json }: Row): string {
  return typeof json === 'string' && attempt(() => JSON.parse(json)) ? json : '';
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
