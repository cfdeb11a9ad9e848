import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Prepares a statement that writes. After each write node:sqlite reads the last inserted rowid, and the full-text
 * index leaves rowids there that don't fit into a number: as bigints they do not throw.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
