import { afterEach, expect, test, vi } from 'vitest';
import { type DnsServer, startDnsServer } from '../../test/support/dns-server.ts';
import type { Micros } from '../profile/time.ts';
import { createClientClassifier } from './classifier.ts';
import { claimedOperator, operatorOfHost } from './crawler-operators.ts';
import { type CrawlerVerifier, createCrawlerVerifier } from './crawler-verifier.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BINGBOT = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
const GENUINE = '66.249.66.1';
const GENUINE_V6 = '2001:4860:4801:10::1';
const FULL_V6 = '2001:4860:4801:0010:0000:0000:0000:0001';
const OTHER = '203.0.113.7';

const reversed = (ip: string) => `${ip.split('.').reverse().join('.')}.in-addr.arpa`;
const V6_ARPA = `${[...FULL_V6.replaceAll(':', '')].reverse().join('.')}.ip6.arpa`;

/** Names and addresses, by type and name. */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  [`PTR ${reversed(GENUINE)}`]: ['crawl-66-249-66-1.googlebot.com'],
  'A crawl-66-249-66-1.googlebot.com': ['66.249.66.200', GENUINE],
  [`PTR ${V6_ARPA}`]: ['Crawl-v6.GoogleBot.com'],
  'AAAA crawl-v6.googlebot.com': [FULL_V6],
};

let server: DnsServer | undefined;
const verifiers: CrawlerVerifier[] = [];
afterEach(() => {
  for (const verifier of verifiers.splice(0)) verifier.close();
  server?.close();
  server = undefined;
});

async function start(records: Readonly<Record<string, readonly string[] | 'SERVFAIL' | null>> = {}) {
  const all = { ...RECORDS, ...records };
  const dns = await startDnsServer((type, name) => {
    const answer = all[`${type} ${name}`];
    return answer === undefined ? 'NXDOMAIN' : answer;
  });
  server = dns;
  let time = 1000;
  const verifier = createCrawlerVerifier({ servers: [dns.address], timeout: 250, now: () => time });
  verifiers.push(verifier);
  return {
    verifier,
    dns,
    sleep(ms: number) {
      time += ms;
    },
    /** The answer after a lookup. */
    async settled(userAgent: string, ip: string): Promise<boolean> {
      verifier.isImpostor(userAgent, ip);
      await new Promise((resolve) => setTimeout(resolve, 150));
      return verifier.isImpostor(userAgent, ip);
    },
  };
}

test('until a lookup has ended, a crawler is what it says', async () => {
  const { verifier } = await start();
  expect(verifier.isImpostor(GOOGLEBOT, OTHER)).toBe(false);
  await vi.waitFor(() => expect(verifier.isImpostor(GOOGLEBOT, OTHER)).toBe(true));
});

test('an address of the operator is verified, and remembered', async () => {
  const { settled, dns, verifier, sleep } = await start();
  expect(await settled(GOOGLEBOT, GENUINE)).toBe(false);
  expect(await settled(GOOGLEBOT, GENUINE_V6)).toBe(false);
  expect(dns.asked).toHaveLength(4);
  // The same address is not that of Bing, which needs no other lookup.
  expect(verifier.isImpostor(BINGBOT, GENUINE)).toBe(true);
  sleep(23 * 3_600_000);
  verifier.isImpostor(GOOGLEBOT, GENUINE);
  await settled(GOOGLEBOT, GENUINE);
  expect(dns.asked).toHaveLength(4);
  sleep(2 * 3_600_000);
  expect(verifier.isImpostor(BINGBOT, GENUINE)).toBe(false);
});

test.each<[string, Readonly<Record<string, readonly string[]>>]>([
  [
    'its name only begins like one of the operator',
    {
      [`PTR ${reversed(OTHER)}`]: ['crawl-66-249-66-1.googlebot.com.evil.example'],
      'A crawl-66-249-66-1.googlebot.com.evil.example': [OTHER],
    },
  ],
  [
    'its name only ends with the same letters',
    { [`PTR ${reversed(OTHER)}`]: ['evilgooglebot.com'], 'A evilgooglebot.com': [OTHER] },
  ],
  ['the name has another address', { [`PTR ${reversed(OTHER)}`]: ['crawl-66-249-66-1.googlebot.com'] }],
  ['the name does not exist', { [`PTR ${reversed(OTHER)}`]: ['crawl-0.googlebot.com'] }],
  [
    'it is a rented machine at Google',
    {
      [`PTR ${reversed(OTHER)}`]: ['7.113.0.203.bc.googleusercontent.com'],
      'A 7.113.0.203.bc.googleusercontent.com': [OTHER],
    },
  ],
])('an address is not the operator’s if %s', async (_, records) => {
  const { settled } = await start(records);
  expect(await settled(GOOGLEBOT, OTHER)).toBe(true);
  expect(await settled('Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0', OTHER)).toBe(false);
});

