import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { type Criteria, MAX_LIMIT, type NumberRange, type Term } from '../../search/criteria.ts';
import { countedRange } from '../count-entries.ts';
import type { CustomStore, QueryOptions } from '../store.ts';

const DEADLINE_MS = 2000;
/** Before all entries. */
const START: Criteria['cursor'] = { toward: 'newer', time: 0 as Micros, seq: 0 as Seq };

interface Matches {
  readonly entries: readonly Entry[];
  /** Set for the last ones, if there was no time for others: every match from this time on was read. */
  readonly searchedTo: Micros | null;
}

/** Reads all matches, newest first, until the deadline. */
export async function* readMatches(
  store: CustomStore,
  terms: readonly Term[],
  { deadline = DEADLINE_MS, signal }: QueryOptions = {},
): AsyncGenerator<Matches, void> {
  const end = performance.now() + deadline;
  for (let cursor: Criteria['cursor'] = null; ; ) {
    const left = { deadline: Math.max(0, end - performance.now()), ...(signal && { signal }) };
    const { entries, older, searchedTo } = await store.search({ terms, limit: MAX_LIMIT, cursor }, left);
    const isUp = performance.now() >= end || signal?.aborted === true;
    const reached = isUp && older !== null ? (searchedTo ?? afterLast(entries)) : null;
    if (reached === null) yield { entries, searchedTo: null };
    else yield { entries: entries.filter(({ time }) => time >= reached), searchedTo: reached };
    if (reached !== null || older === null) return;
    cursor = older;
  }
}

/** The next page may have more entries of the last time. `null` if this page has no others. */
function afterLast(entries: readonly Entry[]): Micros | null {
  const [first, last] = [entries.at(0), entries.at(-1)];
  return first && last && first.time > last.time ? ((last.time + 1) as Micros) : null;
}

/** Reads all matches that a plot of this range shows, until the deadline. Returns how far it got, or `null` if that was all. */
export async function addMatches(
  store: CustomStore,
  terms: readonly Term[],
  range: NumberRange,
  options: QueryOptions | undefined,
  add: (entry: Entry) => void,
): Promise<Micros | null> {
  let reached: Micros | null = null;
  // An entry that is written from now on may be after the range.
  const within: Term = { field: 'time', not: false, any: [range] };
  for await (const { entries, searchedTo } of readMatches(store, [...terms, within], options)) {
    for (const entry of entries) add(entry);
    reached = searchedTo;
  }
  return reached;
}

/** The part of the time of the book that the terms leave; `null` if nothing is left. */
export async function bookRange(store: CustomStore, terms: readonly Term[]): Promise<NumberRange | null> {
  const ends = await Promise.all(
    [null, START].map((cursor) => store.search({ terms: [], limit: 1, cursor })),
  );
  return countedRange(
    ends.flatMap(({ entries }) => entries),
    terms,
  );
}
