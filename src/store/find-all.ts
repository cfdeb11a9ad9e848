import type { Entry } from '../profile/entry.ts';
import type { Seq } from '../profile/token.ts';
import { type Criteria, MAX_LIMIT } from '../search/criteria.ts';
import { findPage } from './find-page.ts';
import type { Store } from './store.ts';

/** Requests whose parts are searched for together. */
const PARENTS_PER_SEARCH = 1000;

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
