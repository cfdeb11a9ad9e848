import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { GatebookError } from '../../profile/gatebook-error.ts';
import type { Detail, Profile } from '../../profile/profile.ts';
import { openForWriting } from './connection.ts';
import { ENTRY_COLUMNS, type Row, SHAPE_COLUMNS, toEntry, toShape } from './rows.ts';
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
    `SELECT ${ENTRY_COLUMNS}, ${SHAPE_COLUMNS}, d.json FROM entries e JOIN shapes s ON s.id = e.shape
     JOIN urls u ON u.id = e.url JOIN agents a ON a.id = e.agent LEFT JOIN details d ON d.seq = e.seq
     WHERE e.seq >= ? AND e.seq < ? ORDER BY e.seq`,
  );
  const ends = attempt(() => from.prepare('SELECT min(seq) AS first, max(seq) AS last FROM entries').get());
  const last = Number(ends?.last ?? 2 ** 24);
  let copied = 0;
  let lost = 0;
  for (let seq = Number(ends?.first ?? 0); seq <= last; seq += AT_ONCE) {
    const { profiles, unread } = readable(read, seq, Math.min(seq + AT_ONCE, last + 1));
    transaction(target, () => writer.insert(profiles.sort((a, b) => a.entry.time - b.entry.time)));
    copied += profiles.length;
    lost += unread;
  }
  return { copied, lost };
}

/** What can be read between two numbers: where a page is damaged, the halves are tried, down to single ones. */
function readable(read: StatementSync, from: number, end: number): { profiles: Profile[]; unread: number } {
  const rows = attempt(() => read.all(from, end) as Row[]);
  if (rows) return { profiles: rows.map(toProfile), unread: 0 };
  if (end - from === 1) return { profiles: [], unread: 1 };
  const middle = Math.floor((from + end) / 2);
  const [a, b] = [readable(read, from, middle), readable(read, middle, end)];
  return { profiles: [...a.profiles, ...b.profiles], unread: a.unread + b.unread };
}

function toProfile(row: Row): Profile {
  const detail =
    attempt(() => (typeof row.json === 'string' ? (JSON.parse(row.json) as Detail) : null)) ?? null;
  return { entry: toEntry(row, toShape(row)), detail };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
