import { expect, test } from 'vitest';
import { collectorAddress } from './address.ts';

test.each([
  'https://collector.example:4600',
  'http://127.0.0.1:4600',
  'http://localhost',
  'http://[::1]:4600',
])('%s is the address of a collector', (storage) => {
  expect(collectorAddress(storage).origin).toBe(storage);
});

test('plain HTTP goes to private addresses only, and only if it is asked for', () => {
  const { accepts, isTls } = collectorAddress('http://collector:4600?insecure=private-network');
  expect(isTls).toBe(false);
  expect(['10.1.2.3', '172.16.0.9', 'fd00::1', '127.0.0.1'].every(accepts)).toBe(true);
  expect(['203.0.113.7', '8.8.8.8', '2001:db8::1'].some(accepts)).toBe(false);
  expect(collectorAddress('http://10.0.0.1?insecure=private-network').origin).toBe('http://10.0.0.1');
});

test.each([
  'http://collector:4600',
  'http://10.0.0.1:4600',
  'http://203.0.113.7?insecure=private-network',
  'http://localhost.example.com',
  'https://user:hunter2@collector',
  'https://collector/path',
  'https://collector?insecure=yes',
  'https://collector?key=hunter2',
  'https://',
])('refuses %s, and repeats no secret of it', (storage) => {
  expect(() => collectorAddress(storage)).toThrow(expect.objectContaining({ code: 'bad-storage-url' }));
  expect(() => collectorAddress(storage)).not.toThrow(/hunter2/);
});
