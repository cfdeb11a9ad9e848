import type { StatementSync } from 'node:sqlite';
import { countIn, type DimensionSet, type SegmentDimensions, split } from './dimensions.ts';
import { findUrls } from './find-urls.ts';
import type { Filter, ParsedTerms } from './parse-terms.ts';
import {
  countKeys,
  type DimensionFilter,
  postingsSource,
  type RowQuery,
  SCAN,
  type Source,
  seqSource,
} from './row-query.ts';
import { type TrigramShares, trigramQuery } from './trigrams.ts';
import type { Tuning } from './tuning.ts';

/** A sealed segment whose file is open. */
export interface OpenSegment {
  readonly entries: number;
  readonly tuning: Tuning;
  prepare(sql: string): StatementSync;
  /** How common each trigram is in the URLs. */
  trigrams(): TrigramShares;
  hasLongUrls(): boolean;
  timeAt(n: number): number;
}

/** The dimensions of a segment, and the set of those that match. */
interface DimensionChoice {
  readonly set: DimensionSet;
  readonly all: SegmentDimensions;
}

type Range = Pick<RowQuery, 'first' | 'last' | 'toward'>;

/**
 * Plans a search in a segment as a series of queries, each short enough to check the deadline between them. The plan is
 * the cheapest one by the segment's own counts.
 *
 * SQLite's planner is not used: with three criteria it picks the wrong index, and it sorts where it could scan in order.
 */
export function* planSegment(
  segment: OpenSegment,
  parsed: ParsedTerms,
  choice: DimensionChoice | null,
  range: Range,
): Generator<RowQuery> {
  const { tuning, prepare, entries } = segment;
  const { fewest, fewLimit, denseRatio } = tuning;
  const { drivers, urls, filter, seqs } = parsed;
  const candidates = choice ? countIn(choice.all, choice.set) : entries;
  if (candidates === 0) return;
  const parts = choice && candidates < entries ? split(choice.all, choice.set) : null;
  if (seqs) {
    yield { source: seqSource(seqs), dimensions: parts && shorterList(parts), filter, ...range };
    return;
  }

  // A driver that finds more than one in `denseRatio` entries is slower than a scan.
  let best = { source: SCAN, filter, count: Math.floor(entries / denseRatio) + 1 };
  const consider = (source: Source, rest: Filter) => {
    const count = countKeys(prepare, source, best.count);
    if (count < best.count) best = { source, filter: rest, count };
  };
  // A criterion with few entries is found at once. Only if there is none, the others are worth a count.
  const limit = best.count;
  best = { ...best, count: Math.min(limit, fewest) };
  for (const driver of drivers) consider(postingsSource(driver), driver.rest);
  if (best.source === SCAN) {
    best = { ...best, count: limit };
    if (urls.length > 0 && trigramQuery(urls, segment.trigrams()).maxShare * denseRatio <= 1) {
      const ids = findUrls(prepare, urls, segment.trigrams(), fewLimit);
      if (ids) consider(postingsSource({ field: 'url', any: { ids } }), filter);
    }
    for (const driver of drivers) consider(postingsSource(driver), driver.rest);
  }
  if (best.count === 0) return;

  const query: RowQuery =
    parts && candidates < best.count
      ? {
          source: postingsSource({ field: 'dimension', any: { ids: parts.inside } }),
          dimensions: null,
          filter,
          ...range,
        }
      : { source: best.source, dimensions: parts && shorterList(parts), filter: best.filter, ...range };
  const readsLongUrls = query.filter.url && segment.hasLongUrls();
  if (query.source === SCAN || readsLongUrls) yield* readInParts(segment, query, readsLongUrls);
  else yield query;
}

function shorterList({ inside, outside }: ReturnType<typeof split>): DimensionFilter {
  return inside.length <= outside.length ? { ids: inside, not: false } : { ids: outside, not: true };
}

/** Splits a query into parts that grow while the page is not full. */
function* readInParts(segment: OpenSegment, query: RowQuery, readsLongUrls: boolean): Generator<RowQuery> {
  const { filter, toward } = query;
  if (query.dimensions === null && filter.sql === 'TRUE') {
    // Every entry matches, so the first ones fill the page.
    yield query;
    return;
  }
  const { firstScan, longestScan, longestUrlScan } = segment.tuning;
  // Each parameter is one more comparison per entry, most of them with its URL or agent.
  const comparisons = Math.max(1, filter.params.length);
  const longest = Math.ceil(
    readsLongUrls ? longestUrlScan / comparisons : longestScan / Math.ceil(comparisons / 4),
  );
  let { first, last } = query;
  for (let length = Math.min(firstScan, longest); first <= last; length = Math.min(longest, length * 4)) {
    if (toward === 'older') {
      const from = startOfTime(segment, Math.max(first, last - length + 1), first);
      yield { ...query, first: from, last };
      last = from - 1;
    } else {
      const to = endOfTime(segment, Math.min(last, first + length - 1), last);
      yield { ...query, first, last: to };
      first = to + 1;
    }
  }
}

/** The first entry with the time of this one. A part ends between two times, so that a cursor can continue there. */
function startOfTime({ timeAt }: OpenSegment, n: number, first: number): number {
  const time = timeAt(n);
  let start = n;
  while (start > first && timeAt(start - 1) === time) start--;
  return start;
}

function endOfTime({ timeAt }: OpenSegment, n: number, last: number): number {
  const time = timeAt(n);
  let end = n;
  while (end < last && timeAt(end + 1) === time) end++;
  return end;
}
