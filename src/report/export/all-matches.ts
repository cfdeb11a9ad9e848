import { performance } from 'node:perf_hooks';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Criteria } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import type { Store } from '../../store/store.ts';

const PAGE_DEADLINE_MS = 2000;

export interface MatchLimits {
  readonly pageSize: number;
  /** Milliseconds to search for one file. Waiting for a slow client does not count. */
  readonly deadline: number;
}

/** Pages are small enough to be written between two requests of the app. */
const OF_THE_PAGE: MatchLimits = { pageSize: 250, deadline: 30_000 };

export interface MatchesEnd {
  /** Whether there are more matches, or may be. */
  readonly more: boolean;
  /** Continues after the last match. */
  readonly next: Cursor | null;
  /** How far the search got before the deadline. */
  readonly searchedTo: Micros | null;
}

export type MatchPages = AsyncGenerator<readonly Entry[], MatchesEnd>;

/** Yields matches page by page, each searched on demand. Ends at the limit, the deadline or when the signal aborts. */
export async function* allMatches(
  book: Store,
  { terms, limit, cursor }: Criteria,
  signal: AbortSignal,
  limits: MatchLimits = OF_THE_PAGE,
): MatchPages {
  const toward = cursor?.toward ?? 'older';
  let left = limit;
  let millis = limits.deadline;
  for (let from = cursor; ; ) {
    const start = performance.now();
    const page = await book.search(
      { terms, limit: Math.min(left, limits.pageSize), cursor: from },
      { signal, deadline: Math.min(millis, PAGE_DEADLINE_MS) },
    );
    millis -= performance.now() - start;
    if (page.entries.length > 0) yield toward === 'older' ? page.entries : page.entries.toReversed();
    left -= page.entries.length;
    from = page[toward];
    if (from === null || left <= 0 || millis <= 0 || signal.aborted) {
      const { searchedTo } = page;
      return { more: from !== null || searchedTo !== null, next: from, searchedTo };
    }
  }
}

/** Puts a page that was read ahead back before the others. */
export async function* fromFirst(
  first: IteratorResult<readonly Entry[], MatchesEnd>,
  rest: MatchPages,
): MatchPages {
  for (let step = first; ; step = await rest.next()) {
    if (step.done) return step.value;
    yield step.value;
  }
}
