import type { Entry, ProcessInfo } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { asksForStages, type NumberRange, type Term } from '../search/criteria.ts';
import { FOREVER, timeBounds } from '../search/time-bounds.ts';

/** Replaces a method, host, route, operation, error class or error group once a book has too many distinct ones. No client can send it. */
export const OTHER = '(other)';

/** The fields whose most frequent values a survey lists. */
const ENTRY_FACETS = ['status', 'method', 'host', 'route', 'operation', 'client', 'error'] as const;
const PROCESS_FACETS = ['service', 'instance', 'environment', 'release'] as const;
const LABEL_FACETS = ['user', 'tag'] as const;
export const FACETS = [...ENTRY_FACETS, ...PROCESS_FACETS, ...LABEL_FACETS] as const;
export type Facet = (typeof FACETS)[number];
export type LabelFacet = (typeof LABEL_FACETS)[number];
/** The facet of errors has groups, not classes. */
type CountedFields = Pick<Entry, Exclude<(typeof ENTRY_FACETS)[number], 'error'> | 'errorGroup' | 'kind'>;

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/**
 * A summary of all matches of a search: when they arrived, and their most frequent values. A failed request counts
 * once: its error stage is not counted, unless the search asks for error stages (`asksForStages`).
 */
export interface Survey {
  /** Start of the first bin. */
  readonly from: Micros;
  /** Width of a bin, in microseconds. */
  readonly step: number;
  /** For each bin, the number of matches by the first digit of their status: `[0, 0, 12, 0, 3, ...]` is twelve 2xx and three 4xx. */
  readonly bins: readonly (readonly number[])[];
  /** At most ten values of each field, most frequent first, then in code unit order. */
  readonly facets: Readonly<Record<Facet, readonly FacetValue[]>>;
  /** Set if users and tags were only counted in this many of the newest matches, or some more. `null` if in all. */
  readonly labelled: number | null;
  readonly matches: number;
  /** Error stages among the matches, which are counted nowhere else. */
  readonly errorStages: number;
  /** Set if the survey stopped early: it counts the matches from this time on. `null` if it counts all. */
  readonly searchedTo: Micros | null;
}

const STATUS_CLASSES = 10;
const MAX_BINS = 60;
/** A plot shows all of a range up to this long, 31 days, whatever was recorded in it. */
const MAX_QUIET = 31 * 24 * 3600e6;
const MAX_VALUES = 10;
/** Distinct values counted per facet. Beyond that, values not counted yet are counted together. */
const MAX_COUNTED = 10_000;
/** Distinct users and tags that are counted. Beyond that, those not counted yet are left out. */
const MAX_LABELS = 50_000;
const MILLISECOND = 1e3;
const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = [10, 20, 50, 100, 200, 500]
  .map((n) => n * MILLISECOND)
  .concat([1, 2, 5, 10, 30].map((n) => n * SECOND))
  .concat([1, 2, 5, 10, 30].map((n) => n * MINUTE))
  .concat([1, 3, 6, 12, 24, 48, 168, 720, 8760].map((n) => n * HOUR));

/** Accumulates a survey: entry by entry, or from an engine's own counts. */
export interface Tally {
  /** Start of the first bin and width of a bin, in microseconds. */
  readonly from: number;
  readonly step: number;
  /** Counts one matching entry: all that a store needs that goes through its entries. */
  addEntry(entry: Entry): void;
  /** Adds matches to a bin. `stages` says how many of them are error stages. */
  addBin(bin: number, statusClass: number, count: number, stages: number): void;
  /** Adds to the matches and to their facets, or to the error stages. Their bins, processes and labels are added apart. */
  add(dimensions: CountedFields, count: number): void;
  /** Adds matches of one process to the facets of processes. `stages` says how many of them are error stages. */
  addProcess(process: ProcessInfo, count: number, stages: number): void;
  /** Adds matches with this user or tag to its facet. `stages` says how many of them are error stages. */
  addLabel(facet: LabelFacet, value: string, count: number, stages: number): void;
  /** From now on, users and tags were not counted: only those of this many matches, or some more. */
  endLabels(labelled: number): void;
  addMatches(count: number): void;
  addErrorStages(count: number): void;
  addToFacet(facet: Facet, value: string, count: number): void;
  addToBin(bin: number, statusClass: number, count: number): void;
  survey(searchedTo: Micros | null): Survey;
}

/**
 * Creates a tally for the time from `earliest` to `latest`, in microseconds, both inclusive.
 * @param terms those of the search: they decide whether error stages are counted
 */
