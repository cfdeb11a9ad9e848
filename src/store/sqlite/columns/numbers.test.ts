import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_ROWS, decodeNumbers, encodeNumbers } from './numbers.ts';

const BEFORE = 3;

/** Encodes numbers and decodes them into the middle of a longer array. The rest of it must stay as it is. */
function decoded(values: readonly number[], distances: boolean): number[] {
  const into = new Float64Array(BEFORE + values.length + 2).fill(-7);
  decodeNumbers(encodeNumbers(Float64Array.from(values), distances), into, BEFORE);
  expect([...into.subarray(0, BEFORE), ...into.subarray(-2)]).toEqual([-7, -7, -7, -7, -7]);
  return [...into.subarray(BEFORE, -2)];
}

/** The numbers at which another width is needed, for a number or for its distance to the one before. */
const EDGES = [0, 1, 2 ** 7, 2 ** 8, 2 ** 15, 2 ** 16, 2 ** 31, 2 ** 32, 2 ** 52, Number.MAX_SAFE_INTEGER]
  .flatMap((edge) => [edge - 1, edge, edge + 1])
  .flatMap((edge) => [edge, 0 - edge])
  .filter(Number.isSafeInteger);
const number = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.maxSafeInteger(),
  fc.integer({ min: 0, max: 70_000 }),
  // A column of times: large numbers that are close together.
  fc.integer({ min: 1.76e15, max: 1.76e15 + 300 }),
);

test.each([true, false])('returns any whole numbers as they were (as distances: %s)', (distances) => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), (values) => {
      expect(decoded(values, distances)).toEqual(values);
    }),
    { numRuns: 500 },
  );
});

test('returns each pair of numbers at which their distance needs another width', () => {
  for (const a of EDGES) for (const b of EDGES) expect(decoded([a, b, a], true)).toEqual([a, b, a]);
});

test('numbers that grow slowly take about a byte each, at any height', () => {
  const times = Float64Array.from({ length: CHUNK_ROWS }, (_, i) => 1.76e15 + i * 50 + ((i * 7919) % 31));
  expect(encodeNumbers(times, true).length).toBeLessThan(CHUNK_ROWS * 1.1);
  expect(decoded([...times], true)).toEqual([...times]);
});

test('refuses a chunk that has more numbers than the column has room for', () => {
  const data = encodeNumbers(Float64Array.from([1, 2, 3]), false);
  expect(() => decodeNumbers(data, new Float64Array(4), 2)).toThrow('damaged');
  expect(() => decodeNumbers(data, new Float64Array(2), 0)).toThrow('damaged');
});

test('notices each changed bit', () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => i * i * 1000);
  const data = encodeNumbers(values, true);
  const silent: number[] = [];
  for (let bit = 0; bit < data.length * 8; bit++) {
    const changed = Buffer.from(data);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    const into = new Float64Array(values.length);
    try {
      decodeNumbers(changed, into, 0);
      // A bit of the header that means nothing may be changed.
      if (!into.every((value, i) => value === values[i])) silent.push(bit);
    } catch {}
  }
  expect(silent).toEqual([]);
});
