import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, decompress } from './zstd.ts';

test('returns every text as it was, at all sizes of a zstd header and of a buffer', () => {
  for (const size of [
    0, 1, 17, 18, 255, 256, 257, 65_535, 65_536, 65_537, 65_791, 65_792, 200_000, 5_000_000,
  ]) {
    const text = 'añ'.repeat(size / 2) + 'x'.repeat(size % 2);
    expect(decompress(compress(text)) === text, `${size} characters`).toBe(true);
  }
  fc.assert(fc.property(fc.string(), (text) => decompress(compress(text)) === text.toWellFormed()));
});

test('does not trust the size in the header of a block', () => {
  const block = compress('x'.repeat(100_000));
  // The frame says how long its content is, in four bytes after the window.
  expect(block.readUInt32LE(5) === 100_000 || block.readUInt32LE(6) === 100_000).toBe(true);
  const forged = Buffer.from(block);
  forged.writeUInt32LE(0xffff_ffff, block.readUInt32LE(5) === 100_000 ? 5 : 6);
  const before = process.memoryUsage().arrayBuffers;
  expect(() => decompress(forged)).toThrow();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10e6);
});

test('frees the memory of each block at once', () => {
  const block = compress(
    JSON.stringify(Array.from({ length: 3000 }, (_, n) => ({ n, url: `/products/${n}` }))),
  );
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 500; i++) decompress(block);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
});
