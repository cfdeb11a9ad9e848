const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE62 = `${LETTERS}0123456789`;

/** A seeded random generator. */
export interface Random {
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** Letters and digits only, which no encoding changes. */
  word(length: number): string;
  digits(length: number): string;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function below(count: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * count);
  }
  function pick<T>(list: readonly T[]): T {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('Cannot pick from an empty list.');
    return item;
  }
  const text = (length: number, from: string) =>
    Array.from({ length }, () => from[below(from.length)]).join('');
  return {
    below,
    pick,
    word: (length) => text(1, LETTERS) + text(length - 1, BASE62),
    digits: (length) => text(length, '0123456789'),
  };
}
