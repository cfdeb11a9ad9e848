import type { Condition } from './compile-terms.ts';
import type { DimensionTable } from './dimensions.ts';
import { areCommon, findUrls, findUrlsIn, hasLongUrls } from './find-urls.ts';
import type { Driver, Filter, ParsedTerms } from './parse-terms.ts';
import type { Reader } from './reader.ts';
import {
  type DimensionFilter,
  matchesAny,
  postingsSource,
  type RowQuery,
  SCAN,
  type Source,
  seqSource,
  type Window,
} from './row-query.ts';
import { FIELD, type Segment, TEXTS_PER_SEGMENT } from './segments.ts';

/**
 * Plans a search as a series of queries, each short enough to check the deadline between them. If a criterion is rare
 * in the whole book, one query reads all its entries. Otherwise the book is read segment by segment, each with the
 * plan that is cheapest by the segment's own counts, until the page is full.
 *
 * SQLite's planner is not used: with three criteria it picks the wrong index, and it sorts where it could scan in order.
 */
export function* plan(reader: Reader, parsed: ParsedTerms, window: Window): Generator<RowQuery> {
  const { dimensions, drivers, urls } = parsed;
  if (dimensions?.ids.length === 0 || drivers.some(({ any }) => 'length' in any && any.length === 0)) return;
  const bounds = {
    ...window,
    from: Math.max(window.from, parsed.from),
    to: Math.min(window.to, parsed.to),
  };
  if (bounds.from > bounds.to) return;

  const rare = parsed.seqs ?? findRare(reader, parsed);
  const urlIds =
    !rare && urls.length > 0 && !areCommon(urls, reader)
      ? findUrls(reader, urls, reader.tuning.fewLimit)
      : null;
  const seqs = rare ?? (urlIds && seqsByUrl(reader, [...urlIds.values()].flat()));
  if (seqs) {
    yield {
      source: seqSource(seqs),
      dimensions: dimensions && { ids: dimensions.ids, not: false },
      filter: parsed.filter,
      window: bounds,
    };
    return;
  }
  for (const { segment, ...range } of segmentsIn(reader.segments(), bounds)) {
    if (urlIds && !urlIds.has(segment.id)) continue;
    yield* planSegment(reader, parsed, segment, { ...bounds, ...range }, urlIds?.get(segment.id) ?? null);
  }
}

/** The segments that overlap a window, in reading order, each with the part of the window that it covers. */
function* segmentsIn(segments: readonly Segment[], { from, to, toward }: Window) {
  const ranges = segments.map((segment, i) => ({
    segment,
    from: i === 0 ? from : Math.max(from, segment.start),
    to: Math.min(to, (segments[i + 1]?.start ?? Number.MAX_SAFE_INTEGER) - 1),
  }));
  for (const range of toward === 'older' ? ranges.reverse() : ranges) if (range.from <= range.to) yield range;
}

/** The seqs of all entries that can match, if one of the criteria is rare in the whole book. */
function findRare(reader: Reader, { drivers, dimensions }: ParsedTerms): number[] | null {
  for (const driver of drivers) {
    const seqs = seqsByDriver(reader, driver);
    if (seqs) return seqs;
  }
  if (!dimensions || dimensions.ids.length > reader.tuning.denseRatio) return null;
  return seqsByDriver(reader, {
    field: 'dimension',
    any: dimensions.ids.map((id) => ({ from: id, to: id })),
  });
}

function seqsByDriver(reader: Reader, driver: Driver): number[] | null {
  const { sql, params } = matchesAny('k.value', driver.any);
  const postings = `SELECT k.seq FROM segments s CROSS JOIN postings k
    ON k.segment = s.id AND k.field = ${FIELD[driver.field]} AND ${sql}`;
  return seqsIfRare(reader, { sql: postings, params }, driver);
}

function seqsByUrl(reader: Reader, ids: readonly number[]): number[] | null {
  const postings = `SELECT k.seq FROM json_each(?) i CROSS JOIN postings k
    ON k.segment = i.value / ${TEXTS_PER_SEGMENT} AND k.field = ${FIELD.url} AND k.value = i.value`;
  return seqsIfRare(reader, { sql: postings, params: [JSON.stringify(ids)] }, { field: 'url', any: { ids } });
}

