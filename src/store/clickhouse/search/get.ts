import type { Entry } from '../../../profile/entry.ts';
import type { Detail, Profile } from '../../../profile/profile.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Seq } from '../../../profile/token.ts';
import type { Expired } from '../../store.ts';
import { readRetentionRules } from '../book/retention-rules.ts';
import type { Engine } from '../engine/engine.ts';
import { WRITER_RANGE } from '../leases.ts';
import { READ_ENTRY, toDetail, toEntry } from '../rows.ts';

/** Finds the entry by its seq. Its time selects the one partition of `details` to read. */
export async function getProfile(engine: Engine, seq: Seq): Promise<Profile | null> {
  const [row] = await engine.read(`SELECT ${READ_ENTRY} FROM entries WHERE seq = {seq:UInt64} LIMIT 1`, {
    seq,
  });
  if (!row) return null;
  const entry = toEntry(row);
  const [detail] = await engine.read(
    'SELECT json FROM details WHERE _partition_id = {day:String} AND seq = {seq:UInt64} LIMIT 1',
    { seq, day: partitionOf(entry.time) },
  );
  return { entry, detail: detail ? toDetail(detail[0]) : null };
}

/** The details of these entries; `null` for those without one. */
export async function getDetails(engine: Engine, entries: readonly Entry[]): Promise<(Detail | null)[]> {
  const rows = await engine.read(
    `SELECT seq, json FROM details
     WHERE _partition_id IN {days:Array(String)} AND seq IN {seqs:Array(UInt64)}`,
    { days: [...new Set(entries.map(({ time }) => partitionOf(time)))], seqs: entries.map(({ seq }) => seq) },
  );
  const details = new Map(rows.map(([seq, json]) => [Number(seq), toDetail(json)]));
  return entries.map(({ seq }) => details.get(seq) ?? null);
}

/** The partition id of a time, such as 20261115. */
function partitionOf(time: Micros): string {
  return new Date(Math.floor(time / 1000)).toISOString().slice(0, 10).replaceAll('-', '');
}

/** When a profile was deleted; `null` if it never existed. */
export async function getExpired(engine: Engine, seq: Seq): Promise<Expired | null> {
  const end = (Math.floor(seq / WRITER_RANGE) + 1) * WRITER_RANGE;
  const [row] = await engine.read(
    `SELECT toUnixTimestamp64Micro(pruned) FROM prunings
     WHERE last_seq >= {seq:UInt64} AND last_seq < {end:UInt64} ORDER BY last_seq, pruned LIMIT 1`,
    { seq, end },
  );
  return row ? { expired: Number(row[0]) as Micros } : getExpiredByTtl(engine, seq);
}

/** A TTL leaves no trace of the rows it deletes, so the age of the lease decides. */
async function getExpiredByTtl(engine: Engine, seq: Seq): Promise<Expired | null> {
  const rules = await readRetentionRules(engine);
  if (!rules) return null;
  const [row] = await engine.read(
    `SELECT toUnixTimestamp64Micro(leased) FROM leases
     WHERE first <= {seq:UInt64} AND end > {seq:UInt64} LIMIT 1`,
    { seq },
  );
  if (!row) return null;
  const expired = Number(row[0]) + rules.entries * 1e6;
  return expired <= Date.now() * 1000 ? { expired: expired as Micros } : null;
}
