import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import { COUNT_CAP, countedTerms, type Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import { escapePattern } from '../../search/edit-query.ts';
import { parsePattern } from '../../search/pattern.ts';
import type { Count, QueryOptions, Store } from '../../store/store.ts';
import { OTHER } from '../../store/survey.ts';

/** How often the error of a profile was recorded. */
export interface SameErrors {
  readonly count: Count;
  /** `null` if the time was too short to find it. */
  readonly first: Micros | null;
  readonly last: Micros | null;
}

/** Before all entries. */
const START: Cursor = { toward: 'newer', time: 0 as Micros, seq: (SEQ_END - 1) as Seq };

/** Finds the errors of the same group; `null` if nothing but the class is known of this one. */
export async function findSameErrors(
  book: Store,
  { error, errorGroup }: Entry,
  options: QueryOptions,
): Promise<SameErrors | null> {
  if (errorGroup === error || errorGroup === OTHER) return null;
  const pattern = parsePattern(escapePattern(errorGroup), 'whole');
  if (!pattern) return null;
  const terms = countedTerms([{ field: 'error', not: false, any: [pattern] } satisfies Term]);
  const timeOf = async (cursor: Cursor | null) => {
    const { entries } = await book.search({ terms, limit: 1, cursor }, options);
    return entries[0]?.time ?? null;
  };
  const [count, first, last] = await Promise.all([
    book.count(terms, COUNT_CAP, options),
    timeOf(START),
    timeOf(null),
  ]);
  return { count, first, last };
}
