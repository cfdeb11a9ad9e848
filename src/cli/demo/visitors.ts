import type { ClientClass } from '../../profile/entry.ts';
import type { Random } from './random.ts';

/** Who sends a request. The addresses are those reserved for documentation. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
  readonly client: ClientClass;
  /** Empty if not logged in. */
  readonly user: string;
}

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
] as const;
const NAMES = [
  'ana',
  'bob',
  'chen',
  'dina',
  'emre',
  'fatou',
  'goran',
  'hana',
  'ivo',
  'jun',
  'kim',
  'lea',
] as const;

export function createPeople(random: Random): readonly [Visitor, ...Visitor[]] {
  const person = (n: number): Visitor => ({
    ip: n % 5 === 4 ? `2001:db8:${n.toString(16)}::${random.int(1, 99)}` : `198.51.100.${10 + n}`,
    userAgent: random.pick(BROWSERS),
    client: 'browser',
    user: n % 3 === 2 ? '' : (NAMES[n % NAMES.length] ?? ''),
  });
  return [person(0), ...Array.from({ length: 59 }, (_, n) => person(n + 1))];
}

const visitor = (ip: string, client: ClientClass, userAgent: string): Visitor => ({
  ip,
  client,
  userAgent,
  user: '',
});

export const MONITOR = visitor('192.0.2.10', 'monitor', 'Uptime-Kuma/2.3.1');
export const CRAWLER = visitor(
  '192.0.2.66',
  'bot',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
);
export const MOBILE_APP = visitor('198.51.100.200', 'tool', 'ShopApp/5.2 (okhttp/5.1.0)');
export const SCANNERS = [
  visitor('203.0.113.7', 'scanner', 'Mozilla/5.0 zgrab/0.x'),
  visitor('203.0.113.88', 'scanner', 'python-requests/2.33.1'),
  visitor('203.0.113.201', 'scanner', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'),
] as const;
