import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VarintReader, VarintWriter } from './varints.ts';

const EDGES = [0, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 49, Number.MAX_SAFE_INTEGER];

test('numbers are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.maxSafeNat(), fc.nat(300), fc.constantFrom(...EDGES))), (numbers) => {
      const writer = new VarintWriter();
      for (const number of numbers) writer.write(number);
      const reader = new VarintReader(writer.bytes());
      expect(numbers.map(() => reader.read())).toEqual(numbers);
      expect(reader.isAtEnd).toBe(true);
    }),
    { examples: [[EDGES]] },
  );
});

test('numbers are skipped', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), fc.maxSafeNat(), (numbers, last) => {
      const writer = new VarintWriter();
      for (const number of [...numbers, last]) writer.write(number);
      const reader = new VarintReader(writer.bytes());
      reader.skip(numbers.length);
      expect(reader.read()).toBe(last);
      expect(() => reader.skip(1)).toThrow('damaged');
    }),
  );
});

test('a number that ends too late, or not at all, is refused', () => {
  for (const bytes of [[], [128], Array(9).fill(255)])
    expect(() => new VarintReader(Uint8Array.from(bytes)).read()).toThrow('damaged');
});

test('a number beyond the limits is written as the nearest one', () => {
  const writer = new VarintWriter();
  for (const number of [-1, 2 ** 53, 2 ** 60]) writer.write(number);
  const reader = new VarintReader(writer.bytes());
  expect([reader.read(), reader.read(), reader.read()]).toEqual([
    0,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  ]);
});
