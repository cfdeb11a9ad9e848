import type { DatabaseSync } from 'node:sqlite';
import { prepareChange } from './prepare-change.ts';
import { type Segment, TEXTS_PER_SEGMENT } from './segments.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** So many pages of the index are brought together in one step. */
const MERGED_PAGES = 64;

export interface UrlIndexer {
  /** Does a little of what there is to do; says whether there is more. */
  step(): boolean;
}

/**
 * The trigrams of URLs are indexed after their entries were written, many at once; then what was indexed in small
 * pieces is brought together. Both in steps between which others write: FTS5 itself would do it all in one.
 */
export function createUrlIndexer(db: DatabaseSync, { urlBacklog, urlsAtOnce }: Tuning): UrlIndexer {
  const behind = db.prepare('SELECT * FROM spans WHERE urls > urls_indexed ORDER BY id');
  const index = prepareChange(
    db,
    'INSERT INTO url_trigrams (rowid, text) SELECT id, text FROM urls WHERE id > ? AND id <= ?',
  );
  const remember = prepareChange(db, 'UPDATE spans SET urls_indexed = ? WHERE id = ?');
  const merge = prepareChange(
    db,
    `INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('merge', ${MERGED_PAGES})`,
  );
  const changes = db.prepare('SELECT total_changes() AS changes');
  let doing: 'nothing' | 'indexing' | 'merging' = 'nothing';

  function indexSome(): boolean {
    return transaction(db, () => {
      const spans = behind.all() as unknown as Segment[];
      const backlog = spans.reduce((sum, { urls, urls_indexed }) => sum + urls - urls_indexed, 0);
      const [span] = spans;
      if (!span || (doing === 'nothing' && backlog < urlBacklog)) return false;
      const first = span.id * TEXTS_PER_SEGMENT;
      const to = Math.min(span.urls, span.urls_indexed + urlsAtOnce);
      index.run(first + span.urls_indexed, first + to);
      remember.run(to, span.id);
      return true;
    });
  }

  function mergeSome(): boolean {
    const before = Number(changes.get()?.changes);
    merge.run();
    // Less than two changes: there was nothing to merge.
    return Number(changes.get()?.changes) - before >= 2;
  }

  return {
    step() {
      if (doing !== 'merging' && indexSome()) doing = 'indexing';
      else if (doing !== 'nothing') doing = mergeSome() ? 'merging' : 'nothing';
      return doing !== 'nothing';
    },
  };
}
