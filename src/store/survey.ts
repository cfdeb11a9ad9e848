import type { Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';

/** The fields whose values are counted. */
export const FACETS = ['status', 'method', 'host', 'route', 'client'] as const;
export type Facet = (typeof FACETS)[number];

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** All matches of a search at a glance: when they arrived, and what they have in common. */
export interface Survey {
  /** The start of the first bin, and how long each is, in microseconds. */
  readonly from: Micros;
  readonly step: number;
  /** For each bin, how many by the hundreds of their status: `[, , 12, 0, 3]` is twelve 2xx and three 4xx. */
  readonly bins: readonly (readonly number[])[];
  /** The most frequent values, the most frequent first. */
  readonly facets: Readonly<Record<Facet, readonly FacetValue[]>>;
  readonly matches: number;
  /** When time ran out: how far back it was looked. What is counted is from there on. */
  readonly searchedTo: Micros | null;
}

const CLASSES = 10;
const MOST_BINS = 60;
const MOST_VALUES = 10;
const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = [1, 2, 5, 10, 30]
  .map((n) => n * SECOND)
  .concat([1, 2, 5, 10, 30].map((n) => n * MINUTE))
  .concat([1, 3, 6, 12, 24, 48, 168, 720, 8760].map((n) => n * HOUR));

/** Tallies entries, one by one or many alike at once. */
export interface Tally {
  readonly from: number;
  readonly step: number;
  add(shape: Pick<Entry, Facet>, count: number): void;
  addMatches(count: number): void;
  addToFacet(facet: Facet, value: string, count: number): void;
  addToBin(bin: number, statusClass: number, count: number): void;
  survey(searchedTo: Micros | null): Survey;
}

/** A tally over the time between two arrivals. */
export function createTally(earliest: number, latest: number): Tally {
  const step =
    STEPS.find((candidate) => (latest - earliest) / candidate < MOST_BINS - 1) ?? STEPS.at(-1) ?? HOUR;
  const from = Math.floor(earliest / step) * step;
  const bins = Array.from({ length: Math.floor((latest - from) / step) + 1 }, () =>
    Array<number>(CLASSES).fill(0),
  );
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as Record<
    Facet,
    Map<string, number>
  >;
  let matches = 0;
  const addToFacet = (facet: Facet, value: string, count: number) => {
    counts[facet].set(value, (counts[facet].get(value) ?? 0) + count);
  };
  return {
    from,
    step,
    add(shape, count) {
      matches += count;
      for (const facet of FACETS) addToFacet(facet, String(shape[facet]), count);
    },
    addMatches(count) {
      matches += count;
    },
    addToFacet,
    addToBin(bin, statusClass, count) {
      const found = bins[bin];
      if (found) found[statusClass] = (found[statusClass] ?? 0) + count;
    },
    survey: (searchedTo) => ({
      from: from as Micros,
      step,
      bins,
      facets: Object.fromEntries(
        FACETS.map((facet) => [facet, mostFrequent(counts[facet])]),
      ) as unknown as Survey['facets'],
      matches,
      searchedTo,
    }),
  };
}

function mostFrequent(counts: ReadonlyMap<string, number>): FacetValue[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}
