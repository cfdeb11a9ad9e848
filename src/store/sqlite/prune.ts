import type { DatabaseSync } from 'node:sqlite';
import { freeValues, increment, type UsedIds } from './free-values.ts';
import { prepareWrite } from './prepare-write.ts';
import { FIELD, FIELDS, MINUTE, type Segment, segmentAt, TEXTS_PER_SEGMENT } from './segments.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** A step ends after this time, even if it has deleted fewer entries. */
const STEP_MS = 40;
const HOUR = 3600e6;

export interface Deleted {
  readonly entries: number;
  readonly urls: number;
  /** Whether the step ended because of its limits. */
  readonly more: boolean;
}

/** Deletes the oldest entries that arrived before this time, at most one step's worth. */
export function deleteOldest(
  db: DatabaseSync,
  before: number,
  { prunedPerStep }: Tuning,
  max = prunedPerStep,
): Deleted {
  const limit = Math.min(prunedPerStep, max);
  return transaction(db, () => {
    const end = performance.now() + STEP_MS;
    const segments = db.prepare('SELECT * FROM segments ORDER BY id').all() as unknown as Segment[];
    const oldest = db
      .prepare(
        `SELECT e.seq, e.time, e.dimension, e.ip, e.url, e.agent, e.trace, e.parent, dim.status
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
    const used: UsedIds = { urls: new Set(), agents: new Set(), dimensions: new Set() };
    const changed = new Set<Segment>();
    let lastSeq = -1;
    let entries = 0;
    for (const row of oldest) {
      if (entries > 0 && performance.now() > end) break;
      entries++;
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
      used.urls.add(Number(row.url));
      used.agents.add(Number(row.agent));
      if (Number(sql.decrementCount.get(segment.id, dimension)?.entries) === 0) {
        sql.deleteCount.run(segment.id, dimension);
        used.dimensions.add(Number(dimension));
      }
      const minute = [Math.floor(Number(time) / MINUTE), Math.floor(Number(row.status) / 100)] as const;
      if (Number(sql.decrementMinute.get(...minute)?.entries) === 0) sql.deleteMinute.run(...minute);
      segment.entries--;
      changed.add(segment);
      lastSeq = Math.max(lastSeq, Number(seq));
    }
    const update = prepareWrite(db, 'UPDATE segments SET entries = ?, pending = ? WHERE id = ?');
    for (const segment of changed) {
      update.run(segment.entries, segment.pending, segment.id);
      if (segment.entries === 0) dropSegment(db, segment, segment === segments.at(-1));
    }
    const urls = freeValues(db, used);
    if (lastSeq >= 0) recordPruning(db, lastSeq);
    return { entries, urls, more: entries === limit || entries < oldest.length };
  });
}

/** Records when profiles were deleted, with one row per hour. */
function recordPruning(db: DatabaseSync, lastSeq: number): void {
  const now = Date.now() * 1000;
  const hour = now - (now % HOUR);
  prepareWrite(db, 'DELETE FROM prunings WHERE last_seq <= ? AND pruned >= ?').run(lastSeq, hour);
  prepareWrite(db, 'INSERT INTO prunings VALUES (?, ?) ON CONFLICT DO NOTHING').run(lastSeq, now);
}

/**
 * Deletes an empty segment. Texts that it still has are too many for one step: sweepTexts deletes them. The newest
 * segment is replaced by one with the next id, because a later text must not get the id of one that is being deleted.
 */
function dropSegment(db: DatabaseSync, { id, start }: Segment, isNewest: boolean): void {
  prepareWrite(db, 'DELETE FROM segments WHERE id = ?').run(id);
  if (isNewest) prepareWrite(db, 'INSERT INTO segments VALUES (?, ?, 0, 0, 0, 0, 0, 0)').run(id + 1, start);
  db.exec('DELETE FROM dimensions WHERE id NOT IN (SELECT dimension FROM dimension_counts)');
  increment(db, 'epoch');
  increment(db, 'text_epoch');
}

/** Deletes some texts of segments that no longer exist. Returns how many URLs, or `null` if there was nothing left. */
export function sweepTexts(db: DatabaseSync, limit: number): number | null {
  const firstKept =
    Number(db.prepare('SELECT min(id) AS oldest FROM segments').get()?.oldest ?? 0) * TEXTS_PER_SEGMENT;
  const lastDeleted = (table: string) =>
    db
      .prepare(`SELECT max(id) AS last FROM (SELECT id FROM ${table} WHERE id < ? ORDER BY id LIMIT ?)`)
      .get(firstKept, limit)?.last ?? null;
  const url = lastDeleted('urls');
  const agent = lastDeleted('agents');
  if (url === null && agent === null) return null;
  return transaction(db, () => {
    if (agent !== null) prepareWrite(db, 'DELETE FROM agents WHERE id <= ?').run(agent);
    if (url === null) return 0;
    prepareWrite(db, 'DELETE FROM url_trigrams WHERE rowid IN (SELECT id FROM urls WHERE id <= ?)').run(url);
    return Number(prepareWrite(db, 'DELETE FROM urls WHERE id <= ?').run(url).changes);
  });
}
