import { performance } from 'node:perf_hooks';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Criteria } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import type { Store } from '../../store/store.ts';

/** How long one page of an export may take. */
const PAGE_DEADLINE_MS = 2000;

/** How the reading of all matches ended. */
export interface Ending {
  /** There is more, or may be. */
  readonly more: boolean;
  /** Where to read on. */
  readonly next: Cursor | null;
  /** When time ran out: how far it was looked. */
  readonly searchedTo: Micros | null;
}

/** Few enough to be written out between two requests of the app that the page is part of. */
const PAGE = 250;
/** How long the engine may be kept busy with one file. Waiting for a slow reader does not count. */
const EXPORT_MS = 30_000;

export type Pages = AsyncGenerator<readonly Entry[], Ending>;

/**
 * The matches, page after page in reading order, each read when it is asked for. It ends early when
 * nobody wants to know any more.
 */
export async function* allMatches(
  book: Store,
  { terms, limit, cursor }: Criteria,
  signal: AbortSignal,
): Pages {
  const toward = cursor?.toward ?? 'older';
  let left = limit;
  let millis = EXPORT_MS;
  for (let from = cursor; ; ) {
    const began = performance.now();
    const page = await book.search(
      { terms, limit: Math.min(left, PAGE), cursor: from },
      { signal, deadline: Math.min(millis, PAGE_DEADLINE_MS) },
    );
    millis -= performance.now() - began;
    if (page.entries.length > 0) yield toward === 'older' ? page.entries : page.entries.toReversed();
    left -= page.entries.length;
    from = page[toward];
    if (from === null || left <= 0 || millis <= 0 || signal.aborted) {
      const { searchedTo } = page;
      return { more: from !== null || searchedTo !== null, next: from, searchedTo };
    }
  }
}

/** The pages again from the first, which was read ahead. */
export async function* fromFirst(first: IteratorResult<readonly Entry[], Ending>, rest: Pages): Pages {
  for (let step = first; ; step = await rest.next()) {
    if (step.done) return step.value;
    yield step.value;
  }
}
