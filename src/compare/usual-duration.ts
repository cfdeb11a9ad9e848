import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import type { Term } from '../search/criteria.ts';
import { cursorAt } from '../search/cursor.ts';
import { profileOf } from '../store/profile-of.ts';
import type { QueryOptions, Store } from '../store/store.ts';
import { type Comparison, compareProfiles } from './compare-profiles.ts';
import { similarTo } from './similar-requests.ts';
import { hasFailed, WORKED } from './since-it-worked.ts';

/** How long requests to the same route usually take, and why this one took longer. */
export interface UsualDuration {
  readonly median: number;
  /** How many earlier requests it was taken of. */
  readonly sample: number;
  /** The median of the previous release; `null` if it has too few requests. */
  readonly ofRelease: { readonly release: string; readonly median: number } | null;
  /** Set if this request was much slower: a request that took the usual time, and what differs. */
  readonly slower: { readonly compared: Profile; readonly comparison: Comparison } | null;
}

const MAX_SAMPLE = 50;
/** A median of fewer requests says little. */
const MIN_SAMPLE = 5;
/** In microseconds. Shorter delays happen in every process. */
const MIN_DELAY = 10_000;
const SLOW_FACTOR = 2;

/** Compares a request that worked with the recent ones to the same route; `null` if there are too few. */
export async function usualDuration(
  book: Store,
  profile: Profile,
  options: QueryOptions,
): Promise<UsualDuration | null> {
  const { entry } = profile;
  const similar = similarTo(entry);
  if (!similar) return null;
  // Health checks are fast, and would be most of the sample.
  const sameClients: Term = { field: 'client', not: entry.client !== 'monitor', any: ['monitor'] };
  const terms = [...similar.terms, WORKED, sameClients];
  const page = await book.search({ terms, limit: MAX_SAMPLE, cursor: cursorAt(entry, 'older') }, options);
  const worked = page.entries.filter((other) => !hasFailed(other));
  if (worked.length < MIN_SAMPLE) return null;
  const median = medianOf(worked.map(({ duration }) => duration));
  const usual = { median, sample: worked.length, ofRelease: releaseBefore(worked, entry) };
  if (entry.duration < SLOW_FACTOR * median || entry.duration - median < MIN_DELAY)
    return { ...usual, slower: null };
  const compared = await profileOf(book, nearestTo(median, worked));
  const comparison = compareProfiles(compared, profile, { succeeded: worked, why: 'slow' });
  return { ...usual, slower: { compared, comparison } };
}

/** `(median of 50)` */
export function sampleText({ sample }: UsualDuration): string {
  return `(median of ${sample})`;
}

function releaseBefore(worked: readonly Entry[], { release }: Entry): UsualDuration['ofRelease'] {
  const before = worked.find((other) => other.release !== release)?.release ?? '';
  if (release === '' || before === '') return null;
  const durations = worked.filter((other) => other.release === before).map(({ duration }) => duration);
  return durations.length < MIN_SAMPLE ? null : { release: before, median: medianOf(durations) };
}

/** The one whose duration is nearest to the median, of those with a detail if there are any. */
function nearestTo(median: number, entries: readonly Entry[]): Entry {
  const kept = entries.filter(({ detail }) => detail === 'kept');
  const candidates = kept.length > 0 ? kept : entries;
  const distance = ({ duration }: Entry) => Math.abs(duration - median);
  return candidates.reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
