import type { Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { SEQ_END, type Seq } from '../profile/token.ts';
import type { Criteria } from '../search/criteria.ts';
import { type Cursor, cursorAt } from '../search/cursor.ts';
import type { Page } from './store.ts';

/**
 * A page from the rows an engine read: up to `limit + 1` of them in reading direction, the one too many
 * telling that the listing goes on that way.
 */
export function toPage(rows: readonly Entry[], { limit, cursor }: Pick<Criteria, 'limit' | 'cursor'>): Page {
  const goesOn = rows.length > limit;
  const entries = rows.slice(0, limit);
  if (cursor?.toward === 'newer') entries.reverse();
  const first = entries.at(0);
  const last = entries.at(-1);
  if (!first || !last) return { entries, older: null, newer: null, searchedTo: null };
  const hasOlder = cursor?.toward === 'newer' || goesOn;
  const hasNewer = cursor?.toward === 'newer' ? goesOn : cursor !== null;
  return {
    entries,
    older: hasOlder ? cursorAt(last, 'older') : null,
    newer: hasNewer ? cursorAt(first, 'newer') : null,
    searchedTo: null,
  };
}

/** A page whose search ran out of time: what was found, and how far it has looked. */
export function toPartialPage(
  rows: readonly Entry[],
  criteria: Pick<Criteria, 'limit' | 'cursor'>,
  searchedTo: Micros,
): Page {
  const toward = criteria.cursor?.toward ?? 'older';
  const onward: Cursor = {
    toward,
    time: searchedTo,
    seq: (toward === 'older' ? SEQ_END - 1 : 0) as Seq,
  };
  return { ...toPage(rows, criteria), [toward]: onward, searchedTo };
}
