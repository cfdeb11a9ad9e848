import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import type { Micros } from '../../profile/time.ts';
import type { BookStats } from '../book-stats.ts';
import { openForReading } from './connection.ts';
import { OWNER_ONLY } from './file-modes.ts';

export interface SqliteStats extends BookStats {
  readonly segments: number;
  /** Freed by retention and not yet returned to the disk. */
  readonly freeBytes: number;
  readonly logBytes: number;
}

export function statsOf(path: string): SqliteStats {
  const db = openForReading(path);
  try {
    const value = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0] as number | null;
    const pageSize = value('PRAGMA page_size') ?? 0;
    return {
      entries: value('SELECT sum(entries) FROM segments') ?? 0,
      details: value('SELECT count(*) FROM details') ?? 0,
      oldest: value('SELECT min(time) FROM entries') as Micros | null,
      newest: value('SELECT max(time) FROM entries') as Micros | null,
      nextSeq: value("SELECT value FROM book WHERE name = 'next_seq'") ?? 0,
      segments: value('SELECT count(*) FROM segments') ?? 0,
      bytes: statSync(path).size,
      freeBytes: (value('PRAGMA freelist_count') ?? 0) * pageSize,
      logBytes: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
      parts: db
        .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
        .all()
        .map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) })),
    };
  } finally {
    db.close();
  }
}

/** Verifies the integrity of a book and returns the problems found. Safe while the book is in use. */
export function checkBook(path: string): string[] {
  const db = openForReading(path);
  try {
    const lines = db
      .prepare('PRAGMA integrity_check(20)')
      .all()
      .map((row) => String(row.integrity_check));
    return [...lines.filter((line) => line !== 'ok'), ...inconsistencies(db)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    db.close();
  }
}

/** Each problem, with a query that returns 1 if the book has it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  'the number of entries differs from the counts in segments':
    'SELECT (SELECT count(*) FROM entries) <> (SELECT ifnull(sum(entries), 0) FROM segments)',
  'the number of entries differs from the counts in dimension_counts':
    'SELECT (SELECT count(*) FROM entries) <> (SELECT ifnull(sum(entries), 0) FROM dimension_counts)',
  'the number of entries differs from the counts in minutes':
    'SELECT (SELECT count(*) FROM entries) <> (SELECT ifnull(sum(entries), 0) FROM minutes)',
  'some entries have no posting by dimension, or more than one': `SELECT (SELECT count(*) FROM entries) <>
      (SELECT count(*) FROM postings WHERE field = 1) + (SELECT count(*) FROM pending)`,
  'the number of pending entries differs from the counts in segments':
    'SELECT (SELECT count(*) FROM pending) <> (SELECT ifnull(sum(pending), 0) FROM segments)',
  'an entry has no dimensions, URL or agent': `SELECT EXISTS (SELECT 1 FROM entries e
      LEFT JOIN dimensions dim ON dim.id = e.dimension
      LEFT JOIN urls u ON u.id = e.url LEFT JOIN agents a ON a.id = e.agent
      WHERE dim.id IS NULL OR u.id IS NULL OR a.id IS NULL)`,
  'a detail has no entry': 'SELECT EXISTS (SELECT 1 FROM details WHERE seq NOT IN (SELECT seq FROM entries))',
};

/** Compares the tables with each other. One transaction, so that all queries see the same state. */
function inconsistencies(db: DatabaseSync): string[] {
  db.exec('BEGIN');
  const found = Object.entries(PROBLEMS).filter(
    ([, sql]) => Object.values(db.prepare(sql).get() ?? {})[0] === 1,
  );
  db.exec('COMMIT');
  return found.map(([problem]) => problem);
}

/** Writes a compact, consistent copy of a book. Safe while the book is in use. */
export function backupBook(path: string, to: string): void {
  if (existsSync(to)) {
    throw new GatebookError('bad-option', `${to} already exists. Choose a new file, or delete it first.`);
  }
  const db = openForReading(path);
  let isCreated = false;
  try {
    // SQLite would create the file with the permissions of the umask.
    closeSync(openSync(to, 'wx', OWNER_ONLY));
    isCreated = true;
    db.exec('PRAGMA query_only = OFF');
    db.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    if (isCreated) rmSync(to, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatebookError('store-failed', `${path} could not be copied to ${to}: ${reason}.`, {
      cause: error,
    });
  } finally {
    db.close();
  }
}
