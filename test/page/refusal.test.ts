import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { gatebook } from '../../src/http.ts';
import type { GatebookOptions } from '../../src/options/options.ts';

const address = Object.values(networkInterfaces())
  .flat()
  .find((known) => known && !known.internal && known.family === 'IPv4')?.address;
const KEY = 'the-key-of-this-test';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function start(options: GatebookOptions) {
  const server = createServer((_request, response) => response.writeHead(404).end('of the app'));
  const book = gatebook(server, { storage: 'memory:', ...options });
  closing.push(() => book.close());
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  closing.push(() => new Promise((done) => server.close(done).closeAllConnections()));
  const { port } = server.address() as { port: number };
  const stderr: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0);
  const get = async (host: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://${host}:${port}/_profiler?q=\u001b[2J`, { headers })).text();
  return { get, stderr };
}

test.skipIf(!address)('says once why a request from another machine did not get the page', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const { get, stderr } = await start({ key: KEY });
  for (let n = 0; n < 3; n++) expect(await get(address ?? '')).toBe('of the app');
  expect(stderr).toHaveLength(1);
  expect(stderr[0]).toMatch(
    new RegExp(
      `^gatebook: ${address} asked for /_profiler and got the answer of the app, .* run "npx gatebook open URL"`,
    ),
  );
  expect(stderr[0]).toContain('it came over plain HTTP');
  expect(stderr[0]?.trimEnd()).not.toMatch(/[\p{Cc}]/u);
  // The right key is refused for another reason, which is said too.
  await get(address ?? '', { authorization: `Bearer ${KEY}` });
  expect(stderr).toHaveLength(2);
  expect(stderr[1]).toContain('A request with the right key could not open the page');
});

test('says so of a request through a proxy, but not of one of another site or from this machine', async () => {
  const { get, stderr } = await start({ key: KEY });
  await get('127.0.0.1');
  await get('127.0.0.1', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(stderr).toEqual([]);
  await get('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' });
  await get('127.0.0.1', { 'x-forwarded-for': '203.0.113.8' });
  expect(stderr).toHaveLength(1);
  expect(stderr[0]).toContain('A client behind a proxy asked for /_profiler');
  expect(stderr[0]).not.toContain('refused too');
});

test.each<[string, () => unknown, RegExp | null]>([
  [
    'throws',
    () => {
      throw new TypeError('request.get is not a function\u001b[2J');
    },
    /threw an error.*: TypeError: request\.get is not a function\\u\{1b\}/,
  ],
  ['rejects', () => Promise.reject(new Error('no session')), /threw an error.*: Error: no session/],
  ['returns nothing', () => undefined, /returned undefined/],
  ['resolves to a user', async () => ({ id: 1 }), /returned an object/],
  [
    'throws what can not be read',
    () => {
      throw new Proxy(new Error(), {
        get() {
          throw new Error('trap');
        },
      });
    },
    null,
  ],
  ['refuses', () => false, null],
])('says once if authorize %s', async (_, authorize, expected) => {
  const { get, stderr } = await start({ authorize: authorize as () => boolean });
  for (let n = 0; n < 3; n++) expect(await get('127.0.0.1')).toBe('of the app');
  expect(stderr).toHaveLength(expected === null ? 0 : 1);
  if (expected) expect(stderr[0]).toMatch(expected);
});
