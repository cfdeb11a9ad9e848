import type { DatabaseSync } from 'node:sqlite';

/** A write-ahead log with more pages than this is worth resetting. */
const LONG_LOG_PAGES = 16_384;

/** Copies the write-ahead log into the book without blocking readers or the writer. Returns whether the log is long. */
export function checkpoint(db: DatabaseSync): boolean {
  const { log = 0 } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  return Number(log) > LONG_LOG_PAGES;
}

/** How long to wait for readers. Writers wait in the meantime. */
const EMPTY_LOG_MS = 100;

/** Copies the write-ahead log into the book and empties it. Returns whether that was possible. */
export function emptyLog(db: DatabaseSync): boolean {
  const { timeout = 0 } = db.prepare('PRAGMA busy_timeout').get() ?? {};
  db.exec(`PRAGMA busy_timeout = ${EMPTY_LOG_MS}`);
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${Number(timeout)}`);
  }
}
