import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { engineName, folderAddress, serverAddress } from './address.ts';

test('uses TLS unless the port is 8123 or tls=off', () => {
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

test('passes other parameters to the server as settings', () => {
  const { writer, settings, database, username } = serverAddress('clickhouse://h?writer=3&insert_quorum=2');
  expect({ writer, settings, database, username }).toEqual({
    writer: 3,
    settings: { insert_quorum: '2' },
    database: 'gatebook',
    username: 'default',
  });
});

test('leaves credentials out of the name used in messages', () => {
  expect(engineName(serverAddress('clickhouse://ann:secret@h/book'))).toBe('clickhouse://h:8443/book');
});

test('reads the database and the writer of a folder', () => {
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
  'clickhouse://u:12/secret@h/book',
  'clickhouse://u:12?secret@h/book',
  'clickhouse://u@h/book?tls=secret',
  'clickhouse://u@h/book?writer=secret',
])('refuses %s without showing the password', (storage) => {
  const parse = () => serverAddress(storage);
  expect(parse).toThrow(expect.objectContaining({ code: 'bad-storage-url' }));
  expect(parse).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
});

test.each(['chdb:', 'chdb://host/x', 'chdb:x?y=1', 'chdb:x?database=a-b'])('refuses %s', (storage) => {
  expect(() => folderAddress(storage)).toThrow(expect.objectContaining({ code: 'bad-storage-url' }));
});
