import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createLru } from '../../lru.ts';
import type { Tokens } from '../../profile/token.ts';
import { createDimensionTable, type DimensionTable } from './dimensions.ts';
import type { Segment } from './segments.ts';
import { sampleTrigrams, type TrigramShares } from './trigrams.ts';
import type { Tuning } from './tuning.ts';

const CACHED_STATEMENTS = 256;

/** A connection that reads, with its prepared statements and the small tables that it caches. */
export interface Reader {
  readonly db: DatabaseSync;
  readonly seqOf: Tokens['seqOf'];
  readonly tuning: Tuning;
  readonly dimensions: DimensionTable;
  /** The current segments, oldest first. Also refreshes the dimensions. */
  segments(): readonly Segment[];
  prepare(sql: string): StatementSync;
  /** How common each trigram is in the book's URLs. */
  trigrams(): TrigramShares;
}

export function createReader(db: DatabaseSync, seqOf: Tokens['seqOf'], tuning: Tuning): Reader {
  const statements = createLru<StatementSync>(CACHED_STATEMENTS);
  const dimensions = createDimensionTable(db);
  let knownVersion = -1;
  let segments: readonly Segment[] = [];
  let sample: { segment: number; shares: TrigramShares } | null = null;

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (statement) return statement;
    statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    db,
    seqOf,
    tuning,
    dimensions,
    prepare,
    trigrams() {
      const newest = segments.at(-1)?.id ?? 0;
      if (newest !== sample?.segment) sample = { segment: newest, shares: sampleTrigrams(prepare) };
      return sample.shares;
    },
    segments() {
      const version = Number(prepare('PRAGMA data_version').get()?.data_version);
      if (version !== knownVersion) {
        knownVersion = version;
        segments = prepare('SELECT * FROM segments ORDER BY id').all() as unknown as Segment[];
        dimensions.refresh(Number(prepare("SELECT value FROM book WHERE name = 'epoch'").get()?.value));
      }
      return segments;
    },
  };
}
