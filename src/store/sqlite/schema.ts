import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../profile/gatebook-error.ts';
import { newTokenKey, type TokenKey } from '../../profile/token.ts';

/** "Gate" in ASCII: tells a book from any other SQLite file. */
const APPLICATION_ID = 0x47617465;

/**
 * Each version's step from the one before it, forward only. A step that has shipped is never edited.
 * `ip` holds an IPv4 address as an integer, an IPv6 one as a blob of 16 bytes and anything else as text:
 * SQLite never compares across those, so a block of addresses is one range.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE book (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    status INTEGER NOT NULL,
    ip ANY NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    route TEXT NOT NULL,
    duration INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    user_agent TEXT NOT NULL,
    trace TEXT NOT NULL,
    kind INTEGER NOT NULL,
    parent INTEGER,
    error TEXT NOT NULL,
    client INTEGER NOT NULL,
    detail INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX entries_listing ON entries (time DESC, seq);
  CREATE INDEX entries_parent ON entries (parent) WHERE parent IS NOT NULL;

  CREATE TABLE details (
    seq INTEGER PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    written INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_written ON batches (written);
  `,
];

const SCHEMA_VERSION = STEPS.length;

/** Brings the book to this version's schema. Safe with several processes opening it at once. */
export function migrate(db: DatabaseSync, path: string): void {
  const foreign = () =>
    new GatebookError(
      'book-unreadable',
      `${path} is a SQLite file, but not a book of Gatebook. Choose another path.`,
    );

  if (version(db) === SCHEMA_VERSION && pragma(db, 'application_id') === APPLICATION_ID) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    const from = version(db);
    const id = pragma(db, 'application_id');
    if (id !== APPLICATION_ID && (id !== 0 || from !== 0 || hasTables(db))) throw foreign();
    if (from > SCHEMA_VERSION) {
      throw new GatebookError(
        'book-newer',
        `${path} was written by a newer Gatebook (schema ${from}, this one knows ${SCHEMA_VERSION}). Update gatebook to open it.`,
      );
    }
    for (const step of STEPS.slice(from)) db.exec(step);
    if (from === 0) {
      const insert = db.prepare('INSERT INTO book (name, value) VALUES (?, ?)');
      insert.run('token_key', newTokenKey().join(','));
      insert.run('next_seq', 0);
    }
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; PRAGMA application_id = ${APPLICATION_ID}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

export function readTokenKey(db: DatabaseSync): TokenKey {
  const row = db.prepare("SELECT value FROM book WHERE name = 'token_key'").get();
  const [a = 0, b = 0, c = 0, d = 0] = String(row?.value).split(',').map(Number);
  return [a, b, c, d];
}

function version(db: DatabaseSync): number {
  return pragma(db, 'user_version');
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function hasTables(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}
