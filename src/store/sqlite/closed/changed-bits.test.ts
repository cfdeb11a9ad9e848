import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FROM, TO } from '../../../../bench/store/build.ts';
import { traffic } from '../../../../bench/traffic.ts';
import type { Entry } from '../../../profile/entry.ts';
import type { Cursor } from '../../../search/cursor.ts';
import { openReader } from '../book.ts';
import { bookFolder } from '../files/folder.ts';
import { checkBook } from '../maintain/check.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-'));
const path = join(temporary, 'book');
const file = bookFolder(path).closed(1, 0);
/** Two chunks of rows, and several of URLs. */
const COUNT = 5000;
/** A search reads these from the catalog. */
const IN_CATALOG = ['dimensions', 'processes'];

beforeAll(async () => {
  const store = await openSqliteStore(path, { create: true });
  await store.lease(COUNT);
  await store.write({ id: 'all', profiles: [...traffic({ from: FROM, to: TO, count: COUNT })] });
  await store.closeSegments();
  await store.close();
});
afterAll(() => rmSync(temporary, { recursive: true }));

/** Reads each entry and each detail. Returns how many. */
function readAll(): number {
  const reader = openReader({ path, create: false });
  try {
    const entries: Entry[] = [];
    for (let cursor: Cursor | null = null; ; ) {
      const search = reader.search({ terms: [], limit: 1000, cursor });
      let step = search.next(true);
      while (!step.done) step = search.next(true);
      entries.push(...step.value.entries);
      cursor = step.value.older;
      if (!cursor) break;
    }
    return reader.details(entries.map(({ seq }) => seq)).filter((detail) => detail !== null).length;
  } finally {
    reader.close();
  }
}

interface Chunk {
  readonly table: 'columns' | 'details';
  readonly name: string;
  readonly id: number;
  readonly data: Uint8Array;
}

function withChangedBit<T>(db: DatabaseSync, { table, id, data }: Chunk, at: number, work: () => T): T {
  const update = db.prepare(`UPDATE ${table} SET data = ? WHERE rowid = ?`);
  const changed = Buffer.from(data);
  changed.writeUInt8(changed.readUInt8(at) ^ 4, at);
  update.run(changed, id);
  try {
    return work();
  } finally {
    update.run(data, id);
  }
}

test('a changed bit in any chunk is noticed by a check, and by what reads it', { timeout: 120_000 }, () => {
  const db = new DatabaseSync(file);
  const chunks = db
    .prepare(
      `SELECT 'columns' AS "table", name, rowid AS id, data FROM columns
       UNION ALL SELECT 'details', 'details', block, data FROM details`,
    )
    .all() as unknown as Chunk[];
  expect(new Set(chunks.map(({ name }) => name)).size).toBeGreaterThan(25);
  expect(readAll()).toBe(COUNT);
  const unnoticed: string[] = [];
  for (const chunk of chunks) {
    const { name, data } = chunk;
    withChangedBit(db, chunk, data.length >> 1, () => {
      if (checkBook(path).length !== 1) unnoticed.push(`${name}, by check`);
      try {
        readAll();
        if (!IN_CATALOG.includes(name)) unnoticed.push(`${name}, by reading`);
      } catch {}
    });
  }
  expect(unnoticed).toEqual([]);
  expect(checkBook(path)).toEqual([]);
  db.close();
});

test('a missing chunk of a column, or block of details, is noticed by a check, and by what reads it', {
  timeout: 120_000,
}, () => {
  const db = new DatabaseSync(file);
  const chunks = [
    ...db
      .prepare(
        `SELECT name, chunk, 'UPDATE columns SET chunk = ? WHERE name = ''' || name || ''' AND chunk = ?' AS update_sql
         FROM columns WHERE name IN (SELECT name FROM columns WHERE chunk = 1)`,
      )
      .all(),
    ...db
      .prepare(
        "SELECT 'details' AS name, block AS chunk, 'UPDATE details SET block = ? WHERE block = ?' AS update_sql FROM details",
      )
      .all(),
  ] as unknown as { readonly name: string; readonly chunk: number; readonly update_sql: string }[];
  expect(chunks.length).toBeGreaterThan(40);
  const unnoticed: string[] = [];
  for (const { name, chunk, update_sql } of chunks) {
    const renumber = db.prepare(update_sql);
    renumber.run(999, chunk);
    if (checkBook(path).length !== 1) unnoticed.push(`${name} ${chunk}, by check`);
    try {
      readAll();
      unnoticed.push(`${name} ${chunk}, by reading`);
    } catch {}
    renumber.run(chunk, 999);
  }
  expect(unnoticed).toEqual([]);
  expect(checkBook(path)).toEqual([]);
  db.close();
});
