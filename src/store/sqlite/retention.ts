import type { DatabaseSync } from 'node:sqlite';
import type { Retention } from '../store.ts';
import { prepareWrite } from './prepare-write.ts';
import { deleteOldest, sweepTexts } from './prune.ts';
import type { Tuning } from './tuning.ts';
import { mergeStep, startFullMerge } from './url-index.ts';

/** Free pages returned to the disk in each step. */
const PAGES_PER_VACUUM = 64;
/**
 * A book up to this size is rewritten after a deletion. When SQLite balances its pages it leaves copies of rows in
 * their unused parts, and `secure_delete` does not overwrite those.
 */
const MAX_REWRITE_BYTES = 16_000_000;
/** An index of more URLs is too large to rewrite after each deletion: FTS5 does so once a tenth was deleted. */
const MAX_FULL_MERGE = 50_000;
/** Deleting to free space stops after this many steps in a row that freed none. */
const MAX_FRUITLESS = 2;

export interface Pruned {
  readonly pruned: number;
  readonly more: boolean;
}

/** Deletes the oldest profiles in steps, so that others can write in between. */
export interface Pruner {
  /** Deletes some of the entries that arrived before this time. */
  pruneStep(before: number): Pruned;
  /** Deletes some entries if the book exceeds a limit. */
  retainStep(retention: Retention): Pruned;
  /** Removes some of what deleted profiles have left in the index and in free pages. Returns whether there is more. */
  purgeStep(): boolean;
}

export function createPruner(db: DatabaseSync, tuning: Tuning): Pruner {
  const { prunedPerStep } = tuning;
  /** URLs whose trigrams may still be in the index. */
  let deletedUrls = 0;
  let isMerging = false;
  let mustRewrite = false;
  let fruitless = 0;

  /** Deletes texts of deleted segments. Returns whether there were any. */
  function sweep(): boolean {
    const urls = sweepTexts(db, prunedPerStep);
    deletedUrls += urls ?? 0;
    if (urls !== null) vacuumStep(db);
    return urls !== null;
  }

  function pruneStep(before: number, max?: number): Pruned {
    if (sweep()) return { pruned: 0, more: true };
    const { entries, urls, more } = deleteOldest(db, before, tuning, max);
    deletedUrls += urls;
    mustRewrite ||= entries > 0;
    vacuumStep(db);
    // An emptied segment has left texts behind.
    return { pruned: entries, more: more || entries > 0 };
  }

  /** Deletes entries only as long as that frees space. */
  function freeSpaceStep(): Pruned {
    if (mergeStep(db)) return { pruned: 0, more: true };
    const used = usedBytes(db);
    const { pruned } = pruneStep(Number.MAX_SAFE_INTEGER);
    fruitless = usedBytes(db) < used ? 0 : fruitless + 1;
    const more = pruned > 0 && fruitless < MAX_FRUITLESS;
    if (!more) fruitless = 0;
    return { pruned, more };
  }

  return {
    pruneStep,
    retainStep({ age, entries, bytes }) {
      if (sweep()) return { pruned: 0, more: true };
      const oldest = Number(
        db.prepare('SELECT min(time) AS oldest FROM entries').get()?.oldest ?? Number.MAX_SAFE_INTEGER,
      );
      const before = age === undefined ? 0 : Date.now() * 1000 - age * 1000;
      if (oldest < before) return pruneStep(before);
      const total = Number(db.prepare('SELECT sum(entries) AS total FROM segments').get()?.total);
      const excess = total - (entries ?? total);
      if (excess > 0) return pruneStep(Number.MAX_SAFE_INTEGER, excess);
      if (bytes === undefined || usedBytes(db) <= bytes) return { pruned: 0, more: false };
      return freeSpaceStep();
    },
    purgeStep() {
      if (isMerging) {
        isMerging = mergeStep(db);
        return true;
      }
      if (deletedUrls > 0) {
        deletedUrls = 0;
        isMerging = purgeIndex(db);
        return true;
      }
      if (mustRewrite && usedBytes(db) <= MAX_REWRITE_BYTES) {
        mustRewrite = !rewrite(db);
      }
      return vacuumStep(db);
    },
  };
}

/** Removes the trigrams of deleted URLs from the index, or starts to. Returns whether merging must continue. */
function purgeIndex(db: DatabaseSync): boolean {
  const indexed = db.prepare('SELECT count(*) AS n FROM (SELECT 1 FROM url_trigrams_docsize LIMIT ?)');
  const count = Number(indexed.get(MAX_FULL_MERGE + 1)?.n);
  if (count === 0) prepareWrite(db, "INSERT INTO url_trigrams (url_trigrams) VALUES ('delete-all')").run();
  else if (count <= MAX_FULL_MERGE) startFullMerge(db);
  return count > 0;
}

/** Returns whether it worked. If another process is writing or the disk is full, a later deletion tries again. */
function rewrite(db: DatabaseSync): boolean {
  try {
    db.exec('VACUUM');
    return true;
  } catch {
    return false;
  }
}

/** Returns free pages to the disk. Returns whether there are more. */
function vacuumStep(db: DatabaseSync): boolean {
  const before = pragma(db, 'freelist_count');
  if (before === 0) return false;
  db.exec(`PRAGMA incremental_vacuum(${PAGES_PER_VACUUM})`);
  const after = pragma(db, 'freelist_count');
  return after > 0 && after < before;
}

/** The size of the book without its free pages. */
function usedBytes(db: DatabaseSync): number {
  return (pragma(db, 'page_count') - pragma(db, 'freelist_count')) * pragma(db, 'page_size');
}

function pragma(db: DatabaseSync, name: 'page_count' | 'freelist_count' | 'page_size'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
