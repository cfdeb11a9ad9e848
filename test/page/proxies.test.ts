import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isKey, type Key } from '../../src/serve/access/key.ts';
import { FRAMEWORKS, type RunningServer } from '../support/frameworks/frameworks.ts';
import { cookieFor, TEST_KEY } from '../support/key.ts';
import { PROXIES } from '../support/proxies.ts';
import { sendRequest, type TestResponse } from '../support/request.ts';

/** Frameworks that the proxies can reach over HTTP/1. */
const NAMES = Object.keys(FRAMEWORKS);
const PATHS = [
  '/_profiler',
  '/_profiler/',
  '/_profiler?limit=50',
  '/_profiler/latest',
  '/_profiler/metrics',
  '/_profiler/compare',
  '/_profiler/tail',
  '/_profiler/toolbar?tokens=123456',
  '/_profiler/export.csv',
  '/_profiler/123456',
  '/_profiler/123456.json',
  '/_profiler/login/1-AAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
];
const HOSTS = ['shop.example', 'localhost', '127.0.0.1'];
const ORIGINS: Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
];

/** Every host and origin is used, but only the full matrix has each with each path. */
const COMBINATIONS = PATHS.flatMap((path, index) => {
  const all = HOSTS.flatMap((host) => ORIGINS.map((origin) => ({ path, host, origin })));
  return process.env.FULL_MATRIX ? all : all.slice(index % all.length, (index % all.length) + 1);
});

function wrongCredentials(): Record<string, Record<string, string>> {
  if (!isKey(TEST_KEY)) throw new Error('not a key');
  const cookieOf = (key: Key, now = Date.now()) => cookieFor(key, now).split(';')[0] ?? '';
  const longAgo = Date.now() - 31 * 24 * 3600 * 1000;
  return {
    absent: { authorization: '' },
    wrong: { authorization: 'Bearer not-the-key-of-this-book' },
    'of another book': { cookie: cookieOf('another-key-of-a-book' as Key) },
    expired: { cookie: cookieOf(TEST_KEY, longAgo) },
  };
}

const servers = new Map<string, { closed: RunningServer; bare: RunningServer }>();
beforeAll(async () => {
  for (const name of NAMES) {
    const closed = await FRAMEWORKS[name]?.start();
    const bare = await FRAMEWORKS[name]?.start({ path: '/elsewhere' });
    if (closed && bare) servers.set(name, { closed, bare });
  }
}, 60_000);
afterAll(async () => {
  for (const { closed, bare } of servers.values()) await Promise.all([closed.close(), bare.close()]);
}, 60_000);

/** A response without what differs between two servers in any case. */
function comparable({ status, headers, body }: TestResponse, ...ports: number[]) {
  const { date: _date, etag: _etag, ...rest } = headers;
  // If a response has no type, Caddy guesses one, but only if the body arrives early enough.
  if (rest.server === 'Caddy') delete rest['content-type'];
  return {
    status,
    headers: rest,
    body: ports.reduce((text, port) => text.replaceAll(String(port), 'PORT'), body),
  };
}

const isLocked = ({ status, body }: TestResponse) =>
  status === 401 && body.includes('Profile Search is locked') && !/results? found/.test(body);

describe.each(Object.entries(PROXIES))('behind %s', (_proxy, startProxy) => {
  test('no request gets in without the key, and the key opens the page', { timeout: 120_000 }, async () => {
    const all = [...servers.values()];
    const proxy = await startProxy(all.flatMap(({ closed, bare }) => [closed.port, bare.port]));
    const wrong = Object.entries(wrongCredentials());
    let requests = 0;
    let locked = 0;
    try {
      for (const [name, { closed, bare }] of servers) {
        const [port = 0, barePort = 0] = [proxy.ports.get(closed.port), proxy.ports.get(bare.port)];
        for (const [state, credentials] of wrong) {
          for (const { path, host, origin } of COMBINATIONS) {
            const headers = { host, ...origin, ...credentials };
            const response = await sendRequest(port, path, { headers });
            requests++;
            if (isLocked(response)) {
              locked++;
              continue;
            }
            const expected = await sendRequest(barePort, path, { headers });
            expect({ name, state, path, ...comparable(response, port, closed.port) }).toEqual({
              name,
              state,
              path,
              ...comparable(expected, barePort, bare.port),
            });
          }
        }
        const open = await sendRequest(port, '/_profiler', {
          headers: { host: 'shop.example', authorization: `Bearer ${TEST_KEY}` },
        });
        expect({ name, status: open.status }).toEqual({ name, status: 200 });
        expect(open.body).toContain('<h1>Profile Search</h1>');
      }
    } finally {
      await proxy.stop();
    }
    expect(requests).toBe(servers.size * wrong.length * COMBINATIONS.length);
    expect(locked).toBeLessThan(requests);
  });
});
