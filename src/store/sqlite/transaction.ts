import type { DatabaseSync } from 'node:sqlite';

/** Runs the work in a transaction that takes the write lock at the start. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back after some errors.
    }
    throw error;
  }
}
