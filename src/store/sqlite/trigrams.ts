import type { StatementSync } from 'node:sqlite';
import type { Pattern } from '../../search/pattern.ts';
import { INDEXED_LENGTH } from './fields.ts';

/** The rarest trigrams of a pattern select well enough; looking up more of them costs more than it saves. */
const MAX_TRIGRAMS = 4;
/** The sample ends after this many URLs or characters. */
const SAMPLE_URLS = 4000;
const SAMPLE_LENGTH = 131_072;

/** The share of URLs that contain a trigram, in a sample of the newest. */
export type TrigramShares = ReadonlyMap<string, number>;

export function sampleTrigrams(prepare: (sql: string) => StatementSync): TrigramShares {
  const newest = prepare(
    `SELECT substr(text, 1, ${INDEXED_LENGTH}) AS text FROM urls ORDER BY id DESC LIMIT ?`,
  );
  const counts = new Map<string, number>();
  let urls = 0;
  let length = 0;
  for (const { text } of newest.iterate(SAMPLE_URLS)) {
    const url = String(text).toLowerCase();
    for (const gram of new Set(trigramsIn(url))) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    urls++;
    length += url.length;
    if (length >= SAMPLE_LENGTH) break;
  }
  const shares = new Map<string, number>();
  for (const [gram, count] of counts) shares.set(gram, count / urls);
  return shares;
}

/** How the trigram index is asked for the URLs of a search. */
export interface TrigramQuery {
  /** The FTS5 query for URLs that contain the trigrams of one pattern of each term. */
  readonly match: string;
  /** An upper bound for the share of URLs that match all terms, from the rarest trigram of each. */
  readonly maxShare: number;
}

const queries = new WeakMap<object, { shares: TrigramShares; query: TrigramQuery }>();

/** The query is the same in all segments, so it is made once for each search. */
export function trigramQuery(terms: readonly (readonly Pattern[])[], shares: TrigramShares): TrigramQuery {
  const known = queries.get(terms);
  if (known?.shares === shares) return known.query;
  const query = {
    match: terms
      .map((patterns) => `(${patterns.map((pattern) => allOf(pattern, shares)).join(' OR ')})`)
      .join(' AND '),
    maxShare: maxShare(terms, shares),
  };
  queries.set(terms, { shares, query });
  return query;
}

function maxShare(terms: readonly (readonly Pattern[])[], shares: TrigramShares): number {
  const shareOf = (pattern: Pattern) =>
    Math.min(...rarest(pattern, shares).map((gram) => shares.get(gram) ?? 0));
  return Math.min(...terms.map((patterns) => patterns.reduce((sum, pattern) => sum + shareOf(pattern), 0)));
}

function allOf(pattern: Pattern, shares: TrigramShares): string {
  const quoted = rarest(pattern, shares).map((gram) => `"${gram.replaceAll('"', '""')}"`);
  return `(${quoted.join(' AND ')})`;
}

function rarest({ parts }: Pattern, shares: TrigramShares): string[] {
  const grams = [...new Set(parts.flatMap(trigramsIn))];
  return grams.sort((a, b) => (shares.get(a) ?? 0) - (shares.get(b) ?? 0)).slice(0, MAX_TRIGRAMS);
}

function trigramsIn(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''));
}
