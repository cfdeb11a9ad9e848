import { COUNT_CAP, countedTerms } from '../../../search/criteria.ts';
import { type Filter, filtersOf } from '../../../search/edit-query.ts';
import { parseForm } from '../../../search/form.ts';
import { QUERY_PARAM, SORT_PARAM } from '../../../search/query-text.ts';
import type { ParseContext } from '../../../search/time-text.ts';
import type { Count, Store } from '../../../store/store.ts';

/** One filter of a search without results, and how many requests there are without it. */
export interface Removal {
  readonly filter: Filter;
  /** `null` if they could not be counted. */
  readonly count: Count | null;
}

/** How long counting may take, in milliseconds. */
const COUNT_MS = 1000;
/** Filters that are offered for removal. */
const MAX_REMOVALS = 8;

/** Counts, for each filter of a search, what the search would find without it. */
export function countRemovals(
  store: Store,
  query: string,
  { now, zone }: ParseContext,
  signal: AbortSignal,
): Promise<Removal[]> {
  const filters = filtersOf(query).filter(({ name }) => name !== SORT_PARAM);
  return Promise.all(
    filters.slice(0, MAX_REMOVALS).map(async (filter) => {
      const parsed = parseForm(
        new URLSearchParams([
          [QUERY_PARAM, filter.removed],
          ['tz', zone],
        ]),
        now,
      );
      // Details are not counted: that would take as long as the search.
      if (!parsed.ok || parsed.criteria.details !== undefined) return { filter, count: null };
      const terms = countedTerms(parsed.criteria.terms);
      const count = await store.count(terms, COUNT_CAP, { deadline: COUNT_MS, signal }).catch(() => null);
      return { filter, count };
    }),
  );
}
