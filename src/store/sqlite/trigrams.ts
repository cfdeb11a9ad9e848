import type { StatementSync } from 'node:sqlite';
import type { Pattern } from '../../search/pattern.ts';

/** So many of a pattern's trigrams are asked for: the rarest ones leave little for the others to decide. */
const ASKED = 4;
const SAMPLE = 4000;

/** In which part of all URLs a trigram occurs, as far as some of the newest tell. */
export type TrigramShares = ReadonlyMap<string, number>;

export function sampleTrigrams(prepare: (sql: string) => StatementSync): TrigramShares {
  const rows = prepare('SELECT text FROM urls ORDER BY id DESC LIMIT ?').all(SAMPLE);
  const shares = new Map<string, number>();
  for (const { text } of rows) {
    for (const gram of new Set(trigramsIn(String(text).toLowerCase()))) {
      shares.set(gram, (shares.get(gram) ?? 0) + 1 / rows.length);
    }
  }
  return shares;
}

/** Which trigrams a URL must have for each of the terms, as the full-text index is asked for them. */
export function matchExpression(terms: readonly (readonly Pattern[])[], shares: TrigramShares): string {
  return terms
    .map((patterns) => `(${patterns.map((pattern) => allOf(pattern, shares)).join(' OR ')})`)
    .join(' AND ');
}

/** The largest part of all URLs that can match every term: the rarest trigram of each decides. */
export function commonness(terms: readonly (readonly Pattern[])[], shares: TrigramShares): number {
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
  return grams.sort((a, b) => (shares.get(a) ?? 0) - (shares.get(b) ?? 0)).slice(0, ASKED);
}

function trigramsIn(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''));
}
