import { createServer, type Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { FRAMEWORKS } from '../support/frameworks/frameworks.ts';
import { TEST_KEY } from '../support/key.ts';
import { PAGE_PATHS, pageServers, recordedEntries } from '../support/page-server.ts';
import { sendRequest, type TestResponse } from '../support/request.ts';

const start = pageServers();

const FORWARDING = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Anything',
  'X-Real-IP',
  'X-Client-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
  'Fastly-Client-IP',
  'X-Cluster-Client-IP',
  'Client-IP',
  'X-ProxyUser-Ip',
  'X-Vercel-Forwarded-For',
  'X-Remote-Addr',
];

describe.each(Object.keys(FRAMEWORKS))('the page in %s', (name) => {
  test('opens with the key, whatever the Host', async () => {
    const { port } = await start(name);
    for (const host of ['127.0.0.1', `localhost:${port}`, '[::1]:1', 'app.localhost', 'shop.example']) {
      const { status, body } = await sendRequest(port, '/_profiler', { headers: { host } });
      expect(status).toBe(200);
      expect(body).toContain('<h1>Profile Search</h1>');
    }
  });

  test('without the key, the app responds as if Gatebook were not there', async () => {
    const { port } = await start(name);
    const bare = await start(name, { path: '/elsewhere' });
    const denied: Record<string, string>[] = [
      { host: 'example.com' },
      { host: '127.0.0.1.example.com' },
      { host: 'localhost.example.com' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      ...FORWARDING.map((header) => ({ [header]: '127.0.0.1' })),
    ];
    for (const path of PAGE_PATHS) {
      for (const headers of denied) {
        const request = { headers: { authorization: 'Bearer wrong', ...headers } };
        const [closed, expected] = [
          await sendRequest(port, path, request),
          await sendRequest(bare.port, path, request),
        ];
        expect({ path, sent: headers, ...comparable(closed) }).toEqual({
          path,
          sent: headers,
          ...comparable(expected),
        });
        expect(closed.body).not.toContain('Profile Search');
      }
    }
  });

  test('without the key, this machine gets the locked page', async () => {
    const { port } = await start(name);
    for (const authorization of [
      '',
      'Bearer wrong',
      `Basic ${TEST_KEY}`,
      `Bearer ${TEST_KEY}x`,
      `Bearer ${TEST_KEY.slice(1)}`,
    ])
      for (const path of PAGE_PATHS.filter((candidate) => !candidate.includes('assets'))) {
        const { status, body } = await sendRequest(port, path, { headers: { authorization } });
        expect(status).toBe(401);
        expect(body).toContain('Profile Search is locked');
        expect(body).not.toMatch(/results? found/);
      }
  });

  test('does not record requests to itself, but records denied ones', async () => {
    const app = await start(name);
    for (const path of PAGE_PATHS) await sendRequest(app.port, path);
    expect(await recordedEntries(app)).toEqual([]);
    const headers = { host: 'example.com', authorization: 'Bearer wrong' };
    const { status } = await sendRequest(app.port, '/_profiler', { headers });
    const [entry] = (await recordedEntries(app)).filter(({ kind }) => kind === 'main');
    expect(entry).toMatchObject({ status, url: 'http://example.com/_profiler' });
  });

  test('is available to requests that authorize() allows, and to none if it fails', async () => {
    const headers = { host: 'shop.example', 'x-forwarded-for': '203.0.113.7' };
    const { port } = await start(name, {
      authorize: (request: { headers: Record<string, string> }) => {
        const { cookie } = request.headers;
        if (cookie === 'throws') throw new Error('no');
        if (cookie === 'rejects') return Promise.reject(new Error('no'));
        if (cookie === 'resolves') return Promise.resolve(true);
        if (cookie === 'refuses') return Promise.resolve(false);
        return cookie === 'truthy' ? 'yes' : cookie === 'yes';
      },
    });
    const bare = await start(name, { path: '/elsewhere' });
    for (const cookie of ['yes', 'resolves'])
      expect((await sendRequest(port, '/_profiler', { headers: { ...headers, cookie } })).status).toBe(200);
    for (const cookie of ['no', 'throws', 'rejects', 'refuses', 'truthy', `gatebook=${TEST_KEY}`]) {
      const request = { headers: { ...headers, cookie } };
      const refused = await sendRequest(port, '/_profiler', request);
      expect(comparable(refused)).toEqual(comparable(await sendRequest(bare.port, '/_profiler', request)));
    }
    // The key opens nothing where authorize() decides.
    expect((await sendRequest(port, '/_profiler')).body).not.toContain('Profile Search');
  });
});

/** A response without what differs between two servers in any case. */
function comparable({ status, headers, body }: TestResponse) {
  const { date: _date, 'x-request-id': _id, etag: _etag, ...rest } = headers;
  return { status, headers: rest, body };
}

describe('access to the page', () => {
  test('is left to the app on a socket that is not loopback and without TLS', async () => {
    const server: Server = createServer((_request, response) => response.end('app'));
    // A test can only connect from loopback, so fake the address of the socket.
    server.prependListener('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: '203.0.113.7' }),
    );
    const book = gatebook(server, { storage: 'memory:' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    for (const path of [...PAGE_PATHS, '/']) expect((await sendRequest(port, path)).body).toBe('app');
    server.close();
    await book.close();
  });

  test('is protected whatever NODE_ENV is', async () => {
    const before = process.env.NODE_ENV;
    for (const environment of ['development', 'test', 'production']) {
      process.env.NODE_ENV = environment;
      const { port } = await start('node:http');
      const headers = { authorization: 'Bearer wrong', host: 'example.com' };
      expect((await sendRequest(port, '/_profiler', { headers })).body).not.toContain('Profile Search');
    }
    process.env.NODE_ENV = before;
  });
});

test('a login is not recorded, but the attempts before it are', async () => {
  const app = await start('node:http');
  const login = (key: string) =>
    fetch(`${app.url}/_profiler/login`, {
      method: 'POST',
      body: new URLSearchParams({ key }),
      redirect: 'manual',
    });
  expect((await login('wrong')).status).toBe(401);
  const { status, headers } = await login(TEST_KEY);
  expect(status).toBe(303);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await sendRequest(app.port, '/_profiler', { headers: { cookie } })).status).toBe(200);
  expect((await recordedEntries(app)).map((entry) => [entry.method, entry.status])).toEqual([['POST', 401]]);
});
