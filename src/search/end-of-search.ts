import type { Term } from './criteria.ts';
import { FOREVER, timeBounds } from './time-bounds.ts';

/** A search since some time ends now: without an end, a plot would end with its last match. */
export function withEnd(terms: readonly Term[]): readonly Term[] {
  const { from, to } = timeBounds(terms);
  if (from === 0 || to !== FOREVER) return terms;
  // The end of this second, because requests may have been recorded since the search started.
  const now = Math.ceil(Date.now() / 1000) * 1e6;
  return [...terms, { field: 'time', not: false, any: [{ from: 0, to: now }] }];
}
