import type { DatabaseSync } from 'node:sqlite';

/** All of the work or nothing of it, with the write lock taken at the start. */
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
      // Some errors have rolled it back already.
    }
    throw error;
  }
}
