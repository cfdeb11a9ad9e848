import { describe, expect, test } from 'vitest';
import { createTokens, newTokenKey, type Seq } from './token.ts';

const tokens = createTokens(newTokenKey());
/** Books are full of tokens of earlier versions. */
const KNOWN: readonly (readonly [number, string])[] = [
  [0, 'b48473'],
  [1, '8ed322'],
  [4095, '779c16'],
  [4096, 'b2c6ea'],
  [4107, '00098c'],
  [2 ** 24 - 1, 'd63372'],
  [2 ** 24, 'cda22e98'],
  [2 ** 24 + 1, '821e57b2'],
  [16_806_366, '0000556a'],
  [2 ** 32 - 1, 'bc008d7b'],
  [2 ** 32, '3379614300c9'],
  [2 ** 40 + 12_345, '897d20ff53af'],
  [2 ** 48 - 1, '447d4a139a87'],
];
const known = createTokens([0x0123_4567, 0x89ab_cdef, 0xfedc_ba98, 0x7654_3210]);

describe('token', () => {
  test.each(KNOWN)('the token of %i is %s in every version', (seq, token) => {
    expect(known.tokenOf(seq as Seq)).toBe(token);
    expect(known.seqOf(token)).toBe(seq);
  });

  test('any token of six digits decodes, in lower case and nothing else', () => {
    for (const digit of '0123456789abcdef') {
      for (const text of [`${digit}00000`, `00000${digit}`]) {
        const seq = known.seqOf(text);
        expect(seq === null ? null : known.tokenOf(seq)).toBe(text);
      }
    }
    for (const other of '/:`gAF ')
      for (const text of [`${other}00000`, `00000${other}`]) expect(known.seqOf(text)).toBeNull();
  });

  test('all 2^24 six-digit tokens are distinct and decode to their seq', { timeout: 60_000 }, () => {
    // Each decodes to its own seq, so no two are equal.
    for (let seq = 0; seq < 2 ** 24; seq++) {
      const token = tokens.tokenOf(seq as Seq);
      if (token.length !== 6 || tokens.seqOf(token) !== seq) throw new Error(`${seq} gave ${token}`);
    }
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
    for (const text of [
      '',
      'abc',
      '3FA2C1',
      'zzzzzz',
      '3fa2c',
      '3fa2c1a',
      ' 3fa2c1',
      '3fa2c1\n',
      '3fa2c1a5c',
      '3fa2c1a5c0',
      '3fa2c1a5c01',
      '3fa2c1a5c012a',
    ]) {
      expect(tokens.seqOf(text)).toBeNull();
    }
  });

  test('a long token that decodes to the seq of a shorter one is refused', () => {
    expect(known.seqOf('0000005c')).toBeNull();
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
      expect(() => tokens.tokenOf(seq as Seq)).toThrow(new RangeError(`seq out of range: ${seq}`));
  });

  test('a new key has four random numbers', () => {
    const keys = Array.from({ length: 4 }, newTokenKey);
    expect(new Set(keys.flat()).size).toBe(16);
    expect(createTokens(keys[0] ?? [0, 0, 0, 0]).key).toBe(keys[0]);
  });
});
