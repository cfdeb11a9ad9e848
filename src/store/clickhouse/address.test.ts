import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { folderAddress, serverAddress, serverName } from './address.ts';

test('a server is reached with TLS unless its port is the plain one, or it is said otherwise', () => {
  expect(serverAddress('clickhouse://ann:p%40ss%3A@ch.internal/book')).toEqual({
    url: 'https://ch.internal:8443',
    username: 'ann',
    password: 'p@ss:',
    database: 'book',
    writer: 0,
    settings: {},
  });
  expect(serverAddress('clickhouse://h:8123').url).toBe('http://h:8123');
  expect(serverAddress('clickhouse://h:8123?tls=on').url).toBe('https://h:8123');
  expect(serverAddress('clickhouse://h:9999').url).toBe('https://h:9999');
  expect(serverAddress('clickhouse://h?tls=off').url).toBe('http://h:8123');
  expect(serverAddress('clickhouse://[2001:db8::1]:8443').url).toBe('https://[2001:db8::1]:8443');
});

test('what else is said goes to the server as settings', () => {
  const { writer, settings, database, username } = serverAddress('clickhouse://h?writer=3&insert_quorum=2');
  expect({ writer, settings, database, username }).toEqual({
    writer: 3,
    settings: { insert_quorum: '2' },
    database: 'gatebook',
    username: 'default',
  });
});

test('a name for messages holds no credentials', () => {
  expect(serverName(serverAddress('clickhouse://ann:secret@h/book'))).toBe('clickhouse://h:8443/book');
});

test('a folder has a database and a writer', () => {
  expect(folderAddress('chdb:./x?database=b2&writer=4095')).toEqual({
    path: resolve('x'),
    database: 'b2',
    writer: 4095,
  });
  expect(folderAddress('chdb:///var/book').path).toBe('/var/book');
});

test.each([
  'clickhouse:',
  'clickhouse://',
  'clickhouse:///book',
  'clickhouse://u:secret%zz@h/book',
  'clickhouse://u:secret@h/book;drop',
  'clickhouse://u:secret@h/book?writer=4096',
  'clickhouse://u:secret@h/book?tls=maybe',
  'clickhouse://u:secret@h/book?A%20b=1',
])('%s is refused, its password not told', (storage) => {
  const reading = () => serverAddress(storage);
  expect(reading).toThrow(expect.objectContaining({ code: 'bad-storage-url' }));
  expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
});

test.each(['chdb:', 'chdb://host/x', 'chdb:x?y=1', 'chdb:x?database=a-b'])('%s is refused', (storage) => {
  expect(() => folderAddress(storage)).toThrow(expect.objectContaining({ code: 'bad-storage-url' }));
});
