import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Tokens } from '../../profile/token.ts';
import { createDimensionTable, type DimensionTable } from './dimensions.ts';
import type { Segment } from './segments.ts';
import { sampleTrigrams, type TrigramShares } from './trigrams.ts';
import type { Tuning } from './tuning.ts';

const STATEMENTS = 256;

/** A reading connection with what it knows by heart, and the few questions it asks of the tables. */
export interface Reader {
  readonly db: DatabaseSync;
  readonly seqOf: Tokens['seqOf'];
  readonly tuning: Tuning;
  readonly shapes: DimensionTable;
  /** The spans, oldest first, as they are now. */
  spans(): readonly Segment[];
  prepare(sql: string): StatementSync;
  /** How common trigrams are in its URLs. */
  trigrams(): TrigramShares;
}

export function createReader(db: DatabaseSync, seqOf: Tokens['seqOf'], tuning: Tuning): Reader {
  const statements = new Map<string, StatementSync>();
  const shapes = createDimensionTable(db);
  let version = -1;
  let sampled: { span: number; shares: TrigramShares } | null = null;
  let spans: readonly Segment[] = [];

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (statement) return statement;
    statement = db.prepare(sql);
    const [oldest] = statements.keys();
    if (statements.size >= STATEMENTS && oldest !== undefined) statements.delete(oldest);
    statements.set(sql, statement);
    return statement;
  }

  return {
    db,
    seqOf,
    tuning,
    shapes,
    prepare,
    trigrams() {
      const newest = spans.at(-1)?.id ?? 0;
      if (newest !== sampled?.span) sampled = { span: newest, shares: sampleTrigrams(prepare) };
      return sampled.shares;
    },
    spans() {
      const now = Number(prepare('PRAGMA data_version').get()?.data_version);
      if (now !== version) {
        version = now;
        spans = prepare('SELECT * FROM spans ORDER BY id').all() as unknown as Segment[];
        shapes.refresh(Number(prepare("SELECT value FROM book WHERE name = 'epoch'").get()?.value));
      }
      return spans;
    },
  };
}
