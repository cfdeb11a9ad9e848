import type { Criteria } from '../search/criteria.ts';
import type { Page, QueryOptions, Store } from './store.ts';

/** Reads the page that the criteria ask for. A page of the slowest matches has no other pages. */
export async function findPage(store: Store, criteria: Criteria, options?: QueryOptions): Promise<Page> {
  const { terms, limit, sort } = criteria;
  if (sort === undefined) return store.search(criteria, options);
  const { entries, searchedTo } = await store.slowest(terms, limit, options);
  return { entries, older: null, newer: null, searchedTo };
}
