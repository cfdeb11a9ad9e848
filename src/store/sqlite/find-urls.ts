import type { Pattern } from '../../search/pattern.ts';
import { any, likePattern } from './compile-terms.ts';
import { trigramsOf } from './question.ts';
import type { Reader } from './reader.ts';
import { type Span, TEXTS_PER_SPAN } from './spans.ts';

/**
 * The trigrams tell which URLs may match, not which do: whoever uses these asks the entry's URL again. URLs that
 * are not indexed yet are read one by one.
 */

/** The URLs of the whole book that match, when they are few; `null` when they are not. */
export function findUrls(reader: Reader, urls: readonly Pattern[], few: number): number[] | null {
  const found = reader
    .prepare('SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? LIMIT ?')
    .all(trigramsOf(urls), few + 1);
  if (found.length > few) return null;
  const ids = found.map(({ id }) => Number(id));
  for (const span of reader.spans()) {
    if (span.urls === span.urls_indexed) continue;
    ids.push(...unindexedUrls(reader, urls, span, few + 1));
    if (ids.length > few) return null;
  }
  return ids;
}

/** The URLs of a span that match, when they are few; `null` when they are not. */
export function findUrlsIn(
  reader: Reader,
  urls: readonly Pattern[],
  span: Span,
  few: number,
): number[] | null {
  const first = span.id * TEXTS_PER_SPAN;
  const found = reader
    .prepare(
      'SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?',
    )
    .all(trigramsOf(urls), BigInt(first), BigInt(first + TEXTS_PER_SPAN - 1), few + 1);
  const ids = [...found.map(({ id }) => Number(id)), ...unindexedUrls(reader, urls, span, few + 1)];
  return ids.length > few ? null : ids;
}

function unindexedUrls(reader: Reader, urls: readonly Pattern[], span: Span, cap: number): number[] {
  if (span.urls === span.urls_indexed) return [];
  const first = span.id * TEXTS_PER_SPAN;
  const like = any(urls.map(likePattern));
  return reader
    .prepare(`SELECT u.id FROM urls u WHERE u.id > ? AND u.id <= ? AND (${like.sql}) LIMIT ?`)
    .all(first + span.urls_indexed, first + span.urls, ...like.params, cap)
    .map(({ id }) => Number(id));
}
