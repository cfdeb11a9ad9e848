import type { Micros } from '../../profile/time.ts';
import type { BookStats } from '../store.ts';
import { openBook } from './book/open-book.ts';
import { readRetentionRules } from './book/retention-rules.ts';
import type { Engine } from './engine/engine.ts';
import { WRITER_RANGE } from './leases.ts';
import { openEngine } from './open-clickhouse.ts';
import { readExtent } from './search/extent.ts';

/** Bytes per column and index. Small parts keep all columns in one file, so those are counted together. */
const SIZES = `
SELECT concat(table, '.', column) AS name, sum(column_data_compressed_bytes) AS bytes FROM system.parts_columns
WHERE database = currentDatabase() AND active AND part_type = 'Wide' GROUP BY name
UNION ALL
SELECT concat(table, ', columns of small parts') AS name, sum(data_compressed_bytes) AS bytes FROM system.parts
WHERE database = currentDatabase() AND active AND part_type != 'Wide' GROUP BY name
UNION ALL
SELECT concat(table, ', index ', name) AS name, data_compressed_bytes AS bytes FROM system.data_skipping_indices
WHERE database = currentDatabase()
UNION ALL
SELECT concat(table, ', marks and keys') AS name, toUInt64(sum(bytes_on_disk - data_compressed_bytes - secondary_indices_compressed_bytes)) AS bytes
FROM system.parts WHERE database = currentDatabase() AND active GROUP BY name`;

export interface ClickHouseStats extends BookStats {
  /** Retention rules of the tables, in seconds; `null` if there are none. */
  readonly keep: Awaited<ReturnType<typeof readRetentionRules>>;
}

export async function openStats(storage: string): Promise<ClickHouseStats> {
  const { engine, writer } = await openEngine(storage, false);
  try {
    await openBook(engine, false);
    return await readStats(engine, writer);
  } finally {
    await engine.close();
  }
}

async function readStats(engine: Engine, writer: number): Promise<ClickHouseStats> {
  const from = writer * WRITER_RANGE;
  const [extent, [[details] = []], [[next] = []], [[bytes] = []], parts, keep] = await Promise.all([
    readExtent(engine),
    engine.read('SELECT count() FROM details'),
    engine.read('SELECT max(end) FROM leases WHERE first >= {from:UInt64} AND first < {end:UInt64}', {
      from,
      end: from + WRITER_RANGE,
    }),
    engine.read('SELECT sum(bytes_on_disk) FROM system.parts WHERE database = currentDatabase() AND active'),
    engine.read(`SELECT name, bytes FROM (${SIZES}) WHERE bytes > 0 ORDER BY bytes DESC`),
    readRetentionRules(engine),
  ]);
  const { entries, oldest, newest } = extent;
  return {
    entries,
    details: Number(details),
    oldest: entries === 0 ? null : (oldest as Micros),
    newest: entries === 0 ? null : (newest as Micros),
    nextSeq: Math.max(from, Number(next)),
    bytes: Number(bytes),
    parts: parts.map(([name, size]) => ({ name: String(name), bytes: Number(size) })),
    keep,
  };
}
