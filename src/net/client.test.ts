import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../test/support/linear.ts';
import { createClientOf, isAuthority } from './client.ts';
import { ipKey, ipText, isIn, parseIpRange } from './ip.ts';

const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48', '::1'];
const clientOf = createClientOf(PROXIES);
const clientIp = (...args: Parameters<typeof clientOf>) => clientOf(...args).ip;
const xff = (list: string): IncomingHttpHeaders => ({ 'x-forwarded-for': list });
const isTrusted = (ip: string) => {
  const key = ipKey(ip);
  return PROXIES.map(parseIpRange).some((range) => range && key !== null && isIn(key, [range]));
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
    const headers = {
      ...xff('198.51.100.1'),
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    };
    const direct = { ip: '203.0.113.9', secure: null, host: null };
    expect(createClientOf()('203.0.113.9', headers)).toEqual(direct);
    expect(createClientOf([])('203.0.113.9', headers)).toEqual(direct);
    expect(createClientOf()('', headers)).toEqual({ ...direct, ip: '' });
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
        const { secure, host } = clientOf(ip, {
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'evil.example',
          forwarded: 'for=1.2.3.4;proto=https;host=evil.example',
        });
        expect({ secure, host }).toEqual({ secure: null, host: null });
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
    expectLinear((size) =>
      expect(clientIp('10.0.0.1', xff(`1.2.3.4${', 10.0.0.2'.repeat(size / 10)}`))).toBe('1.2.3.4'),
    );
  });

  test('a socket without an address has none', () => {
    expect(clientIp('', xff('1.2.3.4'))).toBe('');
  });
});

describe('the protocol and host behind trusted proxies', () => {
  const said = (headers: IncomingHttpHeaders) => {
    const { secure, host } = clientOf('10.0.0.1', headers);
    return [secure, host];
  };

  test.each<[IncomingHttpHeaders, boolean | null, string | null]>([
    [{}, null, null],
    [{ 'x-forwarded-proto': 'https' }, true, null],
    [{ 'x-forwarded-proto': ' HTTPS ', 'x-forwarded-host': 'Shop.example:8443' }, true, 'Shop.example:8443'],
    [{ 'x-forwarded-proto': 'http', 'x-forwarded-host': '[2001:db8::1]:80' }, false, '[2001:db8::1]:80'],
    [{ 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a b' }, null, null],
    [{ 'x-forwarded-proto': 'https://', 'x-forwarded-host': 'bob:hunter2@shop.example' }, null, null],
    [{ 'x-forwarded-host': 'x'.repeat(300) }, null, null],
    [{ 'x-forwarded-host': 'shop.example/<script>' }, null, null],
    [{ ...xff('198.51.100.1'), 'x-forwarded-proto': 'http, https' }, true, null],
    [{ ...xff('198.51.100.1, 10.0.0.2'), 'x-forwarded-proto': 'https, http' }, true, null],
    [
      { ...xff('198.51.100.1, 10.0.0.2'), 'x-forwarded-host': 'evil.example, shop.example, inner' },
      null,
      'shop.example',
    ],
    [{ forwarded: 'for=198.51.100.1;proto=https;host="shop.example:8443"' }, true, 'shop.example:8443'],
    [
      {
        forwarded: 'for=6.6.6.6;proto=http;host=evil.example, for=198.51.100.1;proto=https;host=shop.example',
      },
      true,
      'shop.example',
    ],
    [
      { forwarded: 'for=198.51.100.1;proto=https;host=shop.example, for=10.0.0.2;proto=http;host=inner' },
      true,
      'shop.example',
    ],
    [{ forwarded: 'for=198.51.100.1;proto=https;proto=http' }, null, null],
    [{ ...xff('198.51.100.1'), forwarded: 'proto=https;host=shop.example' }, true, 'shop.example'],
  ])('%j', (headers, secure, host) => {
    expect(said(headers)).toEqual([secure, host]);
  });

  test('are what the proxy nearest to the client has added, regardless of forged values before', () => {
    const forged = fc.oneof(
      fc.string(),
      fc.constantFrom('https', 'evil.example', '"', ',,', 'proto=https;host="'),
    );
    fc.assert(
      fc.property(untrusted, fc.array(proxy, { maxLength: 4 }), forged, (client, proxies, before) => {
        const hops = [client, ...proxies].map((ip) => (ip.includes(':') ? `[${ip}]` : ip));
        const headers = {
          'x-forwarded-for': hops.join(', '),
          'x-forwarded-proto': [before, 'https', ...proxies.map(() => 'http')].join(', '),
          'x-forwarded-host': [before, 'shop.example', ...proxies.map((_, n) => `inner-${n}`)].join(', '),
        };
        expect(said(headers)).toEqual([true, 'shop.example']);
        const elements = hops.map(
          (hop, n) => `for="${hop}";proto=http${n === 0 ? 's;host=shop.example' : ''}`,
        );
        expect(said({ forwarded: [before, ...elements].join(', ') })).toEqual([true, 'shop.example']);
      }),
      { numRuns: 500 },
    );
  });

  test('are valid or absent for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (proto, host, forwarded) => {
        for (const headers of [{ 'x-forwarded-proto': proto, 'x-forwarded-host': host }, { forwarded }]) {
          const [secure, name] = said(headers);
          expect([true, false, null]).toContain(secure);
          expect(name === null || isAuthority(String(name))).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
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
  expect(() => createClientOf(option as never)).toThrow(
    expect.objectContaining({ code: 'bad-option', message }),
  );
});

test.each(['shop.example', 'shop.example:8080', '127.0.0.1:3000', '[::1]', '[2001:db8::1]:443', 'my_host~1'])(
  'accepts %s',
  (host) => {
    expect(isAuthority(host)).toBe(true);
  },
);

test.each([
  undefined,
  '',
  'a b',
  'bob@shop.example',
  'shop.example:',
  'shop.example:123456',
  '"><script>',
  '[::1',
])('refuses %o', (host) => {
  expect(isAuthority(host)).toBe(false);
});

test('refuses a host that is too long', () => {
  expect(isAuthority('a'.repeat(260))).toBe(true);
  expect(isAuthority('a'.repeat(261))).toBe(false);
});
