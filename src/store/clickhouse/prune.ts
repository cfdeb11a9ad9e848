import { GatebookError } from '../../errors.ts';
import type { Micros } from '../../profile/time.ts';
import type { Retention } from '../store.ts';
import { type Binder, bindTime, createBinder } from './binder.ts';
import type { Engine } from './engine.ts';
import { readExtent } from './extent.ts';
import { isCluster } from './is-cluster.ts';
import { WRITER_RANGE } from './leases.ts';

const DAY = 86_400e6;
/** Less than this part of the book is not worth a change to it: it waits until its day is over. */
const WORTHWHILE = 1 / 25;

/** Takes away what arrived before this time; says how many profiles that were. */
export async function pruneBook(engine: Engine, before: Micros): Promise<number> {
  if (await isCluster(engine)) {
    throw new GatebookError(
      'bad-option',
      `${engine.name} is a cluster: what is older is taken away by the TTL of its tables (gatebook ddl --cluster).`,
    );
  }
  return take(engine, (binder) => `time < ${bindTime(binder, before)}`, before);
}

/** Takes the oldest away while the book is older, longer or larger than it may be, by all that is worthwhile. */
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

/** A whole day, or a good part of the book. */
async function isWorthwhile(engine: Engine, before: number): Promise<boolean> {
  const { entries, oldest } = await readExtent(engine);
  if (entries === 0 || oldest >= before) return false;
  if (oldest < Math.floor(before / DAY) * DAY) return true;
  const binder = createBinder();
  const [[old] = []] = await engine.read(
    `SELECT count() FROM entries WHERE time < ${bindTime(binder, before)}`,
    binder.params,
  );
  return Number(old) >= entries * WORTHWHILE;
}

async function retainEntries(engine: Engine, most: number): Promise<number> {
  const { entries } = await readExtent(engine);
  const tooMany = entries - most;
  if (tooMany <= 0 || tooMany < entries * WORTHWHILE) return 0;
  const [[time, seq] = []] = await engine.read(
    `SELECT toUnixTimestamp64Micro(time), seq FROM entries ORDER BY time ASC, seq DESC LIMIT 1 OFFSET {n:UInt64}`,
    { n: tooMany - 1 },
  );
  const last = Number(time);
  return take(
    engine,
    (binder) => {
      const at = bindTime(binder, last);
      return `time <= ${at} AND (time < ${at} OR seq >= ${binder.bind('UInt64', Number(seq))})`;
    },
    last,
  );
}

/** Whole days only: what is taken from within a day gives no room back at once. */
async function retainBytes(engine: Engine, most: number): Promise<number> {
  const days = await engine.read(
    `SELECT partition, sum(bytes_on_disk) FROM system.parts
     WHERE database = currentDatabase() AND table IN ('entries', 'details') AND active
     GROUP BY partition ORDER BY partition DESC`,
  );
  let held = 0;
  for (const [i, [day, bytes]] of days.entries()) {
    held += Number(bytes);
    if (held > most && i > 0) return pruneBook(engine, (startOf(String(day)) + DAY) as Micros);
  }
  return 0;
}

/** `before`: the time from which on everything stays. Whole days before it are dropped, the rest is deleted. */
async function take(engine: Engine, which: (binder: Binder) => string, before: number): Promise<number> {
  const count = createBinder();
  const writers = await engine.read(
    `SELECT intDiv(seq, ${WRITER_RANGE}) AS writer, count(), max(seq) FROM entries WHERE ${which(count)} GROUP BY writer`,
    count.params,
  );
  if (writers.length === 0) return 0;
  // Said first: whoever looks for one of them meanwhile finds it or is told.
  await rememberPruning(
    engine,
    writers.map(([, , lastSeq]) => Number(lastSeq)),
  );
  for (const table of ['entries', 'details'] as const) await dropDays(engine, table, before);
  const rest = createBinder();
  await engine.run(`DELETE FROM entries WHERE ${which(rest)}`, rest.params);
  const details = createBinder();
  await engine.run(`DELETE FROM details WHERE ${which(details)}`, details.params);
  return writers.reduce((sum, [, entries]) => sum + Number(entries), 0);
}

async function rememberPruning(engine: Engine, lastSeqs: readonly number[]): Promise<void> {
  const now = Date.now() * 1000;
  await engine.insert({
    table: 'prunings',
    columns: ['last_seq', 'pruned'],
    rows: lastSeqs.map((lastSeq) => JSON.stringify([lastSeq, now])),
    token: crypto.randomUUID(),
  });
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

/** When the day of a partition begins, such as 20261115. */
function startOf(partition: string): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(partition) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) * 1000;
}
