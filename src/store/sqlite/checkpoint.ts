import type { DatabaseSync } from 'node:sqlite';

/** A write-ahead log with more pages than this is worth resetting. */
const LONG_LOG_PAGES = 16_384;

/** Copies the write-ahead log into the book without blocking readers or the writer. Returns whether the log is long. */
export function checkpoint(db: DatabaseSync): boolean {
  const { log = 0 } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  return Number(log) > LONG_LOG_PAGES;
}
