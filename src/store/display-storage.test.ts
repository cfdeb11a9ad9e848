import { expect, test } from 'vitest';
import { displayStorage } from './display-storage.ts';

test.each([
  ['clickhouse://bob:hunter2@db.example:8443/book?writer=1', 'clickhouse://db.example:8443/book'],
  ['clickhouse://db.example/book?password=hunter2', 'clickhouse://db.example/book'],
  ['clickhouse://bob:hunter2/?@db.example/book', 'clickhouse://db.example/book'],
  ['clickhouse:bob:hunter2@db.example', 'clickhouse:db.example'],
  ['postgres://bob:hunter2@db.example/book', 'postgres://db.example/book'],
  ['sqlite://bob:hunter2@db.example/book', 'sqlite://db.example/book'],
  ['bob:hunter2@db.example', 'bob:db.example'],
  ['hunter2@db.example', 'db.example'],
])('shows %s without credentials', (storage, shown) => {
  expect(displayStorage(storage)).toBe(shown);
});

test.each([
  'memory:',
  'sqlite:.gatebook',
  'sqlite:/home/bob@work/what?.db',
  'sqlite:///home/bob/book.db',
  'chdb:./folder?database=book',
  'clickhouse://db.example/book',
])('shows %s as it is', (storage) => {
  expect(displayStorage(storage)).toBe(storage);
});
