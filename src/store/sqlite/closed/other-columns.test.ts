import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEntries } from '../../../../test/support/read-book.ts';
import { sampleAt, writeSampleBook } from '../../../../test/support/sample-book.ts';
import type { Micros } from '../../../profile/time.ts';
import { parseQueryText } from '../../../search/query-text.ts';
import { T0 } from '../../conformance/sample-profile.ts';
import { bookFolder } from '../files/folder.ts';
import { compress, decompress } from '../files/zstd.ts';
import { checkBook } from '../maintain/check.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import type { ClosedMeta } from './closed-table.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-'));
const original = join(temporary, 'original');
beforeAll(() => writeSampleBook(original));
afterAll(() => rmSync(temporary, { recursive: true }));

/** A copy of the sample book in which the columns of the first segment were changed. */
function changedCopy(name: string, change: (db: DatabaseSync) => void): string {
  const path = join(temporary, name);
  cpSync(original, path, { recursive: true });
  const db = new DatabaseSync(bookFolder(path).closed(1, 0));
  change(db);
  db.close();
  return path;
}

/** The entries of a book, in the order of their seqs. */
async function entriesIn(path: string) {
  const store = await openSqliteStore(path, { create: false });
  const entries = await readEntries(store);
  await store.close();
  return entries.sort((a, b) => a.seq - b.seq);
}

const SAMPLES = Array.from({ length: 4500 }, (_, seq) => sampleAt(seq).entry);

test('a column of a later version is skipped', async () => {
  const path = changedCopy('later', (db) => {
    const insert = db.prepare('INSERT INTO columns VALUES (?, ?, ?)');
    insert.run('colour', 0, compress(new Uint8Array(40)));
    insert.run('colours', 0, compress('\nred\nblue'));
  });
  expect(checkBook(path)).toEqual([]);
  expect(await entriesIn(path)).toEqual(SAMPLES);
});

test('a column that an earlier version did not have is empty, also after a part of the segment was deleted', async () => {
  const path = changedCopy('earlier', (db) =>
    db.exec("DELETE FROM columns WHERE name IN ('agent', 'agents', 'queries', 'responseBytes')"),
  );
  const expected = SAMPLES.map((entry) =>
    entry.seq < 1000 ? { ...entry, userAgent: '', queries: 0, responseBytes: 0 } : entry,
  );
  expect(checkBook(path)).toEqual([]);
  expect(await entriesIn(path)).toEqual(expected);

  const store = await openSqliteStore(path, { create: false });
  await store.prune((T0 + 500) as Micros);
  await store.close();
  expect(checkBook(path)).toEqual([]);
  expect(await entriesIn(path)).toEqual(expected.slice(500));
});

test('a segment without a column is found by what its entries do not have', async () => {
  const path = changedCopy('negated', (db) => {
    db.exec("DELETE FROM columns WHERE name IN ('agent', 'agents')");
    changeMeta(db, ({ texts: { agents, ...texts }, ...meta }) => ({ ...meta, texts }));
  });
  const store = await openSqliteStore(path, { create: false });
  const count = async (query: string) =>
    (await store.count(parseQueryText(query, { now: T0, zone: 'UTC' }).terms, 10_000)).matches;
  expect(await count('-agent:nothing-like-this')).toBe(SAMPLES.length);
  expect(await count('agent:nothing-like-this')).toBe(0);
  await store.close();
});

test.each([
  ['more texts than fit into memory', [0, 2 ** 40]],
  ['texts in the wrong order', [0, 100, 50]],
  ['a number of texts that is none', [0, 1.5]],
])('a segment that says it has %s is damaged', async (_, urls) => {
  const path = changedCopy(`forged-${urls}`, (db) =>
    changeMeta(db, (meta) => ({ ...meta, texts: { ...meta.texts, urls } })),
  );
  await expect(entriesIn(path)).rejects.toThrow("it can't have these chunks of urls");
});

function changeMeta(db: DatabaseSync, change: (meta: ClosedMeta) => object): void {
  const row = db.prepare("SELECT data FROM columns WHERE name = 'meta'").get();
  const meta = JSON.parse(decompress(row?.data as Uint8Array)) as ClosedMeta;
  db.prepare("UPDATE columns SET data = ? WHERE name = 'meta'").run(compress(JSON.stringify(change(meta))));
}
