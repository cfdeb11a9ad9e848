import type { DatabaseSync } from 'node:sqlite';
import { prepareWrite } from './prepare-write.ts';
import { FIELD, TEXTS_PER_SEGMENT } from './segments.ts';

/** Writers have the texts of this many segments in memory. */
export const MAX_CACHED_SEGMENTS = 3;
/** `agents.latest` of an agent that was stored before that column existed. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

/** The ids that deleted entries have used. */
export interface UsedIds {
  readonly urls: Set<number>;
  readonly agents: Set<number>;
  /** Only those that no entry of the segment uses any more. */
  readonly dimensions: Set<number>;
}

/**
 * Deletes the URLs, agents and dimensions that only deleted entries have used. The caller begins the transaction.
 * Returns how many URLs it deleted.
 */
export function freeValues(db: DatabaseSync, { urls, agents, dimensions }: UsedIds): number {
  const unused = db
    .prepare(
      `SELECT i.value AS id FROM json_each(?) i WHERE i.value NOT IN (SELECT url FROM pending) AND NOT EXISTS (
         SELECT 1 FROM postings k
         WHERE k.segment = i.value / ${TEXTS_PER_SEGMENT} AND k.field = ${FIELD.url} AND k.value = i.value)`,
    )
    .all(JSON.stringify([...urls]))
    .map(({ id }) => Number(id));
  const unusedJson = JSON.stringify(unused);
  if (unused.length > 0) {
    prepareWrite(db, 'DELETE FROM url_trigrams WHERE rowid IN (SELECT value FROM json_each(?))').run(
      unusedJson,
    );
    prepareWrite(db, 'DELETE FROM urls WHERE id IN (SELECT value FROM json_each(?))').run(unusedJson);
  }
  // Entries are deleted in order of time, so an agent is unused once its latest entry is gone.
  const freedAgents = db
    .prepare(
      `DELETE FROM agents WHERE id IN (SELECT value FROM json_each(?)) AND latest < ${UNKNOWN} AND NOT EXISTS (
         SELECT 1 FROM entries e INDEXED BY entries_listing WHERE e.time = latest AND e.agent = agents.id)
       RETURNING id`,
    )
    .all(JSON.stringify([...agents]))
    .map(({ id }) => Number(id));
  const freedDimensions = db
    .prepare(
      `DELETE FROM dimensions WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
         SELECT 1 FROM segments s CROSS JOIN dimension_counts c ON c.segment = s.id AND c.dimension = dimensions.id)
       RETURNING id`,
    )
    .all(JSON.stringify([...dimensions]));

  const newest = Number(db.prepare('SELECT max(id) AS newest FROM segments').get()?.newest ?? 0);
  const firstCached = (newest - MAX_CACHED_SEGMENTS) * TEXTS_PER_SEGMENT;
  if ([...unused, ...freedAgents].some((id) => id > firstCached)) increment(db, 'text_epoch');
  if (freedDimensions.length > 0) increment(db, 'epoch');
  return unused.length;
}

/** Makes the writers of all processes, and for `epoch` the readers too, forget the ids they have in memory. */
export function increment(db: DatabaseSync, epoch: 'epoch' | 'text_epoch'): void {
  prepareWrite(db, 'UPDATE book SET value = value + 1 WHERE name = ?').run(epoch);
}