/** The seqs from a query of the postings and from the pending entries, or `null` if there are too many. */
function seqsIfRare(reader: Reader, postings: Condition, { field, any }: Driver): number[] | null {
  const { rareLimit } = reader.tuning;
  const pending = matchesAny(field, any);
  // In one statement, because a pending entry may move to the postings between two.
  const rows = reader.segments().some(({ pending }) => pending > 0)
    ? reader
        .prepare(`${postings.sql} UNION ALL SELECT seq FROM pending WHERE ${pending.sql} LIMIT ?`)
        .all(...postings.params, ...pending.params, rareLimit + 1)
    : reader.prepare(`${postings.sql} LIMIT ?`).all(...postings.params, rareLimit + 1);
  return rows.length > rareLimit ? null : rows.map(({ seq }) => Number(seq));
}

function* planSegment(
  reader: Reader,
  parsed: ParsedTerms,
  segment: Segment,
  window: Window,
  knownUrlIds: readonly number[] | null,
): Generator<RowQuery> {
  const { fewLimit, denseRatio } = reader.tuning;
  const { dimensions, drivers, urls, filter } = parsed;
  const candidates = dimensions ? reader.dimensions.countIn(segment, dimensions) : segment.entries;
  if (candidates === 0) return;
  const split =
    dimensions && candidates < segment.entries ? reader.dimensions.split(segment, dimensions) : null;

  // A driver that finds more than one in `denseRatio` entries is slower than a scan.
  let best = { source: SCAN, filter, count: Math.floor(segment.entries / denseRatio) + 1 };
  const consider = (source: Source, rest: Filter) => {
    const count = countKeys(reader, source, best.count);
    if (count < best.count) best = { source, filter: rest, count };
  };
  for (const driver of drivers) consider(postingsSource(driver, segment), driver.rest);
  const isWorthUrlIndex = () => best.count > fewLimit && candidates > fewLimit && !areCommon(urls, reader);
  if (urls.length > 0 && (knownUrlIds || isWorthUrlIndex())) {
    const urlIds = knownUrlIds ?? findUrlsIn(reader, urls, segment, fewLimit);
    if (urlIds) consider(postingsSource({ field: 'url', any: { ids: urlIds } }, segment), filter);
  }
  if (best.count === 0) return;

  const query: RowQuery =
    split && candidates < best.count
      ? {
          source: postingsSource({ field: 'dimension', any: { ids: split.inside } }, segment),
          dimensions: null,
          filter,
          window,
        }
      : { source: best.source, dimensions: split && shorterList(split), filter: best.filter, window };
  const readsLongUrls = query.filter.url && hasLongUrls(reader, segment);
  if (query.source === SCAN || readsLongUrls) yield* readInParts(reader, query, readsLongUrls);
  else yield query;
}

function shorterList({ inside, outside }: ReturnType<DimensionTable['split']>): DimensionFilter {
  return inside.length <= outside.length ? { ids: inside, not: false } : { ids: outside, not: true };
}

/** Splits a query into parts that grow while the page is not full. */
function* readInParts(reader: Reader, query: RowQuery, readsLongUrls: boolean): Generator<RowQuery> {
  const { window, filter } = query;
  if (query.dimensions === null && filter.sql === 'TRUE') {
    // Every entry matches, so the first ones fill the page.
    yield query;
    return;
  }
  const { firstScan, longestScan, longestUrlScan } = reader.tuning;
  // Each parameter is one more comparison per entry, most of them with its URL or agent.
  const comparisons = Math.max(1, filter.params.length);
  const longest = Math.ceil(
    readsLongUrls ? longestUrlScan / comparisons : longestScan / Math.ceil(comparisons / 4),
  );
  const older = window.toward === 'older';
  const boundary = reader.prepare(
    `SELECT time FROM entries INDEXED BY entries_listing WHERE time BETWEEN ? AND ?
     ORDER BY time ${older ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ?`,
  );
  let { from, to } = window;
  for (let length = Math.min(firstScan, longest); from <= to; length = Math.min(longest, length * 4)) {
    const end = boundary.get(from, to, length)?.time as number | undefined;
    const part = end === undefined ? { from, to } : older ? { from: end, to } : { from, to: end };
    yield { ...query, window: { ...window, ...part } };
    if (end === undefined) return;
    if (older) to = end - 1;
    else from = end + 1;
  }
}

function countKeys(reader: Reader, { from, where }: Source, cap: number): number {
  const sql = `SELECT count(*) AS found FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`;
  return Number(reader.prepare(sql).get(...where.params, cap)?.found);
}
