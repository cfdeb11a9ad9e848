import { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../../format/cut-text.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { type FileKind, SCHEMAS } from './schema.ts';

/** Written by ANALYZE. They only help SQLite to plan. */
const STATISTICS = /^sqlite_stat\d$/;
const MAX_NAME_LENGTH = 60;
/** Creating a schema to compare it takes longer than opening a file, so each is created once. */
const expected = new Map<FileKind, ReadonlyMap<string, string>>();

/**
 * Finds something in a file that differs from what Gatebook creates, such as `view "x"`. A view, a trigger or a changed
 * table in a file from someone else would run its own SQL when the book is read. Reads only the schema.
 */
export function findForeignSchema(db: DatabaseSync, kind: FileKind): string | null {
  const found = schemaOf(db);
  const ours = expectedSchema(kind);
  for (const [object, name] of found) if (!ours.has(object)) return name;
  for (const [object, name] of ours) if (!found.has(object)) return name;
  return null;
}

function expectedSchema(kind: FileKind): ReadonlyMap<string, string> {
  let schema = expected.get(kind);
  if (!schema) {
    const db = new DatabaseSync(':memory:');
    db.exec(SCHEMAS[kind]);
    schema = schemaOf(db);
    db.close();
    expected.set(kind, schema);
  }
  return schema;
}

/** The objects of a schema, each with its name. */
function schemaOf(db: DatabaseSync): Map<string, string> {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  return new Map(
    rows
      .filter(({ name }) => !STATISTICS.test(String(name)))
      .map(({ type, name, tbl_name, sql }) => [
        JSON.stringify([type, name, tbl_name, sql]),
        `${type} "${visibleText(cutText(String(name), MAX_NAME_LENGTH))}"`,
      ]),
  );
}
