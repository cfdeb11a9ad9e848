import type { Pattern } from '../../search/pattern.ts';
import { any, likePattern } from './compile-terms.ts';
import type { Reader } from './reader.ts';
import { type Segment, TEXTS_PER_SEGMENT } from './segments.ts';
import { matchExpression, maxShare } from './trigrams.ts';

/**
 * A URL must match one pattern of each term. The trigram index finds candidates, which must be checked against the
 * URL itself. URLs that are not indexed yet are read one by one.
 */
type UrlTerms = readonly (readonly Pattern[])[];

/** Whether a scan is faster than the index, because a sample shows that many URLs match. */
export function areCommon(terms: UrlTerms, reader: Reader): boolean {
  return maxShare(terms, reader.trigrams()) * reader.tuning.denseRatio > 1;
}

/** The URLs of the whole book that may match, by segment, or `null` if there are more than `limit`. */
export function findUrls(reader: Reader, terms: UrlTerms, limit: number): Map<number, number[]> | null {
  const ids = reader
    .prepare('SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? LIMIT ?')
    .all(matchExpression(terms, reader.trigrams()), limit + 1)
    .map(({ id }) => Number(id));
  for (const segment of reader.segments()) {
    if (ids.length > limit) return null;
    ids.push(...unindexedUrls(reader, terms, segment, limit + 1));
  }
  if (ids.length > limit) return null;
  return Map.groupBy(ids, (id) => Math.floor(id / TEXTS_PER_SEGMENT));
}

/** The URLs of a segment that may match, or `null` if there are more than `limit`. */
export function findUrlsIn(
  reader: Reader,
  terms: UrlTerms,
  segment: Segment,
  limit: number,
): number[] | null {
  const first = segment.id * TEXTS_PER_SEGMENT;
  const indexed = reader
    .prepare(
      'SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?',
    )
    .all(
      matchExpression(terms, reader.trigrams()),
      BigInt(first),
      BigInt(first + TEXTS_PER_SEGMENT - 1),
      limit + 1,
    );
  const ids = [...indexed.map(({ id }) => Number(id)), ...unindexedUrls(reader, terms, segment, limit + 1)];
  return ids.length > limit ? null : ids;
}

function unindexedUrls(reader: Reader, terms: UrlTerms, segment: Segment, limit: number): number[] {
  if (segment.urls === segment.urls_indexed) return [];
  const first = segment.id * TEXTS_PER_SEGMENT;
  const likes = terms.map((patterns) => any(patterns.map(likePattern)));
  return reader
    .prepare(
      `SELECT u.id FROM urls u WHERE u.id > ? AND u.id <= ? ${likes.map(({ sql }) => `AND (${sql})`).join(' ')} LIMIT ?`,
    )
    .all(first + segment.urls_indexed, first + segment.urls, ...likes.flatMap(({ params }) => params), limit)
    .map(({ id }) => Number(id));
}
