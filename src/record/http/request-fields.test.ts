import { expect, test } from 'vitest';
import { capHeaders } from './request-fields.ts';

test('returns ordinary headers as they are, without a copy', () => {
  const raw = ['Host', 'h', 'Accept', '*/*'];
  expect(capHeaders(raw)).toBe(raw);
});

test('limits the number and the length of headers, and marks the cut', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => `x${n}`);
  expect(capHeaders(many)).toHaveLength(402);
  const kept = capHeaders(['a', 'b', 'long', 'x'.repeat(10_000_000), 'c', 'd']);
  expect(kept.slice(0, 3)).toEqual(['a', 'b', 'long']);
  expect(kept.join('').length).toBeLessThan(70_000);
  expect(kept.at(-2)).toBe('…cut');
});
