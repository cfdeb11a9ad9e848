import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Expired } from '../store.ts';
import type { Engine } from './engine.ts';
import { readRetentionRules } from './retention-rules.ts';
import { WRITER_RANGE } from './leases.ts';
import { READ_ENTRY, toDetail, toEntry } from './rows.ts';

/** Its entry is found by its number, and tells the time that leads to one partition of the details. */
export async function getProfile(engine: Engine, seq: Seq): Promise<Profile | null> {
  const [row] = await engine.read(`SELECT ${READ_ENTRY} FROM entries WHERE seq = {seq:UInt64} LIMIT 1`, {
    seq,
  });
  if (!row) return null;
  const entry = toEntry(row);
  const [detail] = await engine.read(
    'SELECT json FROM details WHERE _partition_id = {day:String} AND seq = {seq:UInt64} LIMIT 1',
    { seq, day: dayOf(entry.time) },
  );
  return { entry, detail: detail ? toDetail(detail[0]) : null };
}

/** The partition of a time, such as 20261115. */
function dayOf(time: Micros): string {
  return new Date(Math.floor(time / 1000)).toISOString().slice(0, 10).replaceAll('-', '');
}

/** When a profile went that is not there any more; `null` when it was never there. */
export async function getExpired(engine: Engine, seq: Seq): Promise<Expired | null> {
  const end = (Math.floor(seq / WRITER_RANGE) + 1) * WRITER_RANGE;
  const [row] = await engine.read(
    `SELECT toUnixTimestamp64Micro(pruned) FROM prunings
     WHERE last_seq >= {seq:UInt64} AND last_seq < {end:UInt64} ORDER BY pruned LIMIT 1`,
    { seq, end },
  );
  return row ? { expired: Number(row[0]) as Micros } : getOutlived(engine, seq);
}

/** What the engine itself takes away leaves no trace: but a number's lease tells its age. */
async function getOutlived(engine: Engine, seq: Seq): Promise<Expired | null> {
  const keep = await readRetentionRules(engine);
  if (!keep) return null;
  const [row] = await engine.read(
    `SELECT toUnixTimestamp64Micro(leased) FROM leases
     WHERE first <= {seq:UInt64} AND end > {seq:UInt64} LIMIT 1`,
    { seq },
  );
  if (!row) return null;
  const expired = Number(row[0]) + keep.entries * 1e6;
  return expired <= Date.now() * 1000 ? { expired: expired as Micros } : null;
}
