import { describe, expect, test } from 'vitest';
import { createTokens, newTokenKey, type Seq } from './token.ts';

const tokens = createTokens(newTokenKey());

describe('token', () => {
  test('all 2^24 six-digit tokens are distinct and decode to their seq', { timeout: 60_000 }, () => {
    const seen = new Uint8Array(2 ** 24);
    let distinct = 0;
    let decoded = 0;
    for (let seq = 0; seq < 2 ** 24; seq++) {
      const token = tokens.tokenOf(seq as Seq);
      if (token.length !== 6) throw new Error(`${seq} gave ${token}`);
      const number = Number.parseInt(token, 16);
      if (seen[number] === 0) distinct++;
      seen[number] = 1;
      if (tokens.seqOf(token) === seq) decoded++;
    }
    expect({ distinct, decoded }).toEqual({ distinct: 2 ** 24, decoded: 2 ** 24 });
  });

  test.each([
    { digits: 8, from: 2 ** 24, end: 2 ** 32 },
    { digits: 12, from: 2 ** 32, end: 2 ** 48 },
  ])('$digits-digit tokens are distinct and decode to their seq', ({ digits, from, end }) => {
    const step = Math.floor((end - from) / 200_000);
    const seen = new Set<string>();
    const hex = new RegExp(`^[0-9a-f]{${digits}}$`);
    const wrong: number[] = [];
    let checked = 0;
    const check = (seq: number) => {
      const token = tokens.tokenOf(seq as Seq);
      if (!hex.test(token) || tokens.seqOf(token) !== seq) wrong.push(seq);
      seen.add(token);
      checked++;
    };
    for (let seq = from; seq < end; seq += step) check(seq);
    for (const edge of [from + 1, from + 2, end - 2, end - 1]) check(edge);
    expect(wrong).toEqual([]);
    expect(seen.size).toBe(checked);
  });

  test('text that is not a token has no seq', () => {
    for (const text of ['', 'abc', '3FA2C1', 'zzzzzz', '3fa2c', '3fa2c1a', ' 3fa2c1', '3fa2c1\n']) {
      expect(tokens.seqOf(text)).toBeNull();
    }
  });

  test('a long token that decodes to the seq of a shorter one is refused', () => {
    const small = createTokens([0, 0, 0, 0]);
    const wrong: string[] = [];
    let refused = 0;
    for (let n = 0; n < 100_000; n++) {
      const text = Math.floor(Math.random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
      const seq = small.seqOf(text);
      if (seq === null) refused++;
      else if (small.tokenOf(seq) !== text) wrong.push(text);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  test('tokens of consecutive seqs look unrelated, and each key gives other tokens', () => {
    const first = Array.from({ length: 1000 }, (_, seq) => tokens.tokenOf(seq as Seq));
    const other = createTokens(newTokenKey());
    const shared = first.filter((token, seq) => other.tokenOf(seq as Seq) === token).length;
    expect(shared).toBeLessThan(5);
    const firstDigits = new Set(first.map((token) => token[0]));
    expect(firstDigits.size).toBe(16);
  });

  test('refuses a seq that is out of range', () => {
    for (const seq of [-1, 1.5, 2 ** 48, Number.NaN])
      expect(() => tokens.tokenOf(seq as Seq)).toThrow(RangeError);
  });
});
