import { expect, test } from 'vitest';
import { isStore, openStore, sqlitePath, storageKind } from './open-store.ts';

test('distinguishes a store object from a storage URL', async () => {
  const store = await openStore('memory:');
  expect(isStore(store)).toBe(true);
  expect(isStore('memory:')).toBe(false);
  expect(isStore(undefined)).toBe(false);
});

test('names what an incomplete store lacks', async () => {
  const { survey, ...incomplete } = await openStore('memory:');
  expect(() => isStore(incomplete)).toThrow(
    expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('no method survey()') }),
  );
  expect(() => isStore({ ...incomplete, survey, tokens: undefined })).toThrow('no property "tokens"');
  expect(() => isStore({})).toThrow('no method write()');
});

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
  expect(['memory:', 'sqlite:a.db', 'chdb:./a', 'clickhouse://db'].map(storageKind)).toEqual([
    'memory',
    'sqlite',
    'chdb',
    'clickhouse',
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
