import type { StatementSync } from 'node:sqlite';
import type { Pattern } from '../../search/pattern.ts';
import { any, likePattern } from './compile-terms.ts';
import { INDEXED_LENGTH } from './fields.ts';
import { type TrigramShares, trigramQuery } from './trigrams.ts';

/** URLs compared with a pattern between two checks of the time. */
const COMPARISONS_PER_READ = 256;
/** Reading URLs one by one for longer than this is given up: a scan of the entries can stop at its deadline. */
const MAX_READ_MS = 50;
const LONG_URLS = `urls u INDEXED BY urls_long WHERE octet_length(u.text) > ${INDEXED_LENGTH} AND u.id > ?`;

/**
 * A URL must match one pattern of each term. The trigram index finds candidates, which must be checked against the
 * URL itself. URLs that are only indexed in part, because they are long, are read one by one.
 */
export type UrlTerms = readonly (readonly Pattern[])[];

/** Whether a segment has URLs that are only indexed in part. */
export function hasLongUrls(prepare: (sql: string) => StatementSync): boolean {
  return prepare(`SELECT 1 FROM ${LONG_URLS} LIMIT 1`).get(0) !== undefined;
}

/** The URLs of a segment that may match, or `null` if there are too many or finding them takes long. */
export function findUrls(
  prepare: (sql: string) => StatementSync,
  terms: UrlTerms,
  shares: TrigramShares,
  limit: number,
): number[] | null {
  const ids = prepare('SELECT rowid AS id FROM url_trigrams WHERE url_trigrams MATCH ? LIMIT ?')
    .all(trigramQuery(terms, shares).match, limit + 1)
    .map(({ id }) => Number(id));
  if (ids.length > limit) return null;
  const likes = terms.map((patterns) => any(patterns.map(likePattern)));
  const matching = likes.map(({ sql }) => `AND (${sql})`).join(' ');
  const params = likes.flatMap((like) => like.params);
  const urlsPerRead = Math.ceil(COMPARISONS_PER_READ / Math.max(1, params.length));
  const boundary = prepare(`SELECT u.id FROM ${LONG_URLS} ORDER BY u.id LIMIT 1 OFFSET ?`);
  const read = prepare(`SELECT u.id FROM ${LONG_URLS} AND u.id <= ? ${matching} LIMIT ?`);
  const end = performance.now() + MAX_READ_MS;
  for (let after = 0; ; ) {
    const to = boundary.get(after, urlsPerRead)?.id as number | undefined;
    for (const { id } of read.all(after, to ?? Number.MAX_SAFE_INTEGER, ...params, limit + 1))
      ids.push(Number(id));
    if (ids.length > limit) return null;
    if (to === undefined) return ids;
    if (performance.now() > end) return null;
    after = to;
  }
}
