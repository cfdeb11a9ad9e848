import type { Entry } from '../profile/entry.ts';
import type { Seq } from '../profile/token.ts';
import { type Criteria, MAX_LIMIT } from '../search/criteria.ts';
import { START } from '../search/cursor.ts';
import { findInDetails, type Looked } from './find-in-details.ts';
import type { Page, QueryOptions, Store } from './store.ts';

/** Requests whose parts are searched for together. */
const PARENTS_PER_SEARCH = 1000;

export interface FoundPage extends Page {
  /** How far a search inside details looked; absent for other searches. */
  readonly looked?: Looked;
  /** Whether there are further pages of the slowest matches. */
  readonly hasMore?: boolean;
}

/** Reads the page that the criteria ask for. */
export async function findPage(
  store: Store,
  criteria: Criteria,
  options: QueryOptions = {},
): Promise<FoundPage> {
  const { terms, limit, sort, skip = 0, first, cursor } = criteria;
  if (sort !== undefined) {
    const end = skip + limit;
    const { entries, searchedTo } = await store.slowest(terms, Math.min(MAX_LIMIT, end + 1), options);
    const hasMore = entries.length > end;
    return { entries: entries.slice(skip, end), older: null, newer: null, searchedTo, hasMore };
  }
  if (first === undefined) return search(store, criteria, options);
  const page = await search(store, { ...criteria, cursor: cursor ?? START }, options);
  const entries = page.entries.toSorted((a, b) => a.time - b.time || a.seq - b.seq);
  return { ...page, entries, older: cursor && page.older };
}

function search(store: Store, { details, ...criteria }: Criteria, options: QueryOptions): Promise<FoundPage> {
  return details ? findInDetails(store, { ...criteria, details }, options) : store.search(criteria, options);
}

/** Yields every match, page by page. A search that ends at its deadline is continued. */
export async function* findAll(
  store: Store,
  { terms, details }: Pick<Criteria, 'terms' | 'details'>,
): AsyncGenerator<readonly Entry[], void> {
  for (let cursor: Criteria['cursor'] = null; ; ) {
    const criteria = { terms, limit: MAX_LIMIT, cursor, ...(details && { details }) };
    const page = await findPage(store, criteria);
    yield page.entries;
    cursor = page.older;
    if (cursor === null) return;
  }
}

/** Adds the error stages and sub-requests of these requests, also those of sub-requests. */
export async function addParts(store: Store, requests: Set<Seq>): Promise<void> {
  let parents = [...requests];
  while (parents.length > 0) {
    const found: Seq[] = [];
    for (let i = 0; i < parents.length; i += PARENTS_PER_SEARCH) {
      const any = parents.slice(i, i + PARENTS_PER_SEARCH).map(store.tokens.tokenOf);
      for await (const parts of findAll(store, { terms: [{ field: 'parent', not: false, any }] }))
        for (const { seq } of parts) if (!requests.has(seq)) found.push(seq);
    }
    for (const seq of found) requests.add(seq);
    parents = found;
  }
}
