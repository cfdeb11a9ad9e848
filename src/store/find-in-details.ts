import { countText } from '../format/count-text.ts';
import type { Entry } from '../profile/entry.ts';
import type { Criteria, Term } from '../search/criteria.ts';
import { cursorAt } from '../search/cursor.ts';
import { type DetailTerm, matchesDetail } from '../search/detail-terms.ts';
import { toPage } from './page.ts';
import type { Page, QueryOptions, Store } from './store.ts';

/** How far a search inside details looked. */
export interface Looked {
  /** Requests that match the other terms and were looked at for this page. */
  readonly requests: number;
  /** How many of these kept no detail. They match neither a term nor its opposite. */
  readonly withoutDetail: number;
  /** All requests that match the other terms. */
  readonly of: number;
  /** There are more requests than `of`. */
  readonly ofIsCapped: boolean;
}

/** `Searched 900 of 40,000 requests; 300 kept no details` */
export function lookedText(
  { requests, withoutDetail, of, ofIsCapped }: Looked,
  isFirstPage: boolean,
): string {
  const total = `${countText(of)}${ofIsCapped ? '+' : ''}`;
  if (isFirstPage && requests === of && !ofIsCapped && withoutDetail === 0)
    return `Searched all ${total} requests`;
  const count = `${countText(requests - withoutDetail)}${isFirstPage ? '' : ' more'}`;
  const without = withoutDetail === 0 ? '' : `; ${countText(withoutDetail)} kept no details`;
  return `Searched ${count} of ${total} requests${without}`;
}

type DetailCriteria = Omit<Criteria, 'details'> & { readonly details: readonly DetailTerm[] };

const DEADLINE_MS = 2000;
/** Time to count the requests, which goes on beside the search. */
const COUNT_MS = 1000;
const COUNT_CAP = 1_000_000;
/** Requests that one search returns to be looked at. */
const PAGE_SIZE = 250;
/** Details that are read together at first, between two checks of the deadline. */
const FIRST_READ = 25;
const MIN_READ = 10;
/** Reads become longer until they take about this long, in milliseconds. */
const READ_MS = 100;
/** Logs, notes and queries are stored with the main request, not with its error stage or its sub-requests. */
const WITH_ACTIVITY: Term = { field: 'kind', not: true, any: ['error', 'sub'] };

/** Reads the details of the requests that match the other terms, nearest first, until the page is full or time is up. */
export async function findInDetails(
  store: Store,
  { terms: asked, details, limit, cursor }: DetailCriteria,
  { deadline = DEADLINE_MS, signal }: QueryOptions,
): Promise<Page & { looked: Looked }> {
  const end = performance.now() + deadline;
  const isUp = () => performance.now() >= end || signal?.aborted === true;
  const options = (ms: number): QueryOptions => ({ deadline: ms, ...(signal && { signal }) });
  const terms = [...asked, WITH_ACTIVITY];
  const toward = cursor?.toward ?? 'older';
  const counting = store.count(terms, COUNT_CAP, options(Math.min(deadline, COUNT_MS)));
  // Awaited after the search, which may fail first.
  counting.catch(() => {});
  const look = new Look(store, details, limit);

  /** The page of what was found, which goes on at `reached`. */
  const finish = async (reached: Partial<Page> = {}) => {
    const { matches, capped } = await counting;
    const { requests, withoutDetail } = look;
    const of = Math.max(matches, requests);
    const page = { ...toPage(look.found, { limit, cursor }), ...reached };
    return { ...page, looked: { requests, withoutDetail, of, ofIsCapped: capped } };
  };

  for (let from = cursor; ; ) {
    const page = await store.search(
      { terms, limit: PAGE_SIZE, cursor: from },
      options(Math.max(0, end - performance.now())),
    );
    const entries = toward === 'older' ? page.entries : page.entries.toReversed();
    for (let next = 0; next < entries.length; ) {
      next = await look.atSome(entries, next);
      if (look.isFull) return finish();
      const isLast = next >= entries.length && page[toward] === null;
      const { last } = look;
      if (isUp() && !isLast && last)
        return finish({ [toward]: cursorAt(last, toward), searchedTo: last.time });
    }
    from = page[toward];
    if (from === null) return finish();
    if (page.searchedTo !== null && isUp()) return finish({ [toward]: from, searchedTo: page.searchedTo });
  }
}

/** Compares the details of requests, several at a time, until more than a page of them match. */
class Look {
  readonly found: Entry[] = [];
  requests = 0;
  withoutDetail = 0;
  /** The last request that was looked at. */
  last: Entry | null = null;
  readonly #store: Store;
  readonly #details: readonly DetailTerm[];
  readonly #limit: number;
  #together = FIRST_READ;

  constructor(store: Store, details: readonly DetailTerm[], limit: number) {
    this.#store = store;
    this.#details = details;
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.found.length > this.#limit;
  }

  /** Looks at the requests from `start` on, as many as take about `READ_MS`. Returns the index of the next one. */
  async atSome(entries: readonly Entry[], start: number): Promise<number> {
    const end = start + this.#together;
    const began = performance.now();
    await this.#lookAt(entries.slice(start, end));
    const wasQuick = performance.now() - began < READ_MS;
    this.#together = wasQuick ? this.#together * 2 : Math.max(MIN_READ, this.#together >> 1);
    return end;
  }

  async #lookAt(entries: readonly Entry[]): Promise<void> {
    const kept = entries.filter(({ detail }) => detail === 'kept');
    const read = kept.length > 0 ? await this.#store.details(kept) : [];
    const detailOf = new Map(kept.map((entry, i) => [entry, read[i] ?? null]));
    for (const entry of entries) {
      if (this.isFull) return;
      const detail = detailOf.get(entry);
      this.requests++;
      this.last = entry;
      if (!detail) this.withoutDetail++;
      else if (matchesDetail(detail, this.#details)) this.found.push(entry);
    }
  }
}
