/** Something in a question that can't be answered as it stands: where it is, what is wrong, what to write. */
export interface Mistake {
  /** The parameter it stands in; the query text is `q`. */
  readonly param: string;
  /** That parameter's text, for one may be given twice. */
  readonly text: string;
  /** The span of the text that is wrong. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly fix: string;
}

/** A value's reading: what it means, or what is wrong with it. */
export type Parsed<T> = { readonly value: T } | { readonly message: string; readonly fix: string };

/** The word of the list that was most likely meant, if any is near. */
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

/** Letters added, lost, changed, or swapped with their neighbour. */
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
