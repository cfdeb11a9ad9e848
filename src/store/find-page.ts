import type { Criteria } from '../search/criteria.ts';
import { findInDetails, type Looked } from './find-in-details.ts';
import type { Page, QueryOptions, Store } from './store.ts';

export interface FoundPage extends Page {
  /** How far a search inside details looked; absent for other searches. */
  readonly looked?: Looked;
}

/** Reads the page that the criteria ask for. A page of the slowest matches has no other pages. */
export async function findPage(
  store: Store,
  criteria: Criteria,
  options: QueryOptions = {},
): Promise<FoundPage> {
  const { terms, limit, sort, details } = criteria;
  if (details !== undefined) return findInDetails(store, { ...criteria, details }, options);
  if (sort === undefined) return store.search(criteria, options);
  const { entries, searchedTo } = await store.slowest(terms, limit, options);
  return { entries, older: null, newer: null, searchedTo };
}
