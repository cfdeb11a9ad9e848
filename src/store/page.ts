import type { Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { SEQ_END, type Seq } from '../profile/token.ts';
import type { Criteria } from '../search/criteria.ts';
import { type Cursor, cursorAt } from '../search/cursor.ts';
import type { Page } from './store.ts';

/**
 * Makes a page of the matches that a store read: up to `limit + 1` of them, starting next to the cursor. The extra one
 * is not on the page; it only shows that there are more.
 */
export function toPage(rows: readonly Entry[], { limit, cursor }: Pick<Criteria, 'limit' | 'cursor'>): Page {
  const hasMore = rows.length > limit;
  const entries = rows.slice(0, limit);
  if (cursor?.toward === 'newer') entries.reverse();
  const first = entries.at(0);
  const last = entries.at(-1);
  if (!first || !last) return { entries, older: null, newer: null, searchedTo: null };
  const hasOlder = cursor?.toward === 'newer' || hasMore;
  const hasNewer = cursor?.toward === 'newer' ? hasMore : cursor !== null;
  return {
    entries,
    older: hasOlder ? cursorAt(last, 'older') : null,
    newer: hasNewer ? cursorAt(first, 'newer') : null,
    searchedTo: null,
  };
}

/**
 * Makes a page of a search that stopped early, with a cursor to continue from.
 * @param rows the matches found so far, at most `limit`, starting next to the cursor
 * @param searchedTo every match up to this time, inclusive, is in `rows`
 */
export function toPartialPage(
  rows: readonly Entry[],
  criteria: Pick<Criteria, 'limit' | 'cursor'>,
  searchedTo: Micros,
): Page {
  const toward = criteria.cursor?.toward ?? 'older';
  const next: Cursor = {
    toward,
    time: searchedTo,
    seq: (toward === 'older' ? SEQ_END - 1 : 0) as Seq,
  };
  return { ...toPage(rows, criteria), [toward]: next, searchedTo };
}
