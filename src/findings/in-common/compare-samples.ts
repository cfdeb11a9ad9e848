import { profileTraits, type Traits } from './profile-traits.ts';
import type { Samples } from './sample.ts';
import type { ComparedField, ComparedTrait, Trait } from './trait.ts';
import { traitKey } from './trait.ts';

/** Which requests of both samples have each trait. */
export interface SampledTraits {
  /** The keys of the traits of each request. */
  readonly selected: readonly ReadonlySet<string>[];
  readonly rest: readonly ReadonlySet<string>[];
  /** By their keys. */
  readonly traits: ReadonlyMap<string, Trait>;
}

/** Something takes long if it takes this many times as long as in nine of ten other requests, and this much longer in µs. */
const LONG = 1.5;
const MIN_LONGER = 1000;
/** Fewer other requests do not show how long it usually takes. */
const MIN_USUAL = 10;

export function sampleTraits({ selected, rest }: Samples, fields: readonly ComparedField[]): SampledTraits {
  const [ofSelected, ofRest] = [selected, rest].map((side) =>
    side.map((each) => profileTraits(each, fields)),
  );
  const limits = limitsOf(ofRest ?? []);
  const traits = new Map<string, Trait>();
  const keysOf = ({ has, times }: Traits) => {
    const all = new Map(has);
    for (const [key, { trait, time }] of times) {
      const limit = limits.get(key);
      const long = { ...trait, outcome: 'took longer', clause: null };
      if (limit !== undefined && time > limit) all.set(traitKey(long), long);
    }
    for (const [key, trait] of all) if (!traits.has(key)) traits.set(key, trait);
    return new Set(all.keys());
  };
  return { selected: (ofSelected ?? []).map(keysOf), rest: (ofRest ?? []).map(keysOf), traits };
}

/** The time from which on each thing takes long. */
function limitsOf(rest: readonly Traits[]): ReadonlyMap<string, number> {
  const times = new Map<string, number[]>();
  for (const request of rest)
    for (const [key, { time }] of request.times) {
      const known = times.get(key);
      if (known) known.push(time);
      else times.set(key, [time]);
    }
  return new Map(
    [...times].flatMap(([key, list]) => {
      if (list.length < MIN_USUAL) return [];
      const usual = list.sort((a, b) => a - b)[Math.floor(list.length * 0.9)] ?? 0;
      return [[key, Math.max(LONG * usual, usual + MIN_LONGER)]];
    }),
  );
}

/** How many of both samples have all of these traits. */
export function countSampled(sampled: SampledTraits, keys: readonly string[]): Omit<ComparedTrait, 'trait'> {
  const count = (side: readonly ReadonlySet<string>[]) => ({
    count: side.filter((request) => keys.every((key) => request.has(key))).length,
    of: side.length,
  });
  return { selected: count(sampled.selected), rest: count(sampled.rest) };
}

/** Two sets of the selection are the same if this share of both is in both. Of the rest, few requests may have either. */
const SAME_SELECTED = 0.95;
const SAME_REST = 0.8;

/** Whether two traits mark the same requests. */
export function marksSame({ selected, rest }: SampledTraits, a: string, b: string): boolean {
  if (rest.length === 0 || !selected.some((request) => request.has(a))) return false;
  return isSame(selected, a, b, SAME_SELECTED) && isSame(rest, a, b, SAME_REST);
}

function isSame(side: readonly ReadonlySet<string>[], a: string, b: string, least: number): boolean {
  let [both, either] = [0, 0];
  for (const request of side) {
    if (request.has(a) && request.has(b)) both++;
    if (request.has(a) || request.has(b)) either++;
  }
  return both >= least * either;
}
