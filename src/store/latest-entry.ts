import type { Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import type { Term } from '../search/criteria.ts';
import { timeTerm } from '../search/time-bounds.ts';
import type { QueryOptions, Store } from './store.ts';

/** Clocks may differ by this much, in microseconds. */
const MAX_AHEAD = 60e6;

/** Whether a time is more than a minute in the future: the clock of the process that recorded it was ahead. */
export function isAhead({ time }: Entry, now: Micros): boolean {
  return time > now + MAX_AHEAD;
}

/** The newest match. Entries from the future come last, because one would stay the newest for days. */
export async function latestEntry(
  store: Store,
  terms: readonly Term[],
  now: Micros,
  options?: QueryOptions,
): Promise<Entry | undefined> {
  const newest = async (...more: readonly Term[]) =>
    (await store.search({ terms: [...terms, ...more], limit: 1, cursor: null }, options)).entries[0];
  const entry = await newest();
  if (!entry || !isAhead(entry, now)) return entry;
  return (await newest(timeTerm({ to: now + MAX_AHEAD }))) ?? entry;
}
