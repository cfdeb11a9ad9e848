import { GatebookError } from './errors.ts';
import { type EntryJson, entryJson, type ProfileJson, profileJson } from './profile/entry-json.ts';
import { formatIsoTime, type Micros } from './profile/time.ts';
import { COUNT_CAP, type Criteria, countedTerms, type Mistake } from './search/criteria.ts';
import { formatCursor } from './search/cursor.ts';
import { parseForm } from './search/form.ts';
import { suggestQueries } from './search/suggestions.ts';
import type { Looked } from './store/find-in-details.ts';
import { findPage } from './store/find-page.ts';
import type { Store } from './store/store.ts';

export interface SearchOptions {
  /**
   * Entries per page, at most 1,000.
   * @default 10
   */
  readonly limit?: number;
  /** The `cursor` or `newerCursor` of another result. `null` starts with the newest. */
  readonly cursor?: string | null;
  /**
   * The time zone of times without one in the query, such as `Europe/Zagreb`.
   * @default 'UTC'
   */
  readonly timeZone?: string;
  /**
   * Milliseconds after which the search returns what it has found.
   * @default 2000
   */
  readonly deadline?: number;
  /** Cancels the search. */
  readonly signal?: AbortSignal;
}

/** One page of matches, newest first. */
export interface SearchResult {
  readonly entries: readonly EntryJson[];
  /** The number of all matches, a failed request and its error stage as one. Counting stops at 10,000. */
  readonly total: number;
  /** There are more matches than `total`. */
  readonly totalIsCapped: boolean;
  /** Continues with older entries; `null` at the end. */
  readonly cursor: string | null;
  /** Goes back to newer entries; `null` on the first page. */
  readonly newerCursor: string | null;
  /** If the deadline passed: the search covers everything back to this ISO time. `cursor` continues from there. */
  readonly searchedTo: string | null;
  /** Other queries that may have been meant: `status:404` for `404`, which is searched for in the URL. */
  readonly suggestions: readonly string[];
  /** For a search with `note:`, `log:` or `query:`: how many requests it looked at. */
  readonly looked?: Looked;
}

/** Await it for one page, or iterate over it with `for await` for all matches. */
export interface Search extends PromiseLike<SearchResult>, AsyncIterable<EntryJson> {}

const ITERATION_PAGE = 250;

/** A profile by its token; `null` if it does not exist or has expired. */
export async function getProfile(open: () => Promise<Store>, token: string): Promise<ProfileJson | null> {
  const store = await open();
  const found = await store.get(token);
  return found && 'entry' in found ? profileJson(found, store.tokens) : null;
}

/** One page of matches and their number. */
export async function searchPage(
  open: () => Promise<Store>,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const criteria = toCriteria(query, options);
  const store = await open();
  const [page, count] = await Promise.all([
    findPage(store, criteria, queryOptions(options)),
    criteria.details ? null : store.count(countedTerms(criteria.terms), COUNT_CAP, queryOptions(options)),
  ]);
  return {
    entries: page.entries.map((entry) => entryJson(entry, store.tokens)),
    total: count?.matches ?? page.entries.length,
    totalIsCapped: count?.capped ?? (page.older !== null || page.newer !== null),
    cursor: page.older && formatCursor(page.older),
    newerCursor: page.newer && formatCursor(page.newer),
    searchedTo: page.searchedTo === null ? null : formatIsoTime(page.searchedTo),
    suggestions: suggestQueries(query, page.entries.length > 0),
    ...(page.looked && { looked: page.looked }),
  };
}

/** All matches. Unlike a single page it has no deadline: it continues where a page ran out of time. */
export async function* searchAll(
  open: () => Promise<Store>,
  query: string,
  options: SearchOptions,
): AsyncGenerator<EntryJson, void> {
  const criteria = toCriteria(query, options);
  const { terms, cursor } = criteria;
  const limit = options.limit ?? ITERATION_PAGE;
  const store = await open();
  if (criteria.sort !== undefined) {
    const { entries } = await store.slowest(terms, limit, queryOptions(options));
    for (const entry of entries) yield entryJson(entry, store.tokens);
    return;
  }
  for (let from = cursor; ; ) {
    const page = await findPage(store, { ...criteria, limit, cursor: from }, queryOptions(options));
    options.signal?.throwIfAborted();
    for (const entry of page.entries) yield entryJson(entry, store.tokens);
    if (page.older === null) return;
    from = page.older;
  }
}

function queryOptions({ deadline, signal }: SearchOptions) {
  return { ...(deadline !== undefined && { deadline }), ...(signal && { signal }) };
}

function toCriteria(query: string, { limit, cursor, timeZone }: SearchOptions): Criteria {
  const params = new URLSearchParams({ q: query });
  if (limit !== undefined) params.set('limit', String(limit));
  if (cursor !== undefined && cursor !== null) params.set('cursor', cursor);
  if (timeZone !== undefined) params.set('tz', timeZone);
  const parsed = parseForm(params, (Date.now() * 1000) as Micros);
  if (parsed.ok) return parsed.criteria;
  throw new GatebookError('bad-query', parsed.mistakes.map(describe).join(' '));
}

function describe({ text, from, to, message, fix }: Mistake): string {
  return `Invalid search at ${from} ("${text.slice(from, to)}"): ${message}; ${fix}.`;
}
