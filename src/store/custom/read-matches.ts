import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { type Criteria, MAX_LIMIT, type NumberRange, type Term } from '../../search/criteria.ts';
import { START } from '../../search/cursor.ts';
import { timeTerm } from '../../search/time-bounds.ts';
import { countedRange } from '../count-entries.ts';
import type { CustomStore, QueryOptions } from '../store.ts';

const DEADLINE_MS = 2000;

interface Matches {
  readonly entries: readonly Entry[];
  /** Set when time ran out: every match from this time on has been read. */
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

/** The time after that of the last entry, which the next page may continue; `null` if all entries have the same time. */
function afterLast(entries: readonly Entry[]): Micros | null {
  const [first, last] = [entries.at(0), entries.at(-1)];
  return first && last && first.time > last.time ? ((last.time + 1) as Micros) : null;
}

/** Passes all matches in this time range to `add`, until the deadline. Returns how far it got, or `null` if it read all. */
export async function addMatches(
  store: CustomStore,
  terms: readonly Term[],
  range: NumberRange,
  options: QueryOptions | undefined,
  add: (entry: Entry) => void,
): Promise<Micros | null> {
  let reached: Micros | null = null;
  // An entry that is written from now on may be after the range.
  const within = timeTerm(range);
  for await (const { entries, searchedTo } of readMatches(store, [...terms, within], options)) {
    for (const entry of entries) add(entry);
    reached = searchedTo;
  }
  return reached;
}

/** The time range of the book within the limits of the terms; `null` if it is empty. */
export async function bookRange(store: CustomStore, terms: readonly Term[]): Promise<NumberRange | null> {
  const ends = await Promise.all(
    [null, START].map((cursor) => store.search({ terms: [], limit: 1, cursor })),
  );
  return countedRange(
    ends.flatMap(({ entries }) => entries),
    terms,
  );
}
