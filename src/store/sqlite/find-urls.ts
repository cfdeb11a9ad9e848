import type { Pattern } from '../../search/pattern.ts';
import { any, likePattern } from './compile-terms.ts';
import type { Reader } from './reader.ts';
import { type Segment, TEXTS_PER_SEGMENT } from './segments.ts';
import { commonness, matchExpression } from './trigrams.ts';

/**
 * The trigrams tell which URLs may match, not which do: whoever uses these asks the entry's URL again. URLs that
 * are not indexed yet are read one by one. In both, for each term one of its patterns must match.
 */
type UrlTerms = readonly (readonly Pattern[])[];

/** Whether so many URLs match, as far as a sample tells, that walking finds them sooner than the index. */
export function areCommon(terms: UrlTerms, reader: Reader): boolean {
  return commonness(terms, reader.trigrams()) * reader.tuning.dense > 1;
}

/** The URLs of the whole book that may match, by their span; `null` when there are more than so many. */
export function findUrls(reader: Reader, terms: UrlTerms, most: number): Map<number, number[]> | null {
  const ids = reader
    .prepare('SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? LIMIT ?')
    .all(matchExpression(terms, reader.trigrams()), most + 1)
    .map(({ id }) => Number(id));
  for (const span of reader.spans()) {
    if (ids.length > most) return null;
    ids.push(...unindexedUrls(reader, terms, span, most + 1));
  }
  if (ids.length > most) return null;
  return Map.groupBy(ids, (id) => Math.floor(id / TEXTS_PER_SEGMENT));
}

/** The URLs of a span that may match; `null` when there are more than so many. */
export function findUrlsIn(reader: Reader, terms: UrlTerms, span: Segment, most: number): number[] | null {
  const first = span.id * TEXTS_PER_SEGMENT;
  const found = reader
    .prepare(
      'SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?',
    )
    .all(
      matchExpression(terms, reader.trigrams()),
      BigInt(first),
      BigInt(first + TEXTS_PER_SEGMENT - 1),
      most + 1,
    );
  const ids = [...found.map(({ id }) => Number(id)), ...unindexedUrls(reader, terms, span, most + 1)];
  return ids.length > most ? null : ids;
}

function unindexedUrls(reader: Reader, terms: UrlTerms, span: Segment, most: number): number[] {
  if (span.urls === span.urls_indexed) return [];
  const first = span.id * TEXTS_PER_SEGMENT;
  const likes = terms.map((patterns) => any(patterns.map(likePattern)));
  return reader
    .prepare(
      `SELECT u.id FROM urls u WHERE u.id > ? AND u.id <= ? ${likes.map(({ sql }) => `AND (${sql})`).join(' ')} LIMIT ?`,
    )
    .all(first + span.urls_indexed, first + span.urls, ...likes.flatMap(({ params }) => params), most)
    .map(({ id }) => Number(id));
}
