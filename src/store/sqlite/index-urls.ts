import type { DatabaseSync } from 'node:sqlite';
import { INDEXED_LENGTH } from './fields.ts';
import { addUrl, createUrlFilters, type UrlFilters } from './filters.ts';
import type { Tuning } from './tuning.ts';

/** Pages of the text index merged in one slice. */
const PAGES_PER_MERGE = 16;
/** FTS5 collects this many bytes in memory, then writes them in one go. */
const HASH_BYTES = 131_072;

/** Indexes the trigrams of all URLs. Returns the filters of them, or `null` if some URLs are not indexed whole. */
export function* indexUrls(
  db: DatabaseSync,
  texts: readonly string[],
  { urlsPerSlice, bytesPerSlice }: Tuning,
): Generator<void, UrlFilters | null> {
  // FTS5 would merge in one long statement. In steps, others can write in between.
  for (const [option, value] of Object.entries({ automerge: 0, crisismerge: 2000, hashsize: HASH_BYTES }))
    db.exec(`INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('${option}', ${value})`);
  const insert = db.prepare('INSERT INTO url_trigrams (rowid, text) VALUES (?, ?)');
  // FTS5 leaves a last inserted rowid that doesn't fit into a number: as a bigint it does not throw.
  insert.setReadBigInts(true);
  let filters: UrlFilters | null = createUrlFilters(texts.reduce((sum, { length }) => sum + length, 0));
  let bytes = 0;
  for (const [i, text] of texts.entries()) {
    const indexed = text.slice(0, INDEXED_LENGTH);
    insert.run(BigInt(i + 1), indexed);
    if (Buffer.byteLength(text) > INDEXED_LENGTH) filters = null;
    if (filters) addUrl(filters, indexed);
    bytes += indexed.length;
    if (i % urlsPerSlice === urlsPerSlice - 1 || bytes > bytesPerSlice) {
      bytes = 0;
      yield;
    }
  }
  db.exec('COMMIT; BEGIN');
  merge(db, -PAGES_PER_MERGE);
  for (let more = true; more; ) {
    yield;
    more = merge(db, PAGES_PER_MERGE);
  }
  return filters;
}

function merge(db: DatabaseSync, pages: number): boolean {
  const totalChanges = () => Number(db.prepare('SELECT total_changes() AS changes').get()?.changes);
  const before = totalChanges();
  db.exec(`INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('merge', ${pages})`);
  // FTS5 documents fewer than two changes as "nothing to merge".
  return totalChanges() - before >= 2;
}
