import type { IpRange } from '../../../net/ip.ts';
import type { ProcessInfo } from '../../../profile/entry.ts';
import type { Tokens } from '../../../profile/token.ts';
import type { NumberRange } from '../../../search/criteria.ts';
import { matchesPattern, type Pattern } from '../../../search/pattern.ts';
import { findIpv6 } from '../columns/ipv6.ts';
import { parseTags } from '../columns/rows.ts';
import type { NumberColumn, SegmentRows, TextListName } from '../columns/segment-rows.ts';
import { equalityTest, patternTest, type TextTest } from '../columns/text-test.ts';
import { type RowTerm, seqsOf } from './parse-terms.ts';

/** A test of rows. They must be loaded first. */
export interface RowTest {
  readonly column: NumberColumn;
  /** Moves the rows that match to the front, in the same order. Returns how many there are. One call for many rows, because a call for each would take longer than the test. */
  filter(rows: Int32Array, count: number): number;
}

/** A test of each row of a segment, unless no row or all of them match. */
export type Prepared = RowTest | 'none' | 'all';

/** Prepares the test of a term for a segment. Compares each text once, not once for each row. Yields between short slices of work. */
export function* prepareTest(
  rows: SegmentRows,
  term: RowTerm,
  seqOf: Tokens['seqOf'],
): Generator<void, Prepared> {
  const { not } = term;
  switch (term.field) {
    case 'url':
      return yield* textTest(rows, 'url', 'urls', patternTest(term.any), not);
    case 'agent':
      return yield* textTest(rows, 'agent', 'agents', patternTest(term.any), not);
    case 'user':
      return yield* textTest(rows, 'user', 'users', patternTest(term.any), not);
    case 'trace':
      return yield* textTest(rows, 'trace', 'traces', equalityTest(term.any), not);
    case 'tag':
      return yield* textTest(rows, 'tags', 'tagLists', tagTest(term.any), not);
    case 'ip':
      return byId(rows, 'ip', ipMatches(rows, term.any), not);
    case 'service':
    case 'instance':
    case 'environment':
    case 'release':
      return processTest(rows, term.field, term.any, not);
    case 'time':
    case 'duration':
    case 'queries':
    case 'queryTime':
      return rangeTest(rows, term.field, term.any, not);
    case 'token':
      return seqTest(rows, 'seq', seqsOf(term.any, seqOf), not);
    case 'parent':
      return seqTest(rows, 'parent', seqsOf(term.any, seqOf), not);
  }
}

function* textTest(
  rows: SegmentRows,
  column: NumberColumn,
  list: TextListName,
  test: TextTest,
  not: boolean,
): Generator<void, Prepared> {
  const texts = rows[list];
  // A version without this column wrote the segment: all entries have the id 0, and no text.
  const found = texts.length === 0 ? Uint8Array.of(Number(test.isMatch(''))) : yield* texts.matching(test);
  return byId(rows, column, found, not);
}

/** Tags are stored as JSON, in which a text may be written in more than one way. */
function tagTest(patterns: readonly Pattern[]): TextTest {
  const isTag = (tag: string) => patterns.some((pattern) => matchesPattern(pattern, tag));
  return { isMatch: (list) => parseTags(list).some(isTag), places: null };
}

/** @param found a 1 for each id that matches */
function byId(rows: SegmentRows, column: NumberColumn, found: Uint8Array, not: boolean): Prepared {
  const wanted = not ? 0 : 1;
  if (!found.includes(wanted)) return 'none';
  if (!found.includes(1 - wanted)) return 'all';
  return idTest(rows, column, found, wanted);
}

/** @param found by id, the value that the test compares */
export function idTest(rows: SegmentRows, column: NumberColumn, found: Uint8Array, wanted: number): RowTest {
  const ids = rows.column(column);
  return {
    column,
    filter(candidates, count) {
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const row = candidates[i] as number;
        if (found[ids[row] as number] === wanted) candidates[kept++] = row;
      }
      return kept;
    },
  };
}

/** A test of a number of the row. Slower than {@link idTest}, which most searches need: it makes a call for each row. */
function numberTest(rows: SegmentRows, column: NumberColumn, isMatch: (number: number) => boolean): RowTest {
  const numbers = rows.column(column);
  return {
    column,
    filter(candidates, count) {
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const row = candidates[i] as number;
        if (isMatch(numbers[row] as number)) candidates[kept++] = row;
      }
      return kept;
    },
  };
}

function ipMatches(rows: SegmentRows, ranges: readonly IpRange[]): Uint8Array {
  const { ipv4, ipv6 } = rows.ipKeys();
  const found = new Uint8Array(ipv4.length);
  for (const { from, to } of ranges) {
    if (typeof from === 'string' && typeof to === 'string') findIpv6(ipv6(), from, to, found);
    if (typeof from === 'string' || typeof to === 'string') continue;
    for (let id = 0; id < found.length; id++) {
      const key = ipv4[id] ?? 0;
      if (key >= from && key <= to) found[id] = 1;
    }
  }
  return found;
}

function processTest(
  rows: SegmentRows,
  field: keyof ProcessInfo,
  patterns: readonly Pattern[],
  not: boolean,
): RowTest {
  const known: boolean[] = [];
  return numberTest(rows, 'process', (id) => {
    known[id] ??= patterns.some((pattern) => matchesPattern(pattern, rows.processOf(id)[field])) !== not;
    return known[id] === true;
  });
}

function rangeTest(
  rows: SegmentRows,
  column: NumberColumn,
  ranges: readonly NumberRange[],
  not: boolean,
): RowTest {
  const [first = { from: 0, to: 0 }] = ranges;
  const { from, to } = first;
  return numberTest(
    rows,
    column,
    ranges.length === 1
      ? (number) => (number >= from && number <= to) !== not
      : (number) => ranges.some((range) => number >= range.from && number <= range.to) !== not,
  );
}

/** An entry without a parent has none of the seqs. */
function seqTest(
  rows: SegmentRows,
  column: 'seq' | 'parent',
  seqs: readonly number[],
  not: boolean,
): Prepared {
  if (seqs.length === 0) return not ? 'all' : 'none';
  const wanted = new Set(seqs);
  return numberTest(rows, column, (seq) => wanted.has(seq) !== not);
}
