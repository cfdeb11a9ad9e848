import { afterEach, expect, test, vi } from 'vitest';
import { findOrCreateKey } from './book-key.ts';

afterEach(() => vi.unstubAllEnvs());

test('a book in ClickHouse needs GATEBOOK_KEY', () => {
  vi.stubEnv('GATEBOOK_KEY', undefined);
  expect(() => findOrCreateKey('clickhouse://db.example/book')).toThrow('needs GATEBOOK_KEY');
  vi.stubEnv('GATEBOOK_KEY', 'key-of-the-environment');
  expect(findOrCreateKey('clickhouse://db.example/book')).toBe('key-of-the-environment');
});

test('a book in memory has a key of its own', () => {
  vi.stubEnv('GATEBOOK_KEY', undefined);
  expect(findOrCreateKey('memory:')).toHaveLength(22);
});
