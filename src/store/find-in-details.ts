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
  /** Those of them whose detail was not kept, so that they match neither a term nor its opposite. */
  readonly withoutDetail: number;
  /** All requests that match the other terms. */
  readonly of: number;
  /** There are more requests than `of`. */
  readonly ofIsCapped: boolean;
}

/** `Looked at 1,200 of 40,000 requests, 300 of them without detail` */
export function lookedText(
  { requests, withoutDetail, of, ofIsCapped }: Looked,
  isFirstPage: boolean,
): string {
  const [count, total] = [formatCount(requests), `${formatCount(of)}${ofIsCapped ? '+' : ''}`];
  const without = withoutDetail === 0 ? '' : `, ${formatCount(withoutDetail)} of them without detail`;
  if (!isFirstPage) return `Looked at ${count} more of ${total} requests${without}`;
  if (requests === of && !ofIsCapped) return `Looked at all ${total} requests${without}`;
  return `Looked at ${count} of ${total} requests${without}`;
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
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
  const terms = [...asked, WITH_ACTIVITY];
  const toward = cursor?.toward ?? 'older';
  const counting = store.count(terms, COUNT_CAP, {
    deadline: Math.min(deadline, COUNT_MS),
    ...(signal && { signal }),
  });
  // Awaited after the search, which may fail first.
  counting.catch(() => {});
  const found: Entry[] = [];
  let last: Entry | null = null;
  let requests = 0;
  let withoutDetail = 0;
  let together = FIRST_READ;
  const isUp = () => performance.now() >= end || signal?.aborted === true;

  const lookAt = async (entries: readonly Entry[]): Promise<void> => {
    const kept = entries.filter(({ detail }) => detail === 'kept');
    const read = kept.length > 0 ? await store.details(kept) : [];
    const detailOf = new Map(kept.map((entry, i) => [entry, read[i] ?? null]));
    for (const entry of entries) {
      if (found.length > limit) return;
      const detail = detailOf.get(entry);
      requests++;
      last = entry;
      if (!detail) withoutDetail++;
      else if (matchesDetail(detail, details)) found.push(entry);
    }
  };

  const finish = async (page: Page) => {
    const { matches, capped } = await counting;
    return {
      ...page,
      looked: { requests, withoutDetail, of: Math.max(matches, requests), ofIsCapped: capped },
    };
  };

  for (let from = cursor; ; ) {
    const left = Math.max(0, end - performance.now());
    const page = await store.search(
      { terms, limit: PAGE_SIZE, cursor: from },
      { deadline: left, ...(signal && { signal }) },
    );
    const entries = toward === 'older' ? page.entries : page.entries.toReversed();
    for (let i = 0; i < entries.length; ) {
      const start = performance.now();
      await lookAt(entries.slice(i, i + together));
      i += together;
      together = performance.now() - start < READ_MS ? together * 2 : Math.max(MIN_READ, together >> 1);
      if (found.length > limit) return finish(toPage(found, { limit, cursor }));
      const isLast = i >= entries.length && page[toward] === null;
      if (isUp() && !isLast && last) {
        const reached: Entry = last;
        const partial = { [toward]: cursorAt(reached, toward), searchedTo: reached.time };
        return finish({ ...toPage(found, { limit, cursor }), ...partial });
      }
    }
    from = page[toward];
    if (from === null) return finish(toPage(found, { limit, cursor }));
    if (page.searchedTo !== null && isUp())
      return finish({
        ...toPage(found, { limit, cursor }),
        [toward]: from,
        searchedTo: page.searchedTo,
      });
  }
}
