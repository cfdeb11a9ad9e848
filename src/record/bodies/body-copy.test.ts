import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyCopy, BodyMemory } from './body-copy.ts';

const MAX = 100;
const copyOf = (memory = new BodyMemory(MAX)) => new BodyCopy('text/plain', null, MAX, memory);

const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 80 }).map((bytes) => ({ data: bytes, encoding: undefined })),
  fc.string({ unit: 'binary', maxLength: 40 }).map((data) => ({ data, encoding: 'utf8' })),
  fc
    .uint8Array({ maxLength: 80 })
    .map((bytes) => ({ data: Buffer.from(bytes).toString('base64'), encoding: 'base64' })),
  fc
    .uint8Array({ maxLength: 80 })
    .map((bytes) => ({ data: Buffer.from(bytes).toString('hex'), encoding: 'hex' })),
);

test('keeps the first bytes of all chunks, in any encoding, and counts the rest', () => {
  fc.assert(
    fc.property(fc.array(chunk), (chunks) => {
      const copy = copyOf();
      for (const { data, encoding } of chunks) copy.add(data, encoding);
      const all = Buffer.concat(
        chunks.map(({ data, encoding }) =>
          typeof data === 'string' ? Buffer.from(data, encoding as BufferEncoding) : data,
        ),
      );
      const { kept, bytes } = copy.end();
      expect(bytes).toBe(all.length);
      expect(Buffer.from(kept).equals(all.subarray(0, kept.length))).toBe(true);
      // A text is not cut inside of a character.
      if (all.length <= MAX) expect(kept.length).toBe(all.length);
      else expect(kept.length).toBeGreaterThan(MAX - 4);
    }),
    { numRuns: 1000 },
  );
});

test('ignores what is not a chunk', () => {
  const copy = copyOf();
  for (const odd of [null, undefined, 5, {}, () => {}]) copy.add(odd, undefined);
  copy.add('a', 'no encoding');
  copy.add('b', () => {});
  expect(String(Buffer.from(copy.end().kept))).toBe('ab');
});

test('does not look at the whole of a huge text', () => {
  const copy = copyOf();
  copy.add('€'.repeat(1_000_000), undefined);
  expect(copy.end()).toMatchObject({ bytes: 3_000_000, kept: expect.objectContaining({ length: 99 }) });
});

test('uses memory again after it was released, and never two times at once', () => {
  const memory = new BodyMemory(4096);
  const copies = ['a', 'b', 'c'].map((letter) => {
    const copy = new BodyCopy('', null, 4096, memory);
    copy.add(letter.repeat(4000), undefined);
    return copy;
  });
  expect(copies.map((copy) => String.fromCharCode(copy.end().kept[3999] ?? 0))).toEqual(['a', 'b', 'c']);
  const first = copies[0]?.end().kept.buffer;
  for (const copy of copies) {
    copy.release();
    copy.release();
  }
  const later = Array.from({ length: 4 }, () => memory.take(4096));
  expect(new Set(later.map((buffer) => buffer?.buffer)).size).toBe(4);
  expect(later.some((buffer) => buffer?.buffer === first)).toBe(true);
});

test('copies no more when unfinished requests hold too much', () => {
  const memory = new BodyMemory(262_144);
  const copies = Array.from({ length: 100 }, () => new BodyCopy('', null, 262_144, memory));
  for (const copy of copies) copy.add('x'.repeat(262_144), undefined);
  const held = copies.filter((copy) => copy.missing === null);
  expect(held.length * 262_144).toBe(16_777_216);
  expect(copies.at(-1)?.end()).toMatchObject({ bytes: 262_144, missing: 'budget', kept: new Uint8Array(0) });
  for (const copy of copies) copy.release();
  const next = new BodyCopy('', null, 262_144, memory);
  next.add('y', undefined);
  expect(next.end().missing).toBeNull();
});
