import type { Profile } from '../profile/profile.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import { termsIn, timeBounds } from '../search/time-bounds.ts';
import type { Cause } from './finding.ts';
import { timesOf } from './in-common/profile-traits.ts';
import { readSample } from './in-common/sample.ts';
import type { Trait } from './in-common/trait.ts';
import type { Asked } from './period.ts';

/** Fewer details on either side do not show what changed. */
const MIN_DETAILS = 5;
/** The part of the delay that a cause explains, at least. */
const MOST = 0.5;

/**
 * What explains most of the delay of a route: the span, or the wait, that took longest in addition.
 */
export async function slowerBecause(
  { book, terms, deadline }: Asked,
  route: readonly Term[] | null,
  before: NumberRange,
): Promise<Cause | null> {
  if (route === null || deadline.isOver) return null;
  const read = (range: NumberRange) =>
    readSample(book, [...termsIn(terms, range), ...route], range, deadline);
  const [now, was] = [await read(timeBounds(terms)), await read(before)];
  if (now.length < MIN_DETAILS || was.length < MIN_DETAILS) return null;
  const delay = meanOf(now, ({ entry }) => entry.duration) - meanOf(was, ({ entry }) => entry.duration);
  const usual = meanTimes(was);
  const gains = [...meanTimes(now)].map(([key, { trait, mean }]) => ({
    trait,
    gain: mean - (usual.get(key)?.mean ?? 0),
    isNew: !usual.has(key),
  }));
  const [most] = gains.sort((a, b) => b.gain - a.gain);
  if (!most || most.gain < delay * MOST) return null;
  return { trait: most.trait, share: Math.min(1, most.gain / delay), isNew: most.isNew };
}

function meanOf(profiles: readonly Profile[], figure: (profile: Profile) => number): number {
  return profiles.reduce((sum, profile) => sum + figure(profile), 0) / profiles.length;
}

/** How long a request does each thing on average, in microseconds. */
function meanTimes(
  profiles: readonly Profile[],
): Map<string, { readonly trait: Trait; readonly mean: number }> {
  const means = new Map<string, { readonly trait: Trait; readonly mean: number }>();
  for (const { detail } of profiles)
    for (const [key, { trait, time }] of detail ? timesOf(detail) : [])
      if (time > 0) means.set(key, { trait, mean: (means.get(key)?.mean ?? 0) + time / profiles.length });
  return means;
}
