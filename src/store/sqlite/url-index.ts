import type { DatabaseSync } from 'node:sqlite';
import { prepareWrite } from './prepare-write.ts';
import { type Segment, TEXTS_PER_SEGMENT } from './segments.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** Pages of the index merged in one step. */
const PAGES_PER_MERGE = 64;

export interface UrlIndexer {
  /** Does a small part of the work. Returns whether there is more. */
  step(): boolean;
}

/**
 * Indexes the trigrams of URLs in the background, many at once, then merges the index. FTS5 would do all of it inside
 * one commit; in steps, others can write in between.
 */
export function createUrlIndexer(db: DatabaseSync, { urlBacklog, urlsPerStep }: Tuning): UrlIndexer {
  const unindexed = db.prepare('SELECT * FROM segments WHERE urls > urls_indexed ORDER BY id');
  const index = prepareWrite(
    db,
    'INSERT INTO url_trigrams (rowid, text) SELECT id, text FROM urls WHERE id > ? AND id <= ?',
  );
  const saveProgress = prepareWrite(db, 'UPDATE segments SET urls_indexed = ? WHERE id = ?');
  const merge = prepareWrite(
    db,
    `INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('merge', ${PAGES_PER_MERGE})`,
  );
  const totalChanges = db.prepare('SELECT total_changes() AS changes');
  let state: 'idle' | 'indexing' | 'merging' = 'idle';

  function indexStep(): boolean {
    return transaction(db, () => {
      const segments = unindexed.all() as unknown as Segment[];
      const backlog = segments.reduce((sum, { urls, urls_indexed }) => sum + urls - urls_indexed, 0);
      const [segment] = segments;
      if (!segment || (state === 'idle' && backlog < urlBacklog)) return false;
      const first = segment.id * TEXTS_PER_SEGMENT;
      const to = Math.min(segment.urls, segment.urls_indexed + urlsPerStep);
      index.run(first + segment.urls_indexed, first + to);
      saveProgress.run(to, segment.id);
      return true;
    });
  }

  function mergeStep(): boolean {
    const before = Number(totalChanges.get()?.changes);
    merge.run();
    // FTS5 documents fewer than two changes as "nothing to merge".
    return Number(totalChanges.get()?.changes) - before >= 2;
  }

  return {
    step() {
      if (state !== 'merging' && indexStep()) state = 'indexing';
      else if (state !== 'idle') state = mergeStep() ? 'merging' : 'idle';
      return state !== 'idle';
    },
  };
}
