import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import type { Micros } from '../../profile/time.ts';
import type { BookStats } from '../book-stats.ts';
import { openForReading } from './connection.ts';

export interface SqliteStats extends BookStats {
  readonly spans: number;
  /** What retention freed and has not given back yet. */
  readonly freeBytes: number;
  readonly logBytes: number;
}

export function statsOf(path: string): SqliteStats {
  const db = openForReading(path);
  try {
    const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0] as number | null;
    const pageSize = one('PRAGMA page_size') ?? 0;
    return {
      entries: one('SELECT sum(entries) FROM spans') ?? 0,
      details: one('SELECT count(*) FROM details') ?? 0,
      oldest: one('SELECT min(time) FROM entries') as Micros | null,
      newest: one('SELECT max(time) FROM entries') as Micros | null,
      nextSeq: one("SELECT value FROM book WHERE name = 'next_seq'") ?? 0,
      spans: one('SELECT count(*) FROM spans') ?? 0,
      bytes: statSync(path).size,
      freeBytes: (one('PRAGMA freelist_count') ?? 0) * pageSize,
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

/** What is wrong with a book; nothing when it is sound. Others may use it meanwhile. */
export function checkBook(path: string): string[] {
  const db = openForReading(path);
  try {
    const damage = db
      .prepare('PRAGMA integrity_check(20)')
      .all()
      .map((row) => String(row.integrity_check));
    return [...damage.filter((line) => line !== 'ok'), ...disagreements(db)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    db.close();
  }
}

/** What the tables say of each other must agree. One snapshot, so that writers do not disturb. */
function disagreements(db: DatabaseSync): string[] {
  const asked: Record<string, string> = {
    'spans count other entries than there are':
      'SELECT (SELECT count(*) FROM entries) <> (SELECT ifnull(sum(entries), 0) FROM spans)',
    'shapes count other entries than there are':
      'SELECT (SELECT count(*) FROM entries) <> (SELECT ifnull(sum(entries), 0) FROM shape_counts)',
    'minutes count other entries than there are':
      'SELECT (SELECT count(*) FROM entries) <> (SELECT ifnull(sum(entries), 0) FROM minutes)',
    'entries are posted more or less than once by shape': `SELECT (SELECT count(*) FROM entries) <>
      (SELECT count(*) FROM postings WHERE field = 1) + (SELECT count(*) FROM unposted)`,
    'spans count other entries to be posted than there are':
      'SELECT (SELECT count(*) FROM unposted) <> (SELECT ifnull(sum(unposted), 0) FROM spans)',
    'an entry has no shape, URL or agent': `SELECT EXISTS (SELECT 1 FROM entries e
      LEFT JOIN shapes s ON s.id = e.shape LEFT JOIN urls u ON u.id = e.url LEFT JOIN agents a ON a.id = e.agent
      WHERE s.id IS NULL OR u.id IS NULL OR a.id IS NULL)`,
    'a detail has no entry':
      'SELECT EXISTS (SELECT 1 FROM details WHERE seq NOT IN (SELECT seq FROM entries))',
  };
  db.exec('BEGIN');
  const found = Object.entries(asked).filter(
    ([, sql]) => Object.values(db.prepare(sql).get() ?? {})[0] === 1,
  );
  db.exec('COMMIT');
  return found.map(([problem]) => problem);
}

/** A whole and compact copy, taken from one moment while the book is in use. */
export function backupBook(path: string, to: string): void {
  if (existsSync(to)) {
    throw new GatebookError(
      'bad-option',
      `${to} is there already. Name a file that is not, or take it away first.`,
    );
  }
  const db = openForReading(path);
  try {
    db.exec('PRAGMA query_only = OFF');
    db.prepare('VACUUM INTO ?').run(to);
    chmodSync(to, 0o600);
  } catch (error) {
    rmSync(to, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatebookError('store-failed', `${path} could not be copied to ${to}: ${reason}.`, {
      cause: error,
    });
  } finally {
    db.close();
  }
}
