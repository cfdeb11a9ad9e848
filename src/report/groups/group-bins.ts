import type { Micros } from '../../profile/time.ts';
import type { Term } from '../../search/criteria.ts';
import { timeBounds } from '../../search/time-bounds.ts';
import { GroupTally } from '../../store/group-tally.ts';
import { GROUP_BINS, type GroupFigures, type Groups } from '../../store/groups.ts';
import type { QueryOptions, Store } from '../../store/store.ts';

/** The requests of a search over time, in bins of the same width. */
export interface TimeBins {
  readonly from: Micros;
  /** Width of a bin, in µs. */
  readonly step: number;
  /** The oldest first; `null` where there are none. */
  readonly bins: readonly (GroupFigures | null)[];
  /** Set if the deadline passed: the bins have only the requests since this time. */
  readonly searchedTo: Micros | null;
}

export async function readBins(
  book: Store,
  terms: readonly Term[],
  options: Required<QueryOptions>,
): Promise<TimeBins> {
  const { from, step, groups, searchedTo } = await book.groups(terms, 'time', GROUP_BINS, options);
  const figures = new Map(groups.map((group) => [Number(group.value), group]));
  // The last bins may lie after the end of the search.
  const count = Math.min(GROUP_BINS, Math.ceil((timeBounds(terms).to + 1 - from) / step));
  const bins = Array.from({ length: Math.max(0, count) }, (_, at) => figures.get(from + at * step) ?? null);
  return { from, step, bins, searchedTo };
}

/** The figures of several groups or bins together, and of the groups that are only counted. */
export function sumFigures(all: Iterable<GroupFigures>, others?: Groups['others']): Groups['others'] {
  const tally = new GroupTally({ from: 0, step: 1 });
  if (others) tally.addOthers(others, others.values);
  for (const figures of all) tally.addOthers(figures, 1);
  return tally.groups(0, null).others;
}
