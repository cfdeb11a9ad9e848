import type { DatabaseSync } from 'node:sqlite';
import { prepareWrite } from './prepare-write.ts';
import { type Segment, TEXTS_PER_SEGMENT } from './segments.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** Characters of a URL that are indexed. The index `urls_long` has the URLs that are longer, in bytes. */
export const INDEXED_LENGTH = 512;
/** Pages of the index merged in one step. */
const PAGES_PER_MERGE = 64;
/** FTS5 merges by itself, in one long commit, once there are 64 unmerged steps. */
const STEPS_PER_MERGE = 48;

export interface UrlIndexer {
  /** Does a small part of the work. Returns whether there is more. */
  step(): boolean;
}

/**
 * Indexes the trigrams of URLs in the background, many at once, then merges the index. FTS5 would do all of it inside
 * one commit; in steps, others can write in between.
 */
export function createUrlIndexer(
  db: DatabaseSync,
  { urlBacklog, urlsPerStep, bytesPerStep }: Tuning,
): UrlIndexer {
  const unindexed = db.prepare('SELECT * FROM segments WHERE urls > urls_indexed ORDER BY id');
  const lengths = db.prepare(
    `SELECT id, min(octet_length(text), ${INDEXED_LENGTH}) AS length FROM urls WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
  );
  const index = prepareWrite(
    db,
    `INSERT INTO url_trigrams (rowid, text) SELECT id, substr(text, 1, ${INDEXED_LENGTH}) FROM urls WHERE id > ? AND id <= ?`,
  );
  const saveProgress = prepareWrite(db, 'UPDATE segments SET urls_indexed = ? WHERE id = ?');
  let isIndexing = false;
  let isMerging = false;
  let unmerged = 0;

  function indexStep(): boolean {
    return transaction(db, () => {
      const segments = unindexed.all() as unknown as Segment[];
      const backlog = segments.reduce((sum, { urls, urls_indexed }) => sum + urls - urls_indexed, 0);
      const [segment] = segments;
      if (!segment || (!isIndexing && backlog < urlBacklog)) return false;
      const first = segment.id * TEXTS_PER_SEGMENT;
      const last = lastOfStep(first + segment.urls_indexed, first + segment.urls);
      index.run(first + segment.urls_indexed, last);
      saveProgress.run(last - first, segment.id);
      return true;
    });
  }

  /** The last URL of a step: the number of URLs and of their indexed bytes are limited. */
  function lastOfStep(after: number, end: number): number {
    const rows = lengths.all(after, end, urlsPerStep);
    let bytes = 0;
    for (const row of rows) {
      bytes += Number(row.length);
      if (bytes >= bytesPerStep) return Number(row.id);
    }
    return rows.length < urlsPerStep ? end : Number(rows.at(-1)?.id);
  }

  return {
    step() {
      if (isMerging) {
        isMerging = mergeStep(db);
        return isMerging || isIndexing;
      }
      const indexed = indexStep();
      if (!indexed && !isIndexing) return false;
      isIndexing = indexed;
      isMerging = !indexed || ++unmerged >= STEPS_PER_MERGE;
      if (isMerging) unmerged = 0;
      return true;
    },
  };
}

/** Merges a few pages of the index, if it has enough to merge. Returns whether it did. */
export function mergeStep(db: DatabaseSync): boolean {
  return merge(db, PAGES_PER_MERGE);
}

/** Starts to merge the whole index, which leaves nothing of deleted URLs. `mergeStep` continues. */
export function startFullMerge(db: DatabaseSync): void {
  merge(db, -PAGES_PER_MERGE);
}

function merge(db: DatabaseSync, pages: number): boolean {
  const totalChanges = () => Number(db.prepare('SELECT total_changes() AS changes').get()?.changes);
  const before = totalChanges();
  prepareWrite(db, `INSERT INTO url_trigrams (url_trigrams, rank) VALUES ('merge', ${pages})`).run();
  // FTS5 documents fewer than two changes as "nothing to merge".
  return totalChanges() - before >= 2;
}
