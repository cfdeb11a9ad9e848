import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Entry } from '../profile/entry.ts';
import type { Tokens } from '../profile/token.ts';
import type { MatchPages } from '../report/export/all-matches.ts';
import { ENTRY_COLUMNS, type EntryColumn } from '../report/export/csv.ts';
import { OWNER_ONLY } from '../store/sqlite/files/folder.ts';
import { transaction } from '../store/sqlite/files/transaction.ts';

const COLUMNS: readonly EntryColumn[] = [
  ...ENTRY_COLUMNS,
  { name: 'Time us', type: 'INTEGER', value: ({ time }) => time },
];

export async function writeSqliteFile(path: string, pages: MatchPages, tokens: Tokens): Promise<void> {
  // SQLite would read a relative path such as `file:a?mode=memory` as a URL.
  const file = resolve(path);
  closeSync(openSync(file, 'wx', OWNER_ONLY));
  const db = new DatabaseSync(file);
  try {
    // A file that is not complete is deleted, so it need not survive a crash.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    db.exec(`CREATE TABLE profiles (${COLUMNS.map(({ name, type }) => `"${name}" ${type}`).join(', ')})`);
    const insert = db.prepare(`INSERT INTO profiles VALUES (${COLUMNS.map(() => '?').join(', ')})`);
    for await (const entries of pages)
      transaction(db, () => {
        for (const entry of entries) insert.run(...rowOf(entry, tokens));
      });
  } finally {
    db.close();
  }
}

function rowOf(entry: Entry, tokens: Tokens): (string | number | null)[] {
  return COLUMNS.map((column) => {
    const value = column.value(entry, tokens);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}
