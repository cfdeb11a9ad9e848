import type { DatabaseSync } from 'node:sqlite';

/** So many pages of the log are written back before it is worth starting it anew. */
const LONG_LOG = 16_384;

/** Writes the log back into the book, beside whoever reads and writes; says whether it has grown long. */
export function checkpoint(db: DatabaseSync): boolean {
  const { log = 0 } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  return Number(log) > LONG_LOG;
}
