import type { DatabaseSync } from 'node:sqlite';

/** What SQLite finds wrong with a file itself, at most twenty problems. */
export function brokenPages(db: DatabaseSync): string[] {
  return db
    .prepare('PRAGMA integrity_check(20)')
    .all()
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok');
}
