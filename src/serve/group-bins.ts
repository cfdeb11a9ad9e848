import type { Micros } from '../profile/time.ts';
import type { NumberRange, Term } from '../search/criteria.ts';
import type { Groups } from '../store/groups.ts';
import type { QueryOptions, Store } from '../store/store.ts';

/** The requests of a time range by route, in bins of the same width. */
export interface GroupBins {
  readonly from: Micros;
  /** Width of a bin, in µs. */
  readonly step: number;
  /** The oldest first. Those that there was no time for are `null`. */
  readonly bins: readonly (Groups | null)[];
}

/** Each bin is a query of its own, because a group has no durations over time. */
const BINS = 24;

/**
 * Reads one bin after the other, the newest first, until the deadline.
 * @param limit routes of each bin; 0 for the sum of all in `others`
 */
export async function readBins(
  book: Store,
  terms: readonly Term[],
  range: NumberRange,
  limit: number,
  { signal, deadline }: Required<QueryOptions>,
): Promise<GroupBins> {
  const step = Math.ceil((range.to - range.from + 1) / BINS);
  const end = Date.now() + deadline;
  const bins = Array<Groups | null>(BINS).fill(null);
  for (let at = BINS - 1; at >= 0; at--) {
    const from = range.from + at * step;
    const rest = end - Date.now();
    if (rest <= 0) break;
    const within: Term = { field: 'time', not: false, any: [{ from, to: from + step - 1 }] };
    const groups = await book.groups([...terms, within], 'route', limit, { signal, deadline: rest });
    if (groups.searchedTo !== null) break;
    bins[at] = groups;
  }
  return { from: range.from as Micros, step, bins };
}
