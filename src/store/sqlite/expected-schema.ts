import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../format/cut-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { STEPS } from './schema.ts';

/** Written by ANALYZE. They only help SQLite to plan. */
const STATISTICS = /^sqlite_stat\d$/;
const MAX_NAME_LENGTH = 60;
/** The digest of the current schema. Creating the schema to compare it takes longer than opening a book. */
export const SCHEMA_DIGEST = '231b6840faa7527d4c49bc8293c88d626b4aa8d5b297c08ed81cc38b1cb8e706';

/**
 * Finds something in a file that differs from what Gatebook creates up to this schema version, such as `view "x"`.
 * A view, a trigger or a changed table in a file from someone else would run its own SQL when the book is read. Reads
 * only the schema.
 */
export function findForeignSchema(db: DatabaseSync, version: number): string | null {
  const found = schemaOf(db);
  if (version === STEPS.length && digestOf(found) === SCHEMA_DIGEST) return null;
  const expected = createSchema(version);
  try {
    const ours = schemaOf(expected);
    for (const [object, name] of found) if (!ours.has(object)) return name;
    for (const [object, name] of ours) if (!found.has(object)) return name;
    return null;
  } finally {
    expected.close();
  }
}

/** An empty book in memory, with the schema of this version. */
export function createSchema(version: number): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const [i, step] of STEPS.slice(0, version).entries()) {
    db.exec(step);
    // The migration drops it after it has copied the entries.
    if (i === 1) db.exec('DROP TABLE entries_1');
  }
  return db;
}

export function digestOf(schema: ReadonlyMap<string, string>): string {
  return createHash('sha256')
    .update([...schema.keys()].sort().join('\n'))
    .digest('hex');
}

/** The objects of a schema, each with its name. Versions of SQLite quote the names of renamed tables differently. */
export function schemaOf(db: DatabaseSync): Map<string, string> {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  return new Map(
    rows
      .filter(({ name }) => !STATISTICS.test(String(name)))
      .map(({ type, name, tbl_name, sql }) => [
        JSON.stringify([type, name, tbl_name, String(sql).replace(/["\s]+/g, ' ')]),
        `${type} "${visibleText(cutText(String(name), MAX_NAME_LENGTH))}"`,
      ]),
  );
}
