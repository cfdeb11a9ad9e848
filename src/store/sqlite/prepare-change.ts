import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * A statement that changes something, on a connection that also changes the full-text index: that leaves row
 * numbers of its own behind, too large for a number, which node:sqlite reads after every change.
 */
export function prepareChange(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
