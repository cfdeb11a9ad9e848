import type { Pattern } from '../../search/pattern.ts';
import { any, likePattern } from './compile-terms.ts';
import type { Reader } from './reader.ts';
import { type Segment, TEXTS_PER_SEGMENT } from './segments.ts';
import { matchExpression, maxShare } from './trigrams.ts';
import { INDEXED_LENGTH } from './url-index.ts';

/** URLs compared with a pattern between two checks of the time. */
const COMPARISONS_PER_READ = 256;
/** Reading URLs one by one for longer than this is given up: a scan of the entries can stop at its deadline. */
const MAX_READ_MS = 50;
const LONG_URLS = `urls u INDEXED BY urls_long WHERE octet_length(u.text) > ${INDEXED_LENGTH} AND u.id > ? AND u.id <= ?`;

/**
 * A URL must match one pattern of each term. The trigram index finds candidates, which must be checked against the
 * URL itself. URLs that are not indexed, or only in part because they are long, are read one by one.
 */
type UrlTerms = readonly (readonly Pattern[])[];

/** Whether a scan is faster than the index, because a sample shows that many URLs match. */
export function areCommon(terms: UrlTerms, reader: Reader): boolean {
  return maxShare(terms, reader.trigrams()) * reader.tuning.denseRatio > 1;
}

/** Whether a segment has URLs that are only indexed in part. */
export function hasLongUrls(reader: Reader, segment: Segment): boolean {
  const first = segment.id * TEXTS_PER_SEGMENT;
  return reader.prepare(`SELECT 1 FROM ${LONG_URLS} LIMIT 1`).get(first, first + segment.urls) !== undefined;
}

/** The URLs of the whole book that may match, by segment, or `null` if there are too many or finding them takes long. */
export function findUrls(reader: Reader, terms: UrlTerms, limit: number): Map<number, number[]> | null {
  const ids = reader
    .prepare('SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? LIMIT ?')
    .all(matchExpression(terms, reader.trigrams()), limit + 1)
    .map(({ id }) => Number(id));
  const end = performance.now() + MAX_READ_MS;
  for (const segment of reader.segments()) {
    if (ids.length > limit || !readUnindexed(reader, terms, segment, ids, limit, end)) return null;
  }
  if (ids.length > limit) return null;
  return Map.groupBy(ids, (id) => Math.floor(id / TEXTS_PER_SEGMENT));
}

/** The URLs of a segment that may match, or `null` if there are too many or finding them takes long. */
export function findUrlsIn(
  reader: Reader,
  terms: UrlTerms,
  segment: Segment,
  limit: number,
): number[] | null {
  const first = segment.id * TEXTS_PER_SEGMENT;
  const ids = reader
    .prepare(
      'SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?',
    )
    .all(
      matchExpression(terms, reader.trigrams()),
      BigInt(first),
      BigInt(first + TEXTS_PER_SEGMENT - 1),
      limit + 1,
    )
    .map(({ id }) => Number(id));
  if (!readUnindexed(reader, terms, segment, ids, limit, performance.now() + MAX_READ_MS)) return null;
  return ids.length > limit ? null : ids;
}

/** Adds matching URLs that the index may not find, until there are too many. Returns `false` if the time was up. */
function readUnindexed(
  reader: Reader,
  terms: UrlTerms,
  segment: Segment,
  ids: number[],
  limit: number,
  end: number,
): boolean {
  const first = segment.id * TEXTS_PER_SEGMENT;
  const indexedTo = first + segment.urls_indexed;
  const likes = terms.map((patterns) => any(patterns.map(likePattern)));
  const matching = likes.map(({ sql }) => `AND (${sql})`).join(' ');
  const params = likes.flatMap((like) => like.params);
  const urlsPerRead = Math.ceil(COMPARISONS_PER_READ / Math.max(1, params.length));
  const read = (from: string, after: number, to: number) => {
    const rows = reader.prepare(`SELECT u.id FROM ${from} ${matching} LIMIT ?`);
    for (const { id } of rows.all(after, to, ...params, limit + 1)) ids.push(Number(id));
    return performance.now() < end;
  };

  const boundary = reader.prepare(`SELECT u.id FROM ${LONG_URLS} ORDER BY u.id LIMIT 1 OFFSET ?`);
  for (let after = first; ids.length <= limit; ) {
    const to = Number(boundary.get(after, indexedTo, urlsPerRead)?.id ?? indexedTo);
    if (!read(LONG_URLS, after, to) && to < indexedTo) return false;
    if (to === indexedTo) break;
    after = to;
  }
  for (let after = indexedTo; after < first + segment.urls && ids.length <= limit; after += urlsPerRead) {
    const to = Math.min(after + urlsPerRead, first + segment.urls);
    if (!read('urls u WHERE u.id > ? AND u.id <= ?', after, to) && to < first + segment.urls) return false;
  }
  return true;
}
