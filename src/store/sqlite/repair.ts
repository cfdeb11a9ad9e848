import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import { openForWriting } from './connection.ts';
import { DIMENSION_COLUMNS, ENTRY_COLUMNS, type Row, toDimensions, toEntry } from './rows.ts';
import { transaction } from './transaction.ts';
import { createWriter } from './writer.ts';

export interface Repaired {
  readonly copied: number;
  /** Numbers whose entries could not be read. */
  readonly lost: number;
}

const AT_ONCE = 1000;

/** Copies all that can be read of a damaged book into a new one: numbers, tokens and all. */
export function repairBook(path: string, to: string): Repaired {
  if (existsSync(to))
    throw new GatebookError('bad-option', `${to} is there already. Name a file that is not.`);
  const from = new DatabaseSync(path, { readOnly: true });
  const target = openForWriting(to, true);
  try {
    copyBook(from, target);
    return copyEntries(from, target);
  } finally {
    from.close();
    target.close();
  }
}

/** The key makes the tokens: without it they would all be others. */
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
    `SELECT ${ENTRY_COLUMNS}, ${DIMENSION_COLUMNS}, d.json FROM entries e JOIN shapes s ON s.id = e.shape
     JOIN urls u ON u.id = e.url JOIN agents a ON a.id = e.agent LEFT JOIN details d ON d.seq = e.seq
     WHERE e.seq >= ? AND e.seq < ? ORDER BY e.seq`,
  );
  const ends = attempt(() => from.prepare('SELECT min(seq) AS first, max(seq) AS last FROM entries').get());
  const last = Number(ends?.last ?? 2 ** 24);
  let copied = 0;
  let lost = 0;
  for (let seq = Number(ends?.first ?? 0); seq <= last; seq += AT_ONCE) {
    const { rows, unread } = readable(read, seq, Math.min(seq + AT_ONCE, last + 1));
    rows.sort((a, b) => Number(a.time) - Number(b.time));
    const entries = rows.map((row) => toEntry(row, toDimensions(row)));
    transaction(target, () => writer.insert(entries, rows.map(detailOf)));
    copied += rows.length;
    lost += unread;
  }
  transaction(target, () => writer.post());
  return { copied, lost };
}

/** What can be read between two numbers: where a page is damaged, the halves are tried, down to single ones. */
function readable(read: StatementSync, from: number, end: number): { rows: Row[]; unread: number } {
  const rows = attempt(() => read.all(from, end) as Row[]);
  if (rows) return { rows, unread: 0 };
  if (end - from === 1) return { rows: [], unread: 1 };
  const middle = Math.floor((from + end) / 2);
  const [a, b] = [readable(read, from, middle), readable(read, middle, end)];
  return { rows: [...a.rows, ...b.rows], unread: a.unread + b.unread };
}

/** A detail that was cut is no detail. */
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
