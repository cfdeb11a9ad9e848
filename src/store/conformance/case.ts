import assert from 'node:assert/strict';
import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import { type Criteria, EVERYTHING, type Term } from '../../search/criteria.ts';
import { parseQueryText } from '../../search/query-text.ts';
import { completeStore } from '../custom/complete-store.ts';
import type { CustomStore, Page, QueryOptions, Store } from '../store.ts';
import { type Sample, sampleProfile, T0 } from './sample-profile.ts';

/** One guarantee of the {@link Store} interface, as a test. It needs no test runner of its own. */
export interface ConformanceCase {
  readonly name: string;
  /**
   * Opens an empty book, checks the guarantee and closes the book. Rejects with an `AssertionError` if it is broken. A store without
   * an optional method that the case is about passes.
   */
  run(openEmptyStore: () => CustomStore | Promise<CustomStore>): Promise<void>;
}

/** @param needs the optional methods that a store must have for this case */
export function conformanceCase(
  name: string,
  check: (store: Store) => Promise<void>,
  needs: readonly (keyof CustomStore)[] = [],
): ConformanceCase {
  return {
    name,
    async run(openEmptyStore) {
      const store = await openEmptyStore();
      try {
        if (needs.every((method) => store[method])) await check(completeStore(store));
      } finally {
        await store.close();
      }
    },
  };
}

/** A case for stores that implement `prune` and `retain`. */
export function retentionCase(name: string, check: (store: Store) => Promise<void>): ConformanceCase {
  return conformanceCase(name, check, ['prune', 'retain']);
}

/** A slow machine must not make a result partial. */
export const PATIENT = { deadline: 60_000 };

export async function write(store: Store, ...samples: Sample[]): Promise<void> {
  await writeProfiles(store, samples.map(sampleProfile));
}

export async function writeProfiles(store: Store, profiles: readonly Profile[]): Promise<void> {
  await store.write({ id: crypto.randomUUID(), profiles });
}

/** Writes entries that have no details. */
export async function writeEntries(store: Store, entries: readonly Entry[]): Promise<void> {
  await writeProfiles(
    store,
    entries.map((entry) => ({ entry, detail: null })),
  );
}

export function termsOf(query: string): readonly Term[] {
  const { terms, mistakes } = parseQueryText(query, { now: T0, zone: 'UTC' });
  assert.deepEqual(mistakes, [], query);
  return terms;
}

/** The seqs that a query finds, in the order of the listing. */
export async function find(store: Store, query: string): Promise<number[]> {
  return seqsOf(await store.search({ ...EVERYTHING, terms: termsOf(query), limit: 1000 }));
}

export function seqsOf({ entries }: Pick<Page, 'entries'>): number[] {
  return entries.map(({ seq }) => seq);
}

export function get(store: Store, seq: number): ReturnType<Store['get']> {
  return store.get(store.tokens.tokenOf(seq as Seq));
}

export function micros(time: number): Micros {
  return time as Micros;
}

/** Far more pages than any case needs: a search that makes no progress must not run for ever. */
const MAX_PAGES = 10_000;

/** Reads page after page in one direction, starting with the page of the criteria. */
export async function readPages(
  store: Store,
  criteria: Criteria,
  options?: QueryOptions,
): Promise<readonly Page[]> {
  const toward = criteria.cursor?.toward ?? 'older';
  let page = await store.search(criteria, options);
  const pages = [page];
  for (let cursor = page[toward]; cursor; cursor = page[toward]) {
    assert.ok(pages.length < MAX_PAGES, 'the pages never end');
    page = await store.search({ ...criteria, cursor }, options);
    pages.push(page);
  }
  return pages;
}
