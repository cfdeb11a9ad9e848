import { DAY, type Micros } from '../../profile/time.ts';
import type { Retention } from '../store.ts';
import { type Engine, isCluster, type Params, refuseCluster } from './engine/engine.ts';
import { WRITER_RANGE } from './leases.ts';
import { bindTime, createBinder } from './search/binder.ts';
import { readExtent } from './search/extent.ts';

/** Deleting a smaller share of the book than this waits until the day is over. */
const MIN_SHARE = 1 / 25;

/** Deletes the profiles that arrived before this time. Returns how many. */
export async function pruneBook(engine: Engine, before: Micros): Promise<number> {
  await refuseCluster(
    engine,
    'The TTL of its tables deletes expired profiles; set it with gatebook ddl --cluster.',
  );
  const binder = createBinder();
  return deleteEntries(engine, `time < ${bindTime(binder, before)}`, binder.params, before);
}

/** Deletes the oldest profiles beyond the limits, once enough of them have accumulated. Returns how many. */
export async function retainBook(engine: Engine, { age, entries, bytes }: Retention): Promise<number> {
  if (await isCluster(engine)) return 0;
  let pruned = 0;
  if (age !== undefined) {
    const before = (Date.now() - age) * 1000;
    if (await isWorthwhile(engine, before)) pruned += await pruneBook(engine, before as Micros);
  }
  if (entries !== undefined) pruned += await retainEntries(engine, entries);
  if (bytes !== undefined) pruned += await retainBytes(engine, bytes);
  return pruned;
}

/** True for a whole day, or for a large enough share of the book. */
async function isWorthwhile(engine: Engine, before: number): Promise<boolean> {
  const { entries, oldest } = await readExtent(engine);
  if (entries === 0 || oldest >= before) return false;
  if (oldest < Math.floor(before / DAY) * DAY) return true;
  const binder = createBinder();
  const [[expired] = []] = await engine.read(
    `SELECT count() FROM entries WHERE time < ${bindTime(binder, before)}`,
    binder.params,
  );
  return Number(expired) >= entries * MIN_SHARE;
}

async function retainEntries(engine: Engine, limit: number): Promise<number> {
  const { entries } = await readExtent(engine);
  const excess = entries - limit;
  if (excess <= 0 || excess < entries * MIN_SHARE) return 0;
  const [[time, seq] = []] = await engine.read(
    `SELECT toUnixTimestamp64Micro(time), seq FROM entries ORDER BY time ASC, seq DESC LIMIT 1 OFFSET {n:UInt64}`,
    { n: excess - 1 },
  );
  const last = Number(time);
  const binder = createBinder();
  const at = bindTime(binder, last);
  const condition = `time <= ${at} AND (time < ${at} OR seq >= ${binder.bind('UInt64', Number(seq))})`;
  return deleteEntries(engine, condition, binder.params, last);
}

/** Deletes whole days only: deleting within a day does not free disk space at once. */
async function retainBytes(engine: Engine, limit: number): Promise<number> {
  const days = await engine.read(
    `SELECT partition, sum(bytes_on_disk) FROM system.parts
     WHERE database = currentDatabase() AND table IN ('entries', 'details') AND active
     GROUP BY partition ORDER BY partition DESC`,
  );
  let total = 0;
  for (const [i, [day, bytes]] of days.entries()) {
    total += Number(bytes);
    if (total > limit && i > 0) return pruneBook(engine, (startOf(String(day)) + DAY) as Micros);
  }
  return 0;
}

/** Drops the whole days before `before` and deletes the other rows that match. */
async function deleteEntries(
  engine: Engine,
  condition: string,
  params: Params,
  before: number,
): Promise<number> {
  const entries = await recordPruning(engine, condition, params);
  if (entries === 0) return 0;
  for (const table of ['entries', 'details'] as const) await dropDays(engine, table, before);
  for (const table of ['entries', 'details'])
    await engine.run(`DELETE FROM ${table} WHERE ${condition}`, params);
  return entries;
}

/**
 * Records that the entries which match are deleted now, and returns how many there are. Called before they are deleted, so that
 * a token lookup always finds the profile or its expiry.
 */
export async function recordPruning(engine: Engine, condition: string, params?: Params): Promise<number> {
  const writers = await engine.read(
    `SELECT intDiv(seq, ${WRITER_RANGE}) AS writer, count(), max(seq) FROM entries WHERE ${condition} GROUP BY writer`,
    params,
  );
  if (writers.length === 0) return 0;
  const now = Date.now() * 1000;
  await engine.insert({
    table: 'prunings',
    columns: ['last_seq', 'pruned'],
    rows: writers.map(([, , lastSeq]) => JSON.stringify([Number(lastSeq), now])),
    token: crypto.randomUUID(),
  });
  return writers.reduce((sum, [, entries]) => sum + Number(entries), 0);
}

async function dropDays(engine: Engine, table: 'entries' | 'details', before: number): Promise<void> {
  const days = await engine.read(
    `SELECT DISTINCT partition FROM system.parts
     WHERE database = currentDatabase() AND table = {table:String} AND active`,
    { table },
  );
  for (const [day] of days) {
    if (startOf(String(day)) + DAY > before) continue;
    await engine.run(`ALTER TABLE ${table} DROP PARTITION ${Number(day)}`);
  }
}

/** The start of a partition's day, such as 20261115, in microseconds. */
function startOf(partition: string): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) * 1000;
}
