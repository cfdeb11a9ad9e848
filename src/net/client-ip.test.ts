import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClientIp } from './client-ip.ts';
import { inRange, ipKey, ipText, parseIpRange } from './ip.ts';

const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48', '::1'];
const clientIp = createClientIp(PROXIES);
const xff = (list: string): IncomingHttpHeaders => ({ 'x-forwarded-for': list });
const isTrusted = (ip: string) => {
  const key = ipKey(ip);
  return PROXIES.map(parseIpRange).some((range) => range && key !== null && inRange(key, range));
};
const canonical = (ip: string) => ipText(ipKey(ip) ?? -1);
const anyIp = fc.oneof(fc.ipV4(), fc.ipV6());
const untrusted = anyIp.filter((ip) => !isTrusted(ip));
const proxy = fc.oneof(
  fc.ipV4().map((ip) => ip.replace(/^\d+/, '10')),
  fc.constantFrom('192.0.2.7', '::1', '2001:db8:1::5', '::ffff:10.1.2.3'),
);
/** The different ways to write an address. */
const written = (ip: string) =>
  ip.includes(':')
    ? fc.constantFrom(ip, `[${ip}]`, `[${ip}]:443`, ip.toUpperCase())
    : fc.constantFrom(ip, `${ip}:8080`, `::ffff:${ip}`, `[::ffff:${ip}]:1`);

describe('without trusted proxies', () => {
  test('the client is the address of the socket, regardless of headers', () => {
    expect(createClientIp()('203.0.113.9', xff('198.51.100.1'))).toBe('203.0.113.9');
    expect(createClientIp([])('203.0.113.9', xff('198.51.100.1'))).toBe('203.0.113.9');
    expect(createClientIp()('', {})).toBe('');
  });
});

describe('behind trusted proxies', () => {
  test.each([
    ['198.51.100.1', '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1, 10.0.0.2,10.0.0.3', '198.51.100.1'],
    ['10.0.0.9, 10.0.0.2', '10.0.0.9'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['198.51.100.1, unknown', '10.0.0.1'],
    ['198.51.100.1, 10.0.0.2 10.0.0.3', '10.0.0.1'],
    ['198.51.100.1, , 10.0.0.2', '10.0.0.2'],
    ['198.51.100.1, 300.0.0.1, 10.0.0.2', '10.0.0.2'],
    ['', '10.0.0.1'],
    [',', '10.0.0.1'],
  ])('X-Forwarded-For: %s', (list, expected) => {
    expect(clientIp('10.0.0.1', xff(list))).toBe(expected);
  });

  test.each([
    ['for=198.51.100.1', '198.51.100.1'],
    ['for=6.6.6.6, For="198.51.100.1:80";proto=https;by=10.0.0.1', '198.51.100.1'],
    ['for="[2001:db8::1]:4711", for=10.0.0.2;host=shop.example', '2001:db8::1'],
    ['for=198.51.100.1, for=_hidden', '10.0.0.1'],
    ['for=198.51.100.1, proto=https', '10.0.0.1'],
    ['for=198.51.100.1;for=6.6.6.6', '10.0.0.1'],
    ['for=198.51.100.1;host="x, for=6.6.6.6"', '10.0.0.1'],
    ['for=198.51.100.1;host="x, for=6.6.6.6;a=\\""', '10.0.0.1'],
    ['for=", for=198.51.100.1', '198.51.100.1'],
    ['198.51.100.1', '10.0.0.1'],
  ])('Forwarded: %s', (forwarded, expected) => {
    expect(clientIp('10.0.0.1', { forwarded })).toBe(expected);
  });

  test('uses Forwarded only if X-Forwarded-For is absent', () => {
    const headers = { ...xff('198.51.100.1'), forwarded: 'for=6.6.6.6' };
    expect(clientIp('10.0.0.1', headers)).toBe('198.51.100.1');
    expect(clientIp('10.0.0.1', { 'x-forwarded-for': ['6.6.6.6', '198.51.100.1'] })).toBe('198.51.100.1');
  });

  test('ignores the headers of untrusted clients', () => {
    fc.assert(
      fc.property(untrusted, fc.string(), (ip, list) => {
        expect(clientIp(ip, xff(list))).toBe(canonical(ip));
        expect(clientIp(ip, { forwarded: list })).toBe(canonical(ip));
      }),
    );
  });

  test('finds the client behind any number of proxies, regardless of forged entries before it', () => {
    const hops = fc.tuple(untrusted, fc.array(proxy, { maxLength: 5 })).chain(([client, proxies]) =>
      fc.record({
        client: fc.constant(client),
        list: fc.tuple(...[client, ...proxies].map(written)).map((all) => all.join(', ')),
      }),
    );
    const forged = fc.oneof(fc.string(), anyIp, fc.constantFrom('for="', '[', '10.0.0.1', '"', ',,'));
    fc.assert(
      fc.property(proxy, hops, forged, (socket, { client, list }, before) => {
        expect(clientIp(socket, xff(list))).toBe(canonical(client));
        expect(clientIp(socket, xff(`${before}, ${list}`))).toBe(canonical(client));
        const elements = list.split(', ').map((hop) => `for="${hop}"`);
        expect(clientIp(socket, { forwarded: [before, ...elements].join(', ') })).toBe(canonical(client));
      }),
      { numRuns: 500 },
    );
  });

  test('returns an address for any header', () => {
    const fragment = fc.constantFrom(
      ',',
      ' ',
      ':',
      '[',
      ']',
      '"',
      '=',
      ';',
      'for',
      '10.0.0.1',
      '::1',
      '1.2.3.4',
      '%',
    );
    const list = fc.oneof(
      fc.string(),
      fc.array(fragment).map((fragments) => fragments.join('')),
    );
    fc.assert(
      fc.property(list, (text) => {
        for (const headers of [xff(text), { forwarded: text }])
          expect(ipKey(clientIp('10.0.0.9', headers))).not.toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  test('reads a list of many thousand hops quickly', () => {
    const start = performance.now();
    expect(clientIp('10.0.0.1', xff(`1.2.3.4${', 10.0.0.2'.repeat(8000)}`))).toBe('1.2.3.4');
    expect(performance.now() - start).toBeLessThan(200);
  });

  test('a socket without an address has none', () => {
    expect(clientIp('', xff('1.2.3.4'))).toBe('');
  });
});

const LIST = "Invalid option trustProxy: expected a list such as ['10.0.0.0/8', '::1'], got";
const ITEM = "Invalid option trustProxy[0]: expected an IP address or CIDR range such as '10.0.0.0/8', got";
test.each([
  [true, `${LIST} a boolean.`],
  [1, `${LIST} 1.`],
  ['10.0.0.0/8', `${LIST} "10.0.0.0/8".`],
  [null, `${LIST} null.`],
  [[true], `${ITEM} a boolean.`],
  [['loopback'], `${ITEM} "loopback".`],
  [['10.*'], `${ITEM} "10.*".`],
  [['10.'], `${ITEM} "10.".`],
  [['10.0.0.0/33'], `${ITEM} "10.0.0.0/33".`],
  [[''], `${ITEM} "".`],
])('refuses %j and explains why', (option, message) => {
  expect(() => createClientIp(option as never)).toThrow(
    expect.objectContaining({ code: 'bad-option', message }),
  );
});
