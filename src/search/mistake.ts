/** An error in a search: where it is, what is wrong, and how to fix it. */
export interface Mistake {
  /** The parameter that contains it; `q` is the query text. */
  readonly param: string;
  /** The text of that parameter, because a parameter can be repeated. */
  readonly text: string;
  /** The range of characters that is wrong. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fix: string;
}

/** The result of parsing a value: the value, or what is wrong and how to fix it. */
export type Parsed<T> = { readonly value: T } | { readonly message: string; readonly fix: string };

/** The known word closest to this one, or `null` if none is close. */
export function closestMatch(word: string, known: readonly string[]): string | null {
  const lower = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = 3;
  for (const candidate of known) {
    const distance = editDistance(lower, candidate);
    if (distance < bestDistance && distance < candidate.length) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The Damerau–Levenshtein distance; 4 if the lengths differ by more than 3. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return 4;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 99;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + change);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, cell(i - 2, j - 2) + 1);
      (rows[i] ?? [])[j] = least;
    }
  }
  return cell(a.length, b.length);
}
