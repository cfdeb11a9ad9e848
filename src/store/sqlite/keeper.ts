import type { DatabaseSync } from 'node:sqlite';
import { prepareChange } from './prepare-change.ts';
import { type Span, TEXTS_PER_SPAN } from './spans.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

const LONGEST_LOG_PAGES = 16_384;

/** What is better not done inside a commit: the index of URLs, and checkpoints. */
export function tend(db: DatabaseSync, { urlBacklog, urlsAtOnce }: Tuning): void {
  const spans = db
    .prepare('SELECT * FROM spans WHERE urls > urls_indexed ORDER BY id')
    .all() as unknown as Span[];
  const backlog = spans.reduce((sum, { urls, urls_indexed }) => sum + urls - urls_indexed, 0);
  if (backlog >= urlBacklog) for (const span of spans) indexUrls(db, span, urlsAtOnce);
  checkpoint(db);
}

/**
 * Writes the log back into the book, beside whoever writes. Under writing without pause the log would never end:
 * when it has grown long, writers wait for the little that is left then, and it starts anew.
 */
function checkpoint(db: DatabaseSync): void {
  const { log = 0 } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  if (Number(log) > LONGEST_LOG_PAGES) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function indexUrls(db: DatabaseSync, span: Span, atOnce: number): void {
  const first = span.id * TEXTS_PER_SPAN;
  const index = prepareChange(
    db,
    'INSERT INTO url_trigrams (rowid, text) SELECT id, text FROM urls WHERE id > ? AND id <= ?',
  );
  const remember = prepareChange(db, 'UPDATE spans SET urls_indexed = ? WHERE id = ?');
  for (let indexed = span.urls_indexed; indexed < span.urls; ) {
    indexed = transaction(db, () => {
      // Another process may have been here meanwhile.
      const now = db.prepare('SELECT urls, urls_indexed FROM spans WHERE id = ?').get(span.id);
      if (!now) return span.urls;
      const from = Number(now.urls_indexed);
      const to = Math.min(Number(now.urls), from + atOnce);
      index.run(first + from, first + to);
      remember.run(to, span.id);
      return to;
    });
  }
}
