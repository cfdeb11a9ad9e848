import { compareEntries, type Entry } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import { SEQ_END } from '../../../profile/token.ts';
import type { Criteria, Term } from '../../../search/criteria.ts';
import type { Cursor } from '../../../search/cursor.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import { toPage, toPartialPage } from '../../page.ts';
import { type Slowest, slowestOf } from '../../slowest.ts';
import type { Count, Page } from '../../store.ts';
import { entryAt } from '../columns/segment-rows.ts';
import { parseTerms } from './parse-terms.ts';
import { readNewestFirst } from './read-newest-first.ts';
import type { BookReader } from './reader.ts';
import type { Part, Window } from './segment-reader.ts';
import { walkSegments } from './walk.ts';

/** All entries, newest first. */
const EVERYTHING: Window = {
  toward: 'older',
  isWhole: true,
  from: Number.MIN_SAFE_INTEGER,
  to: Number.MAX_SAFE_INTEGER,
  after: null,
};

export function* searchBook(reader: BookReader, { terms, limit, cursor }: Criteria): Sliced<Page> {
  const window = windowOf(cursor);
  const older = window.toward === 'older';
  const walk = walkSegments(reader.segments(), parseTerms(terms, reader.seqOf), window);
  const start = walk.frontier();
  /** The best matches so far, one more than fits on the page. */
  let found: Entry[] = [];
  const isSettled = ({ time }: Entry, frontier: number) => (older ? time > frontier : time < frontier);
  for (;;) {
    const frontier = walk.frontier();
    const last = found[limit];
    if (frontier === null || (last && isSettled(last, frontier))) break;
    const part = walk.next();
    if (!part) break;
    const read = firstEntries(part, limit + 1);
    if (read.length > 0)
      found = [...found, ...read]
        .sort((a, b) => (older ? compareEntries(a, b) : compareEntries(b, a)))
        .slice(0, limit + 1);
    const hasTime = yield;
    const reached = walk.frontier();
    // A partial page must get further than the last one, also if several segments have entries of the same time.
    if (hasTime || reached === null || reached === start) continue;
    const settled = found.filter((entry) => isSettled(entry, reached));
    if (settled.length > limit) break;
    return toPartialPage(settled, { limit, cursor }, (older ? reached + 1 : reached - 1) as Micros);
  }
  return toPage(found, { limit, cursor });
}

/** The first matches, in reading order. */
function firstEntries({ rows, matches }: Part, limit: number): Entry[] {
  const entries: Entry[] = [];
  for (const row of matches([])) {
    const entry = entryAt(rows, row);
    if (entry) entries.push(entry);
    if (entries.length === limit) break;
  }
  return entries;
}

export function* countBook(reader: BookReader, terms: readonly Term[], cap: number): Sliced<Count> {
  const parsed = parseTerms(terms, reader.seqOf);
  let found = 0;
  const uncounted = reader.segments().filter((segment) => {
    const count = segment.count(parsed);
    found += count ?? 0;
    return count === null;
  });
  if (found > cap) return { matches: cap, capped: true };
  const walk = walkSegments(uncounted, parsed, EVERYTHING);
  for (let part = walk.next(); part; part = walk.next()) {
    found += part.matches([]).length;
    if (found > cap) break;
    const hasTime = yield;
    if (!hasTime && walk.frontier() !== null) return { matches: found, capped: true };
  }
  return { matches: Math.min(found, cap), capped: found > cap };
}

/** Compares all matches, newest first, until the deadline. */
export function* slowestBook(
  { segments, seqOf, tuning }: BookReader,
  terms: readonly Term[],
  limit: number,
): Sliced<Slowest> {
  let entries: readonly Entry[] = [];
  const parsed = parseTerms(terms, seqOf);
  const searchedTo = yield* readNewestFirst(segments(), parsed, tuning.longestScan, (part) => {
    const found = slowestIn(part, limit, entries[limit - 1]?.duration ?? 0);
    if (found.length > 0) entries = slowestOf([...entries, ...found], limit);
  });
  return { entries, searchedTo };
}

/** The slowest matches that took at least this long. */
function slowestIn({ rows, matches }: Part, limit: number, shortest: number): readonly Entry[] {
  const found = matches(['duration']);
  const durations = rows.column('duration');
  const slow = found.filter((row) => (durations[row] ?? 0) >= shortest);
  // Entries as slow as the last one stay too: their order in the listing decides later.
  const sorted = Float64Array.from(slow, (row) => durations[row] ?? 0).sort();
  const least = sorted.at(-limit) ?? 0;
  return [...slow.filter((row) => (durations[row] ?? 0) >= least)].flatMap((row) => entryAt(rows, row) ?? []);
}

function windowOf(cursor: Cursor | null): Window {
  const all = { ...EVERYTHING, isWhole: false };
  if (!cursor) return all;
  const { toward, time, seq } = cursor;
  const after = { time, seq };
  // A cursor after the last seq of a time, as a partial page has, excludes that time.
  if (toward === 'older') return { ...all, toward, to: seq === SEQ_END - 1 ? time - 1 : time, after };
  return { ...all, toward, from: seq === 0 ? time + 1 : time, after };
}
