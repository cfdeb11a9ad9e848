import { type Entry, PROCESS_FIELDS } from '../profile/entry.ts';
import { FAILED, kindTerm, type NumberRange, type Term } from '../search/criteria.ts';
import { parsePattern } from '../search/pattern.ts';
import { timeTerm } from '../search/time-bounds.ts';
import type { QueryOptions, Store } from '../store/store.ts';

/** More marks than these hide the bars. */
/** Processes that ended by an error, or without a word. */
export const FAILED_ENDS: readonly Term[] = [kindTerm('process'), FAILED];
const MAX_EVENTS = 100;
/** A process that listens has started just before. */
const READY = parsePattern('ready', 'whole');

/** When processes started and ended in this range, newest first: those that the terms of a search allow. */
export async function processEventsIn(
  book: Store,
  terms: readonly Term[],
  range: NumberRange,
  options: QueryOptions,
): Promise<readonly Entry[]> {
  const events: Term[] = [
    kindTerm('process'),
    timeTerm(range),
    ...(READY ? [{ field: 'operation', not: true, any: [READY] } as const] : []),
    ...terms.filter(({ field }) => PROCESS_FIELDS.some((name) => name === field)),
  ];
  return (await book.search({ terms: events, limit: MAX_EVENTS, cursor: null }, options)).entries;
}
