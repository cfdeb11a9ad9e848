import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ipKey, ipText, isIn, parseIpRange } from './ip.ts';

const isInRange = (ip: string, text: string) => {
  const key = ipKey(ip);
  const range = parseIpRange(text);
  if (key === null || range === null) throw new Error(`invalid: ${ip} ${text}`);
  return isIn(key, [range]);
};

test('ipText inverts ipKey for any address', () => {
  fc.assert(fc.property(fc.ipV4(), (ip) => ipText(ipKey(ip) ?? -1) === ip));
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      const key = ipKey(ip) ?? -1;
      expect(ipKey(ipText(key))).toEqual(key);
    }),
  );
});

test('formats IPv6 canonically, and IPv4-mapped IPv6 as IPv4', () => {
  expect(ipText(ipKey('2001:0DB8:0:0:0:0:0:1') ?? -1)).toBe('2001:db8::1');
  expect(ipText(ipKey('::1') ?? -1)).toBe('::1');
  expect(ipKey('::ffff:203.0.113.7')).toBe(ipKey('203.0.113.7'));
});

test('text that is not an address has no key', () => {
  for (const text of ['', '1.2.3', '1.2.3.256', '1.2.3.4.5', 'localhost', ':', 'g::1', '1.2.3.4 ']) {
    expect(ipKey(text)).toBeNull();
  }
});

test('a CIDR range contains its addresses and no others', () => {
  expect(isInRange('203.0.113.0', '203.0.113.0/24')).toBe(true);
  expect(isInRange('203.0.113.255', '203.0.113.77/24')).toBe(true);
  expect(isInRange('203.0.114.0', '203.0.113.0/24')).toBe(false);
  expect(isInRange('255.255.255.255', '0.0.0.0/0')).toBe(true);
  expect(isInRange('2001:db8:ffff::1', '2001:db8::/32')).toBe(true);
  expect(isInRange('2001:db9::', '2001:db8::/32')).toBe(false);
  expect(isInRange('::1', '0.0.0.0/0')).toBe(false);
  expect(isInRange('203.0.113.9', '::ffff:203.0.113.0/120')).toBe(true);
});

test('an IPv4 prefix is a range', () => {
  expect(isInRange('203.0.113.7', '203.0.113.')).toBe(true);
  expect(isInRange('203.1.113.7', '203.1.*')).toBe(true);
  expect(isInRange('204.1.113.7', '203.')).toBe(false);
});

test('refuses malformed ranges', () => {
  for (const text of [
    '1.2.3.4/33',
    '1.2.3.4/-1',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '::/129',
    '300.',
    '/8',
    '::ffff:1.2.3.4/8',
  ]) {
    expect(parseIpRange(text)).toBeNull();
  }
});
