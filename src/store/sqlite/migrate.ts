import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../errors.ts';
import { newTokenKey, type TokenKey } from '../../profile/token.ts';
import { findForeignSchema } from './expected-schema.ts';
import { toEntry1 } from './rows.ts';
import { APPLICATION_ID, STEPS } from './schema.ts';
import { transaction } from './transaction.ts';
import { createWriter } from './writer.ts';

const SCHEMA_VERSION = STEPS.length;
const ENTRIES_PER_COPY = 1000;

/** Whether this is a book with the current schema. */
export function isUpToDate(db: DatabaseSync): boolean {
  return pragma(db, 'user_version') === SCHEMA_VERSION && pragma(db, 'application_id') === APPLICATION_ID;
}

/** Brings the book to the current schema in one transaction. Several processes may do so at once. */
export function migrate(db: DatabaseSync, path: string): void {
  if (isUpToDate(db)) return;
  transaction(db, () => {
    refuseUnlessOurs(db, path);
    const from = pragma(db, 'user_version');
    for (const step of STEPS.slice(from)) db.exec(step);
    if (from === 0) {
      const insert = db.prepare('INSERT INTO book (name, value) VALUES (?, ?)');
      insert.run('token_key', newTokenKey().join(','));
      insert.run('next_seq', 0);
    }
    if (from < 2) copyEntries1(db);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

export function readTokenKey(db: DatabaseSync): TokenKey {
  const row = db.prepare("SELECT value FROM book WHERE name = 'token_key'").get();
  const [a = 0, b = 0, c = 0, d = 0] = String(row?.value).split(',').map(Number);
  return [a, b, c, d];
}

/** Throws if the file belongs to another program or to a newer Gatebook. Writes nothing. */
export function refuseUnlessOurs(db: DatabaseSync, path: string): void {
  const version = pragma(db, 'user_version');
  const id = pragma(db, 'application_id');
  const isNew =
    id === 0 && version === 0 && db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (id !== APPLICATION_ID && !isNew) {
    throw new GatebookError(
      'book-unreadable',
      `${path} is a SQLite file, but not a Gatebook book. Choose another path.`,
    );
  }
  if (version > SCHEMA_VERSION) {
    throw new GatebookError(
      'book-newer',
      `${path} was written by a newer Gatebook (its schema is ${version}, this version supports up to ${SCHEMA_VERSION}). Update gatebook to open it.`,
    );
  }
  const foreign = isNew ? null : findForeignSchema(db, version);
  if (foreign !== null) {
    throw new GatebookError(
      'book-unreadable',
      `${path} was not opened: its ${foreign} is not as Gatebook created it, and could run SQL when the book is read. Use a backup of the book.`,
    );
  }
}

/** Rewrites the entries of schema version 1, which were rows of one wide table, in order of time. */
function copyEntries1(db: DatabaseSync): void {
  const writer = createWriter(db);
  const oldest = db.prepare('SELECT * FROM entries_1 ORDER BY time, seq LIMIT ? OFFSET ?');
  for (let copied = 0; ; copied += ENTRIES_PER_COPY) {
    const rows = oldest.all(ENTRIES_PER_COPY, copied);
    if (rows.length === 0) break;
    writer.insert(rows.map(toEntry1), []);
  }
  writer.writePostings();
  db.exec('DROP TABLE entries_1');
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
