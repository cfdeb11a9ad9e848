import type { DatabaseSync } from 'node:sqlite';
import type { Retention } from '../store.ts';
import { prepareChange } from './prepare-change.ts';
import { FIELD, FIELDS, MINUTE, type Segment, segmentAt, TEXTS_PER_SEGMENT } from './segments.ts';
import { transaction } from './transaction.ts';
import type { Tuning } from './tuning.ts';

/** So many free pages are given back to the disk with each step. */
const GIVEN_BACK = 64;
const HOUR = 3600e6;

export interface Pruned {
  readonly pruned: number;
  readonly more: boolean;
}

/** Takes the oldest entries that arrived before this time away, one step's worth at most. */
export function pruneSome(
  db: DatabaseSync,
  before: number,
  { prunedAtOnce }: Tuning,
  most = prunedAtOnce,
): Pruned {
  const limit = Math.min(prunedAtOnce, most);
  if (sweepSome(db, prunedAtOnce)) return { pruned: 0, more: true };
  const step = transaction(db, () => {
    const spans = db.prepare('SELECT * FROM spans ORDER BY id').all() as unknown as Segment[];
    const oldest = db
      .prepare(
        `SELECT e.seq, e.time, e.shape, e.ip, e.url, e.trace, e.parent, s.status
         FROM entries e INDEXED BY entries_listing CROSS JOIN shapes s ON s.id = e.shape
         WHERE e.time < ? ORDER BY e.time LIMIT ?`,
      )
      .all(before, limit);
    const sql = {
      posting: prepareChange(
        db,
        'DELETE FROM postings WHERE span = ? AND field = ? AND value = ? AND time = ? AND seq = ?',
      ),
      unposted: prepareChange(db, 'DELETE FROM unposted WHERE seq = ?'),
      entry: prepareChange(db, 'DELETE FROM entries WHERE seq = ?'),
      detail: prepareChange(db, 'DELETE FROM details WHERE seq = ?'),
      count: prepareChange(
        db,
        'UPDATE shape_counts SET entries = entries - 1 WHERE span = ? AND shape = ? RETURNING entries',
      ),
      minute: prepareChange(
        db,
        'UPDATE minutes SET entries = entries - 1 WHERE minute = ? AND class = ? RETURNING entries',
      ),
      noMinute: prepareChange(db, 'DELETE FROM minutes WHERE minute = ? AND class = ?'),
      noCount: prepareChange(db, 'DELETE FROM shape_counts WHERE span = ? AND shape = ?'),
    };
    const touched = new Set<Segment>();
    let lastSeq = -1;
    for (const row of oldest) {
      const { seq = null, time = null } = row;
      const span = segmentAt(spans, Number(time));
      if (!span) continue;
      const isPosted = Number(sql.unposted.run(seq).changes) === 0;
      if (!isPosted) span.unposted--;
      for (const field of FIELDS) {
        const value = row[field] ?? null;
        if (isPosted && value !== null) sql.posting.run(span.id, FIELD[field], value, time, seq);
      }
      sql.entry.run(seq);
      sql.detail.run(seq);
      if (Number(sql.count.get(span.id, row.shape ?? null)?.entries) === 0)
        sql.noCount.run(span.id, row.shape ?? null);
      const minute = [Math.floor(Number(time) / MINUTE), Math.floor(Number(row.status) / 100)] as const;
      if (Number(sql.minute.get(...minute)?.entries) === 0) sql.noMinute.run(...minute);
      span.entries--;
      touched.add(span);
      lastSeq = Math.max(lastSeq, Number(seq));
    }
    const update = prepareChange(db, 'UPDATE spans SET entries = ?, unposted = ? WHERE id = ?');
    for (const span of touched) {
      update.run(span.entries, span.unposted, span.id);
      if (span.entries === 0 && span !== spans.at(-1)) dropSpan(db, span);
    }
    if (lastSeq >= 0) rememberPruning(db, lastSeq);
    return { pruned: oldest.length, more: oldest.length === limit };
  });
  db.exec(`PRAGMA incremental_vacuum(${GIVEN_BACK})`);
  return step;
}

/** One line an hour is enough to say when a profile went. */
function rememberPruning(db: DatabaseSync, lastSeq: number): void {
  const now = Date.now() * 1000;
  prepareChange(db, 'DELETE FROM prunings WHERE last_seq <= ? AND pruned > ?').run(lastSeq, now - HOUR);
  prepareChange(db, 'INSERT INTO prunings VALUES (?, ?) ON CONFLICT DO NOTHING').run(lastSeq, now);
}

/** Takes one step's worth away if the book is older, longer or larger than it may be. */
export function retainSome(db: DatabaseSync, { age, entries, bytes }: Retention, tuning: Tuning): Pruned {
  if (sweepSome(db, tuning.prunedAtOnce)) return { pruned: 0, more: true };
  const oldest = Number(
    db.prepare('SELECT min(time) AS oldest FROM entries').get()?.oldest ?? Number.MAX_SAFE_INTEGER,
  );
  const before = age === undefined ? 0 : Date.now() * 1000 - age * 1000;
  if (oldest < before) return pruneSome(db, before, tuning);
  const held = Number(db.prepare('SELECT sum(entries) AS held FROM spans').get()?.held);
  const tooMany = held - (entries ?? held);
  const tooLarge = bytes !== undefined && usedBytes(db) > bytes;
  if (tooMany <= 0 && !tooLarge) return { pruned: 0, more: false };
  const { pruned } = pruneSome(db, Number.MAX_SAFE_INTEGER, tuning, tooLarge ? undefined : tooMany);
  return { pruned, more: pruned > 0 };
}

/** What the book takes up, without what is free in it. */
function usedBytes(db: DatabaseSync): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(db.prepare(`PRAGMA ${name}`).get()?.[name]),
  );
  return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
}

/** What is left of a span without entries is its texts: too many to be taken away in one step. */
function dropSpan(db: DatabaseSync, span: Segment): void {
  prepareChange(db, 'DELETE FROM spans WHERE id = ?').run(span.id);
  db.exec(`
    DELETE FROM shapes WHERE id NOT IN (SELECT shape FROM shape_counts);
    UPDATE book SET value = value + 1 WHERE name = 'epoch';
  `);
}

/** Takes some of the texts away whose span is gone; says whether there were any. */
function sweepSome(db: DatabaseSync, atOnce: number): boolean {
  const oldest =
    Number(db.prepare('SELECT min(id) AS oldest FROM spans').get()?.oldest ?? 0) * TEXTS_PER_SEGMENT;
  const lastOf = (table: string) =>
    db
      .prepare(`SELECT max(id) AS last FROM (SELECT id FROM ${table} WHERE id < ? ORDER BY id LIMIT ?)`)
      .get(oldest, atOnce)?.last ?? null;
  const url = lastOf('urls');
  const agent = lastOf('agents');
  if (url === null && agent === null) return false;
  transaction(db, () => {
    if (url !== null) {
      db.exec(`DELETE FROM url_trigrams WHERE rowid IN (SELECT id FROM urls WHERE id <= ${url})`);
      prepareChange(db, 'DELETE FROM urls WHERE id <= ?').run(url);
    }
    if (agent !== null) prepareChange(db, 'DELETE FROM agents WHERE id <= ?').run(agent);
  });
  return true;
}
