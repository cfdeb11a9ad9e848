import { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../format/cut-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { STEPS } from './schema.ts';

/** Written by ANALYZE. They only help SQLite to plan. */
const STATISTICS = /^sqlite_stat\d$/;
const MAX_NAME_LENGTH = 60;

/**
 * Finds something in a file that differs from what Gatebook creates up to this schema version, such as `view "x"`.
 * A view, a trigger or a changed table in a file from someone else would run its own SQL when the book is read. Reads
 * only the schema.
 */
export function findForeignSchema(db: DatabaseSync, version: number): string | null {
  const expected = new DatabaseSync(':memory:');
  try {
    for (const [i, step] of STEPS.slice(0, version).entries()) {
      expected.exec(step);
      // The migration drops it after it has copied the entries.
      if (i === 1) expected.exec('DROP TABLE entries_1');
    }
    const ours = schemaOf(expected);
    const found = schemaOf(db);
    for (const [object, name] of found) if (!ours.has(object)) return name;
    for (const [object, name] of ours) if (!found.has(object)) return name;
    return null;
  } finally {
    expected.close();
  }
}

/** The objects of a schema, each with its name. Versions of SQLite quote the names of renamed tables differently. */
function schemaOf(db: DatabaseSync): Map<string, string> {
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
