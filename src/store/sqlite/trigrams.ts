import type { Pattern } from '../../search/pattern.ts';
import type { Reader } from './reader.ts';

/** So many of a pattern's trigrams are asked for: the rarest ones leave little for the others to decide. */
const ASKED = 4;
const SAMPLE = 4000;

/** How often trigrams occur, as far as some of the newest URLs tell. */
export type TrigramCounts = ReadonlyMap<string, number>;

export function sampleTrigrams(reader: Pick<Reader, 'prepare'>): TrigramCounts {
  const counts = new Map<string, number>();
  for (const { text } of reader.prepare('SELECT text FROM urls ORDER BY id DESC LIMIT ?').all(SAMPLE)) {
    for (const gram of new Set(trigramsIn(String(text).toLowerCase())))
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Which trigrams a URL must have for each of the terms, as the full-text index is asked for them. */
export function matchExpression(terms: readonly (readonly Pattern[])[], counts: TrigramCounts): string {
  return terms
    .map((patterns) => `(${patterns.map((pattern) => allOf(pattern, counts)).join(' OR ')})`)
    .join(' AND ');
}

function allOf({ parts }: Pattern, counts: TrigramCounts): string {
  const grams = [...new Set(parts.flatMap(trigramsIn))];
  const rarest = grams.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, ASKED);
  return `(${rarest.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')})`;
}

function trigramsIn(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''));
}
