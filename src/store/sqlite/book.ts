import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../profile/gatebook-error.ts';
import type { Detail, Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import { createTokens, type Seq } from '../../profile/token.ts';
import type { Criteria, Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import { toPage } from '../page.ts';
import type { Batch, Count, Lease, Page } from '../store.ts';
import { all, type Condition, compileTerms } from './compile-terms.ts';
import { ENTRY_COLUMNS, toEntry, toRow } from './rows.ts';
import { migrate, readTokenKey } from './schema.ts';

/** How long a write waits for another process before it is refused. */
const BUSY_MS = 5000;
/** Long after the last retry of any batch. */
const BATCH_IDS_KEPT_MS = 24 * 3600 * 1000;

/** A SQLite book, read and written where it stands: this blocks, so it lives in a thread of its own. */
export function openBook(path: string, create: boolean) {
  const db = openFile(path, create);
  const tokenKey = readTokenKey(db);
  const { seqOf } = createTokens(tokenKey);
  const sql = {
    insertBatch: db.prepare('INSERT INTO batches (id, written) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    forgetBatches: db.prepare('DELETE FROM batches WHERE written < ?'),
    insertEntry: db.prepare(
      `INSERT INTO entries (${ENTRY_COLUMNS}) VALUES (${ENTRY_COLUMNS.replace(/\w+/g, '?')})`,
    ),
    insertDetail: db.prepare('INSERT INTO details (seq, json) VALUES (?, ?)'),
    entry: db.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE seq = ?`),
    detail: db.prepare('SELECT json FROM details WHERE seq = ?'),
    lease: db.prepare("UPDATE book SET value = value + ? WHERE name = 'next_seq' RETURNING value"),
    pruneDetails: db.prepare('DELETE FROM details WHERE seq IN (SELECT seq FROM entries WHERE time < ?)'),
    pruneEntries: db.prepare('DELETE FROM entries WHERE time < ?'),
  };

  function transaction<T>(work: () => T): T {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  function insert({ entry, detail }: Profile): void {
    sql.insertEntry.run(...toRow(entry));
    if (detail) sql.insertDetail.run(entry.seq, JSON.stringify(detail));
  }

  return {
    tokenKey,

    write({ id, profiles }: Batch): void {
      const now = Date.now();
      transaction(() => {
        if (sql.insertBatch.run(id, now).changes === 0) return;
        sql.forgetBatches.run(now - BATCH_IDS_KEPT_MS);
        for (const profile of profiles) insert(profile);
      });
    },

    search({ terms, limit, cursor }: Criteria): Page {
      const where = all([compileTerms(terms, seqOf), ...(cursor ? [beyond(cursor)] : [])]);
      const order = cursor?.toward === 'newer' ? 'time ASC, seq DESC' : 'time DESC, seq ASC';
      const rows = db
        .prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE ${where.sql} ORDER BY ${order} LIMIT ?`)
        .all(...where.params, limit + 1);
      return toPage(rows.map(toEntry), { limit, cursor });
    },

    count(terms: readonly Term[], cap: number): Count {
      const where = compileTerms(terms, seqOf);
      const row = db
        .prepare(`SELECT count(*) AS found FROM (SELECT 1 FROM entries WHERE ${where.sql} LIMIT ?)`)
        .get(...where.params, cap + 1);
      const found = Number(row?.found);
      return { matches: Math.min(found, cap), capped: found > cap };
    },

    get(token: string): Profile | null {
      const seq = seqOf(token);
      const row = seq === null ? undefined : sql.entry.get(seq);
      if (seq === null || !row) return null;
      const json = sql.detail.get(seq)?.json;
      return { entry: toEntry(row), detail: typeof json === 'string' ? (JSON.parse(json) as Detail) : null };
    },

    lease(size: number): Lease {
      const end = Number(sql.lease.get(size)?.value);
      return { first: (end - size) as Seq, end };
    },

    prune(before: Micros): number {
      return transaction(() => {
        sql.pruneDetails.run(before);
        return Number(sql.pruneEntries.run(before).changes);
      });
    },

    close(): void {
      db.close();
    },
  };
}

export type Book = ReturnType<typeof openBook>;

/** The rows on one side of a place in the listing, as conditions an index on (time, seq) can serve. */
function beyond({ toward, time, seq }: Cursor): Condition {
  return toward === 'older'
    ? { sql: 'time <= ? AND (time < ? OR seq > ?)', params: [time, time, seq] }
    : { sql: 'time >= ? AND (time > ? OR seq < ?)', params: [time, time, seq] };
}

function openFile(path: string, create: boolean): DatabaseSync {
  if (!existsSync(path)) {
    if (!create) {
      throw new GatebookError(
        'book-missing',
        `There is no book at ${path}. Start your app with Gatebook in it, or name another with --storage sqlite:PATH.`,
      );
    }
    makeFolder(dirname(path));
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    useWal(db);
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY');
    migrate(db, path);
    chmodSync(path, 0o600);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof GatebookError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatebookError('book-unreadable', `The book at ${path} can't be opened: ${reason}.`, {
      cause: error,
    });
  }
}

/** A new book is switched to WAL by whoever comes first; SQLite answers the others "busy" at once. */
function useWal(db: DatabaseSync): void {
  const deadline = Date.now() + BUSY_MS;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** What a host was asked is nobody else's business: closed to other users, and kept out of git. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (basename(folder) === '.gatebook') writeFileSync(join(folder, '.gitignore'), '*\n');
}
