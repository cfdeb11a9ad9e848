import type { DatabaseSync } from 'node:sqlite';
import type { Retention } from '../store.ts';
import { prepareWrite } from './prepare-write.ts';
import { FIELD, FIELDS, MINUTE, type Segment, segmentAt, TEXTS_PER_SEGMENT } from './segments.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** Free pages returned to the disk in each step. */
const PAGES_PER_VACUUM = 64;
const HOUR = 3600e6;

export interface Pruned {
  readonly pruned: number;
  readonly more: boolean;
}

/** Deletes the oldest entries that arrived before this time, at most one step's worth. */
export function pruneStep(
  db: DatabaseSync,
  before: number,
  { prunedPerStep }: Tuning,
  max = prunedPerStep,
): Pruned {
  const limit = Math.min(prunedPerStep, max);
  if (sweepTexts(db, prunedPerStep)) return { pruned: 0, more: true };
  const step = transaction(db, () => {
    const segments = db.prepare('SELECT * FROM segments ORDER BY id').all() as unknown as Segment[];
    const oldest = db
      .prepare(
        `SELECT e.seq, e.time, e.dimension, e.ip, e.url, e.trace, e.parent, dim.status
         FROM entries e INDEXED BY entries_listing CROSS JOIN dimensions dim ON dim.id = e.dimension
         WHERE e.time < ? ORDER BY e.time, e.seq DESC LIMIT ?`,
      )
      .all(before, limit);
    const sql = {
      deletePosting: prepareWrite(
        db,
        'DELETE FROM postings WHERE segment = ? AND field = ? AND value = ? AND time = ? AND seq = ?',
      ),
      deletePending: prepareWrite(db, 'DELETE FROM pending WHERE seq = ?'),
      deleteEntry: prepareWrite(db, 'DELETE FROM entries WHERE seq = ?'),
      deleteDetail: prepareWrite(db, 'DELETE FROM details WHERE seq = ?'),
      decrementCount: prepareWrite(
        db,
        'UPDATE dimension_counts SET entries = entries - 1 WHERE segment = ? AND dimension = ? RETURNING entries',
      ),
      deleteCount: prepareWrite(db, 'DELETE FROM dimension_counts WHERE segment = ? AND dimension = ?'),
      decrementMinute: prepareWrite(
        db,
        'UPDATE minutes SET entries = entries - 1 WHERE minute = ? AND class = ? RETURNING entries',
      ),
      deleteMinute: prepareWrite(db, 'DELETE FROM minutes WHERE minute = ? AND class = ?'),
    };
    const changed = new Set<Segment>();
    let lastSeq = -1;
    for (const row of oldest) {
      const { seq = null, time = null, dimension = null } = row;
      const segment = segmentAt(segments, Number(time));
      if (!segment) continue;
      const hasPostings = Number(sql.deletePending.run(seq).changes) === 0;
      if (!hasPostings) segment.pending--;
      for (const field of FIELDS) {
        const value = row[field] ?? null;
        if (hasPostings && value !== null) sql.deletePosting.run(segment.id, FIELD[field], value, time, seq);
      }
      sql.deleteEntry.run(seq);
      sql.deleteDetail.run(seq);
      if (Number(sql.decrementCount.get(segment.id, dimension)?.entries) === 0)
        sql.deleteCount.run(segment.id, dimension);
      const minute = [Math.floor(Number(time) / MINUTE), Math.floor(Number(row.status) / 100)] as const;
      if (Number(sql.decrementMinute.get(...minute)?.entries) === 0) sql.deleteMinute.run(...minute);
      segment.entries--;
      changed.add(segment);
      lastSeq = Math.max(lastSeq, Number(seq));
    }
    const update = prepareWrite(db, 'UPDATE segments SET entries = ?, pending = ? WHERE id = ?');
    for (const segment of changed) {
      update.run(segment.entries, segment.pending, segment.id);
      if (segment.entries === 0 && segment !== segments.at(-1)) dropSegment(db, segment);
    }
    if (lastSeq >= 0) recordPruning(db, lastSeq);
    return { pruned: oldest.length, more: oldest.length === limit };
  });
  db.exec(`PRAGMA incremental_vacuum(${PAGES_PER_VACUUM})`);
  return step;
}

/** Records when profiles were deleted, with one row per hour. */
function recordPruning(db: DatabaseSync, lastSeq: number): void {
  const now = Date.now() * 1000;
  const hour = now - (now % HOUR);
  prepareWrite(db, 'DELETE FROM prunings WHERE last_seq <= ? AND pruned >= ?').run(lastSeq, hour);
  prepareWrite(db, 'INSERT INTO prunings VALUES (?, ?) ON CONFLICT DO NOTHING').run(lastSeq, now);
}

/** Deletes at most one step's worth of entries if the book exceeds a limit. */
export function retainStep(db: DatabaseSync, { age, entries, bytes }: Retention, tuning: Tuning): Pruned {
  if (sweepTexts(db, tuning.prunedPerStep)) return { pruned: 0, more: true };
  const oldest = Number(
    db.prepare('SELECT min(time) AS oldest FROM entries').get()?.oldest ?? Number.MAX_SAFE_INTEGER,
  );
  const before = age === undefined ? 0 : Date.now() * 1000 - age * 1000;
  if (oldest < before) return pruneStep(db, before, tuning);
  const total = Number(db.prepare('SELECT sum(entries) AS total FROM segments').get()?.total);
  const excess = total - (entries ?? total);
  const isTooLarge = bytes !== undefined && usedBytes(db) > bytes;
  if (excess <= 0 && !isTooLarge) return { pruned: 0, more: false };
  const { pruned } = pruneStep(db, Number.MAX_SAFE_INTEGER, tuning, isTooLarge ? undefined : excess);
  return { pruned, more: pruned > 0 };
}

/** The size of the book without its free pages. */
function usedBytes(db: DatabaseSync): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(db.prepare(`PRAGMA ${name}`).get()?.[name]),
  );
  return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
}

/** Deletes an empty segment. Its texts remain: they are too many for one step, and sweepTexts deletes them. */
function dropSegment(db: DatabaseSync, segment: Segment): void {
  prepareWrite(db, 'DELETE FROM segments WHERE id = ?').run(segment.id);
  db.exec(`
    DELETE FROM dimensions WHERE id NOT IN (SELECT dimension FROM dimension_counts);
    UPDATE book SET value = value + 1 WHERE name = 'epoch';
  `);
}

/** Deletes some texts of segments that no longer exist. Returns whether there were any. */
function sweepTexts(db: DatabaseSync, limit: number): boolean {
  const firstKept =
    Number(db.prepare('SELECT min(id) AS oldest FROM segments').get()?.oldest ?? 0) * TEXTS_PER_SEGMENT;
  const lastDeleted = (table: string) =>
    db
      .prepare(`SELECT max(id) AS last FROM (SELECT id FROM ${table} WHERE id < ? ORDER BY id LIMIT ?)`)
      .get(firstKept, limit)?.last ?? null;
  const url = lastDeleted('urls');
  const agent = lastDeleted('agents');
  if (url === null && agent === null) return false;
  transaction(db, () => {
    if (url !== null) {
      db.exec(`DELETE FROM url_trigrams WHERE rowid IN (SELECT id FROM urls WHERE id <= ${url})`);
      prepareWrite(db, 'DELETE FROM urls WHERE id <= ?').run(url);
    }
    if (agent !== null) prepareWrite(db, 'DELETE FROM agents WHERE id <= ?').run(agent);
  });
  return true;
}
