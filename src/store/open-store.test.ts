import { expect, test } from 'vitest';
import { sqlitePath, storageKind } from './open-store.ts';

test.each([
  'postgres://bob:hunter2@db.example/book',
  'sqlite://bob:hunter2@db.example/book',
  'clickhouse//bob:hunter2@db.example/book',
])('rejects %s without repeating its password', (storage) => {
  const message = messageOf(() => sqlitePath(storage));
  expect(message).toContain('Unknown storage URL');
  expect(message).not.toMatch(/bob|hunter2/);
});

test('names the kind of a storage', () => {
  const storages = ['memory:', 'sqlite:a.db', 'chdb:./a', 'clickhouse://db', 'https://h', 'http://[::1]:1'];
  expect(storages.map(storageKind)).toEqual([
    'memory',
    'sqlite',
    'chdb',
    'clickhouse',
    'collector',
    'collector',
  ]);
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return '';
}