test('few of many names are looked up', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `crawl-${i}.googlebot.com`);
  const { settled, dns } = await start({ [`PTR ${reversed(OTHER)}`]: names });
  expect(await settled(GOOGLEBOT, OTHER)).toBe(true);
  expect(dns.asked).toHaveLength(4);
});

test('a failure accuses no one, and is tried again after a minute', async () => {
  const { settled, dns, sleep } = await start({
    [`PTR ${reversed(OTHER)}`]: 'SERVFAIL',
    [`PTR ${reversed('203.0.113.8')}`]: ['crawl-x.googlebot.com'],
    'A crawl-x.googlebot.com': 'SERVFAIL',
  });
  expect(await settled(GOOGLEBOT, OTHER)).toBe(false);
  const asked = dns.asked.length;
  expect(await settled(GOOGLEBOT, OTHER)).toBe(false);
  expect(dns.asked).toHaveLength(asked);
  sleep(61_000);
  expect(await settled(GOOGLEBOT, OTHER)).toBe(false);
  expect(dns.asked.length).toBeGreaterThan(asked);
  expect(await settled(GOOGLEBOT, '203.0.113.8')).toBe(false);
});

test('thousands of addresses, and a server that never answers: few lookups at a time, and no address is accused', async () => {
  const addresses = Array.from({ length: 5000 }, (_, i) => `198.18.${i >> 8}.${i & 255}`);
  const { verifier, dns } = await start(
    Object.fromEntries(addresses.map((ip) => [`PTR ${reversed(ip)}`, null])),
  );
  const began = performance.now();
  expect(addresses.some((ip) => verifier.isImpostor(GOOGLEBOT, ip))).toBe(false);
  expect(performance.now() - began).toBeLessThan(500);
  await vi.waitFor(() => expect(new Set(dns.asked).size).toBe(8));
  // The lookups have failed, so others have their turn.
  await vi.waitFor(
    () => {
      expect(verifier.isImpostor(GOOGLEBOT, OTHER)).toBe(true);
    },
    { timeout: 5000 },
  );
  expect(new Set(dns.asked).size).toBe(9);
});

test('addresses of this machine and of private networks, and what is not an address, are not looked up', async () => {
  const { settled, dns } = await start();
  for (const ip of ['127.0.0.1', '10.1.2.3', '::1', 'fd00::1', '100.64.0.1', '', 'x'])
    expect(await settled(GOOGLEBOT, ip)).toBe(false);
  expect(dns.asked).toEqual([]);
});

test('after it is closed, no lookup starts', async () => {
  const { verifier, settled, dns } = await start();
  verifier.close();
  expect(await settled(GOOGLEBOT, OTHER)).toBe(false);
  expect(dns.asked).toEqual([]);
});

test('an impostor has the class unknown, and a verified crawler stays a bot', async () => {
  const { verifier, settled } = await start();
  const clients = createClientClassifier(1, verifier);
  const classOf = (ip: string, userAgent = GOOGLEBOT) =>
    clients.classify({
      time: 1e15 as Micros,
      ip,
      method: 'GET',
      url: 'https://shop.example/',
      status: 200,
      userAgent,
    });
  expect([classOf(OTHER), classOf(GENUINE)]).toEqual(['bot', 'bot']);
  await settled(GOOGLEBOT, OTHER);
  expect([classOf(OTHER), classOf(GENUINE), classOf(GENUINE, BINGBOT)]).toEqual([
    'unknown',
    'bot',
    'unknown',
  ]);
  expect(classOf(OTHER, 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)')).toBe('bot');
});

test.each([
  [GOOGLEBOT, 'crawl-1.googlebot.com'],
  ['AdsBot-Google (+http://www.google.com/adsbot.html)', 'rate-limited-proxy-1.google.com.'],
  [BINGBOT, 'msnbot-1.search.msn.com'],
  [
    'Mozilla/5.0 (Macintosh) Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'a.applebot.apple.com',
  ],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'spider.yandex.net'],
  [
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'baiduspider-1.crawl.baidu.com',
  ],
])('knows the operator of %s', (userAgent, host) => {
  expect(claimedOperator(userAgent)).not.toBe(null);
  expect(claimedOperator(userAgent)).toBe(operatorOfHost(host));
});
