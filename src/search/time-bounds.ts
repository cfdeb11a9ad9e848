import type { NumberRange, Term } from './criteria.ts';

/** The end of a range without an end. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

export function timeTerm({ from = 0, to = FOREVER }: Partial<NumberRange>): Term {
  return { field: 'time', not: false, any: [{ from, to }] };
}

/** The terms without the time of the search. Excluded times stay. */
export function termsWithoutTime(terms: readonly Term[]): readonly Term[] {
  return terms.filter(({ field, not }) => field !== 'time' || not);
}

/** The terms, but with this time instead of theirs. */
export function termsIn(terms: readonly Term[], range: NumberRange): readonly Term[] {
  return [...termsWithoutTime(terms), timeTerm(range)];
}

/** The time range that all terms of a search allow. */
export function timeBounds(terms: readonly Term[]): NumberRange {
  let [from, to] = [0, FOREVER];
  for (const term of terms) {
    if (term.field !== 'time' || term.not) continue;
    from = Math.max(from, Math.min(...term.any.map((range) => range.from)));
    to = Math.min(to, Math.max(...term.any.map((range) => range.to)));
  }
  return { from, to };
}

/** The part that two ranges share; `null` if there is none. */
export function overlapOf(a: NumberRange, b: NumberRange): NumberRange | null {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  return from > to ? null : { from, to };
}

/** Whether a search begins at some time. */
export function hasStart(terms: readonly Term[]): boolean {
  return timeBounds(terms).from > 0;
}

/** A search since some time ends now: without an end, a plot would end with its last match. */
export function withEnd(terms: readonly Term[]): readonly Term[] {
  const { from, to } = timeBounds(terms);
  if (from === 0 || to !== FOREVER) return terms;
  // The end of this second, because requests may have been recorded since the search started.
  const now = Math.ceil(Date.now() / 1000) * 1e6;
  return [...terms, timeTerm({ to: now })];
}
