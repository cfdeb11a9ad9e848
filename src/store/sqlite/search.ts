import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import { SEQ_END } from '../../profile/token.ts';
import type { Criteria, Term } from '../../search/criteria.ts';
import type { Cursor } from '../../search/cursor.ts';
import type { Sliced } from '../../worker/time-slice.ts';
import { toPage, toPartialPage } from '../page.ts';
import type { Count, Page } from '../store.ts';
import { parseTerms } from './parse-terms.ts';
import { plan } from './plan.ts';
import type { Reader } from './reader.ts';
import { countEntries, readEntries, type Window } from './row-query.ts';

export function* searchBook(reader: Reader, { terms, limit, cursor }: Criteria): Sliced<Page> {
  reader.segments();
  const parsed = parseTerms(terms, reader.dimensions, reader.seqOf);
  const window = windowOf(cursor);
  const found: Entry[] = [];
  const queries = plan(reader, parsed, window);
  for (let next = queries.next(); !next.done; ) {
    const query = next.value;
    found.push(...readEntries(reader, query, limit + 1 - found.length));
    if (found.length > limit) break;
    const hasTime = yield;
    next = queries.next();
    if (!hasTime && !next.done) {
      const { toward, from, to } = query.window;
      return toPartialPage(found, { limit, cursor }, (toward === 'older' ? from : to) as Micros);
    }
  }
  return toPage(found, { limit, cursor });
}

export function* countBook(reader: Reader, terms: readonly Term[], cap: number): Sliced<Count> {
  const segments = reader.segments();
  const total = segments.reduce((sum, { entries }) => sum + entries, 0);
  if (terms.length === 0) return { matches: Math.min(total, cap), capped: total > cap };
  const parsed = parseTerms(terms, reader.dimensions, reader.seqOf);
  let found = 0;
  const queries = plan(reader, parsed, windowOf(null));
  for (let next = queries.next(); !next.done; ) {
    found += countEntries(reader, next.value, cap + 1 - found);
    if (found > cap) break;
    const hasTime = yield;
    next = queries.next();
    if (!hasTime && !next.done) return { matches: found, capped: true };
  }
  return { matches: Math.min(found, cap), capped: found > cap };
}

function windowOf(cursor: Cursor | null): Window {
  const everything = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
  if (!cursor) return { toward: 'older', ...everything, after: null };
  const { toward, time, seq } = cursor;
  const after = { time, seq };
  // A cursor after the last seq of a time, as a partial page has, excludes that time.
  if (toward === 'older') return { toward, ...everything, to: seq === SEQ_END - 1 ? time - 1 : time, after };
  return { toward, ...everything, from: seq === 0 ? time + 1 : time, after };
}
