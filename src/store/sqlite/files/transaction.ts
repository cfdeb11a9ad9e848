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

interface Closable {
  close(): void;
}

/** Goes on with a database, and closes it if that fails: one that stays open would delete the log of a new file with its name. */
export function orClose<T>(opened: Closable, work: () => T): T {
  try {
    return work();
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Uses a database, and closes it. */
export function thenClose<O extends Closable, T>(opened: O, work: (opened: O) => T): T {
  try {
    return work(opened);
  } finally {
    opened.close();
  }
}

/** For work that may fail: it is tried again later, or its result can be missing. */
export function ignoreFailure<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
