import { openClickHouseStore } from '../../src/store/clickhouse/clickhouse-store.ts';
import { openEngine } from '../../src/store/clickhouse/open-clickhouse.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { TUNING, type Tuning } from '../../src/store/sqlite/tuning.ts';
import type { Store } from '../../src/store/store.ts';

/** So small that a few dozen entries fill many segments and take many scans. */
const TINY: Tuning = {
  ...TUNING,
  segment: { ...TUNING.segment, entries: 4 },
  smallBlocks: 3,
  firstScan: 1,
  longestScan: 4,
  // Three segments.
  readerMemory: 2000,
  closedMemory: 2000,
};

export function openTinySqlite(path: string): Promise<SqliteStore> {
  return openSqliteStore(path, { create: true, tuning: TINY });
}

export async function openTinyChdb(folder: string): Promise<Store> {
  const { engine, writer } = await openEngine(`chdb:${folder}`, true);
  return openClickHouseStore(engine, { create: true, writer, firstWindow: 2 });
}
