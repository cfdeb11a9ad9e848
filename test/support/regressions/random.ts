/** Random values that are the same in every run with the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer from `from` to `to`. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
  hex(length: number): string;
  /** A factor around 1, as the times of equal operations differ. */
  jitter(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (values) => values[between(0, values.length - 1)] as (typeof values)[number],
    shuffle: (values) =>
      values
        .map((value) => ({ value, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ value }) => value),
    hex: (length) => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
    // Log-normal: most are within 20 %, some take half as long again.
    jitter: () => Math.exp(0.2 * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  };
}
