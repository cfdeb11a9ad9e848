/** Random numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Rows of one index per dimension, such that each two values of two dimensions are together in a row. Greedy: each row starts with
 * a pair that is missing, and each other dimension takes the value that adds the most missing pairs.
 */
export function pairwise(sizes: readonly number[], random: () => number): number[][] {
  const missing = createPairs(sizes);
  const rows: number[][] = [];
  for (let a = 0; a < sizes.length; a++)
    for (let b = a + 1; b < sizes.length; b++)
      for (let i = 0; i < (sizes[a] ?? 0); i++)
        for (let j = 0; j < (sizes[b] ?? 0); j++) {
          if (!missing.has(a, i, b, j)) continue;
          const row = fill(
            new Map([
              [a, i],
              [b, j],
            ]),
            sizes,
            missing,
            random,
          );
          for (const [one, index] of row.entries())
            for (let other = 0; other < one; other++) missing.delete(one, index, other, row[other] ?? 0);
          rows.push(row);
        }
  return rows;
}

function fill(
  chosen: Map<number, number>,
  sizes: readonly number[],
  missing: Pairs,
  random: () => number,
): number[] {
  for (const [dimension, size] of sizes.entries()) {
    if (chosen.has(dimension)) continue;
    const start = Math.floor(random() * size);
    let best = start;
    let most = 0;
    for (let n = 0; n < size && most < chosen.size; n++) {
      const value = (start + n) % size;
      let gained = 0;
      for (const [other, index] of chosen) if (missing.has(other, index, dimension, value)) gained++;
      if (gained > most) [best, most] = [value, gained];
    }
    chosen.set(dimension, best);
  }
  return sizes.map((_, dimension) => chosen.get(dimension) ?? 0);
}

interface Pairs {
  has(a: number, i: number, b: number, j: number): boolean;
  delete(a: number, i: number, b: number, j: number): void;
}

/** All pairs of values of two dimensions. */
function createPairs(sizes: readonly number[]): Pairs {
  const width = Math.max(...sizes);
  const left = new Uint8Array((sizes.length * width) ** 2).fill(1);
  const at = (a: number, i: number, b: number, j: number) =>
    a < b
      ? (a * width + i) * sizes.length * width + b * width + j
      : (b * width + j) * sizes.length * width + a * width + i;
  return {
    has: (a, i, b, j) => left[at(a, i, b, j)] === 1,
    delete(a, i, b, j) {
      left[at(a, i, b, j)] = 0;
    },
  };
}