export function createTally(earliest: number, latest: number, terms: readonly Term[] = []): Tally {
  const countsStages = asksForStages(terms);
  const shown = shownRange({ from: earliest, to: latest }, terms);
  const length = shown.to - shown.from;
  const step = STEPS.find((candidate) => length / candidate < MAX_BINS - 1) ?? STEPS.at(-1) ?? HOUR;
  const from = Math.floor(earliest / step) * step;
  const bins = Array.from({ length: Math.floor((latest - from) / step) + 1 }, () =>
    Array<number>(STATUS_CLASSES).fill(0),
  );
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as Record<
    Facet,
    Map<string, number>
  >;
  /** Counts that are not in the facets yet: many segments have the same dimensions, so they are added up first. */
  const added = new Map<CountedFields, number>();
  let matches = 0;
  let errorStages = 0;
  let labelled: number | null = null;

  const isCounted = (kind: Entry['kind']) => countsStages || kind !== 'error';

  function add(dimensions: CountedFields, count: number): void {
    added.set(dimensions, (added.get(dimensions) ?? 0) + count);
    if (added.size >= MAX_COUNTED) addFacets();
  }

  function addFacets(): void {
    for (const [dimensions, count] of added) addDimensions(dimensions, count);
    added.clear();
  }

  function addDimensions(dimensions: CountedFields, count: number): void {
    if (!isCounted(dimensions.kind)) {
      errorStages += count;
      return;
    }
    matches += count;
    for (const facet of ENTRY_FACETS)
      addToFacet(facet, String(dimensions[facet === 'error' ? 'errorGroup' : facet]), count);
  }
  function addProcess(process: ProcessInfo, count: number, stages: number): void {
    const counted = countsStages ? count : count - stages;
    if (counted > 0) for (const facet of PROCESS_FACETS) addToFacet(facet, process[facet], counted);
  }
  function addLabel(facet: LabelFacet, value: string, count: number, stages: number): void {
    const counted = countsStages ? count : count - stages;
    const values = counts[facet];
    const known = values.get(value);
    if (value !== '' && counted > 0 && (known !== undefined || values.size < MAX_LABELS))
      values.set(value, (known ?? 0) + counted);
  }
  function addToFacet(facet: Facet, value: string, count: number): void {
    const values = counts[facet];
    const known = values.get(value);
    if (known !== undefined) values.set(value, known + count);
    else if (values.size < MAX_COUNTED) values.set(value, count);
    else values.set(OTHER, (values.get(OTHER) ?? 0) + count);
  }
  function addToBin(bin: number, statusClass: number, count: number): void {
    const classes = bins[bin];
    if (classes) classes[statusClass] = (classes[statusClass] ?? 0) + count;
  }

  return {
    from,
    step,
    addEntry(entry) {
      addDimensions(entry, 1);
      if (isCounted(entry.kind))
        addToBin(Math.floor((entry.time - from) / step), Math.floor(entry.status / 100), 1);
      const stages = entry.kind === 'error' ? 1 : 0;
      addProcess(entry, 1, stages);
      addLabel('user', entry.user, 1, stages);
      for (const tag of entry.tags) addLabel('tag', tag, 1, stages);
    },
    addBin: (bin, statusClass, count, stages) =>
      addToBin(bin, statusClass, countsStages ? count : count - stages),
    add,
    addProcess,
    addLabel,
    endLabels(count) {
      labelled = count;
    },
    addMatches(count) {
      matches += count;
    },
    addErrorStages(count) {
      errorStages += count;
    },
    addToFacet,
    addToBin,
    survey(searchedTo) {
      addFacets();
      return {
        from: from as Micros,
        step,
        bins,
        facets: Object.fromEntries(
          FACETS.map((facet) => [facet, mostFrequent(counts[facet])]),
        ) as unknown as Survey['facets'],
        labelled,
        matches,
        errorStages,
        searchedTo,
      };
    },
  };
}

/**
 * The time range of a plot: the one that the terms ask for, so that a quiet time is seen as such. If that is far longer
 * than the counted one, such as `since:2000-01-01`, it is the counted one.
 */
export function shownRange(counted: NumberRange, terms: readonly Term[]): NumberRange {
  const { from, to } = timeBounds(terms);
  const asked = {
    from: from === 0 ? counted.from : Math.min(from, counted.from),
    to: to === FOREVER ? counted.to : Math.max(to, counted.to),
  };
  const length = asked.to - asked.from;
  return length <= MAX_QUIET || length <= 4 * (counted.to - counted.from) ? asked : counted;
}

/** At most ten values, most frequent first, then in code unit order. Does not sort the thousands that an attacker may have made up. */
function mostFrequent(counts: ReadonlyMap<string, number>): FacetValue[] {
  const most: FacetValue[] = [];
  for (const [value, count] of counts) {
    let at = most.length;
    for (let above = most[at - 1]; above && isBefore({ value, count }, above); above = most[at - 1]) at--;
    if (at === MAX_VALUES) continue;
    most.splice(at, 0, { value, count });
    if (most.length > MAX_VALUES) most.pop();
  }
  return most;
}

function isBefore(a: FacetValue, b: FacetValue): boolean {
  return a.count > b.count || (a.count === b.count && a.value < b.value);
}
