import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { gatebook as expressGatebook } from '../../src/express.ts';
import { gatebook as fastifyGatebook } from '../../src/fastify.ts';
import { gatebook } from '../../src/http.ts';
import { openStore } from '../../src/store/open-store.ts';
import { EXPRESS, FASTIFY, listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { serve } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(...args: Parameters<typeof serve>): Promise<RunningServer> {
  const server = await serve(...args);
  running.push(server);
  return server;
}

describe('book.search', () => {
  async function startWith(count: number) {
    const server = await start((request, response) => {
      response.statusCode = request.url?.startsWith('/bad') ? 500 : 200;
    });
    for (let n = 0; n < count; n++) await sendRequest(server.port, n % 3 === 0 ? `/bad/${n}` : `/good/${n}`);
    return server;
  }

  test('returns entries with tokens, the total and a cursor, newest first', async () => {
    const { book } = await startWith(9);
    const first = await book.search('status:5xx since:1h', { limit: 2 });
    expect(first).toMatchObject({ total: 3, totalIsCapped: false, newerCursor: null, searchedTo: null });
    expect(first.entries.map(({ url }) => new URL(url).pathname)).toEqual(['/bad/6', '/bad/3']);
    expect(first.entries[0]).toMatchObject({
      token: expect.stringMatching(/^[0-9a-f]{6}$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      status: 500,
    });
    const second = await book.search('status:5xx since:1h', { limit: 2, cursor: first.cursor ?? '' });
    expect(second.entries.map(({ url }) => new URL(url).pathname)).toEqual(['/bad/0']);
    expect(second.cursor).toBeNull();
    const again = await book.search('status:5xx since:1h', { limit: 2, cursor: second.cursor });
    expect(again.entries).toEqual(first.entries);
  });

  test('runs once, however often it is awaited', async () => {
    const { book } = await startWith(1);
    const search = book.search('');
    const found = await search;
    expect(await search).toBe(found);
    const mistaken = book.search('status:abc');
    const error = await mistaken.then(null, (reason: unknown) => reason);
    await expect(mistaken).rejects.toBe(error);
  });

  test('iterates over all matches, page by page', async () => {
    const { book } = await startWith(9);
    const paths: string[] = [];
    for await (const { url } of book.search('url:/good', { limit: 2 })) paths.push(new URL(url).pathname);
    expect(paths).toEqual(['/good/8', '/good/7', '/good/5', '/good/4', '/good/2', '/good/1']);
  });

  test('finds a request that was answered just now', async () => {
    const { book, port } = await startWith(0);
    for (let n = 0; n < 20; n++) {
      await sendRequest(port, `/now/${n}`);
      // The server's `close` event comes after the client has its response.
      for (let attempt = 0; book.stats().recorded <= n && attempt < 100; attempt++) await sleep(5);
      expect((await book.search(`url:/now/${n}`)).total).toBeGreaterThan(0);
    }
  });

  test('rejects a wrong query with its position and a fix', async () => {
    const { book } = await startWith(0);
    await expect(book.search('status:9x')).rejects.toMatchObject({
      code: 'bad-query',
      message: expect.stringMatching(
        /^Invalid search at 7 \("9x"\): "9x" is not a valid HTTP status; write /,
      ),
    });
    await expect(book.search('', { limit: 5000 })).rejects.toMatchObject({ code: 'bad-query' });
    await expect(book.search('', { cursor: 'x' })).rejects.toMatchObject({ code: 'bad-query' });
    await expect(book.search('', { timeZone: 'Mars' })).rejects.toMatchObject({ code: 'bad-query' });
    const iterator = book.search('status:9x')[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toMatchObject({ code: 'bad-query' });
  });

  test('can be cancelled while it is iterated', async () => {
    const { book } = await startWith(6);
    const controller = new AbortController();
    const read = async () => {
      for await (const _entry of book.search('', { limit: 1, signal: controller.signal })) controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('book.get returns a profile with its detail, or null', async () => {
  const { book, port } = await start(() => {});
  await sendRequest(port, '/one');
  for (let attempt = 0; book.stats().recorded === 0 && attempt < 100; attempt++) await sleep(5);
  const [entry] = (await book.search('url:/one')).entries;
  expect(await book.get(entry?.token ?? '')).toMatchObject({
    token: entry?.token,
    status: 200,
    detailKept: 'kept',
    detail: { httpVersion: '1.1', requestHeaders: expect.any(Array) },
  });
  expect(await book.get('ffffff')).toBeNull();
  expect(await book.get('nonsense')).toBeNull();
});

test('`storage` takes a store object, which stays open when the book closes', async () => {
  const store = await openStore('memory:');
  const { book, port } = await start(() => {}, { storage: store });
  await sendRequest(port, '/one?token=CANARY');
  for (let attempt = 0; book.stats().recorded === 0 && attempt < 100; attempt++) await sleep(5);
  expect((await book.search('url:/one')).entries[0]?.url).toMatch(/\/one\?token=\*\*\*$/);
  await running.pop()?.close();
  expect((await store.count([], 10)).matches).toBe(1);
  await store.close();
});

test('`path` moves the page, and nothing is served at the default path', async () => {
  const { port } = await start((_request, response) => response.end('app'), { path: '/ops/requests' });
  const page = await sendRequest(port, '/ops/requests');
  expect(page.body).toContain('Profile Search');
  expect(page.body).not.toContain('/_profiler');
  for (const path of ['/_profiler', '/ops', '/ops/requestsx'])
    expect((await sendRequest(port, path)).body).toBe('app');
});

describe('a second gatebook() on the same app', () => {
  const expected = expect.objectContaining({
    code: 'already-attached',
    message: expect.stringMatching(/^gatebook\(\) was already called for this .* app\./),
  });

  test('throws for a server, until the first book is closed', async () => {
    const server = createServer((_request, response) => response.end());
    const first = gatebook(server, { storage: 'memory:' });
    expect(() => gatebook(server, { storage: 'memory:' })).toThrow(expected);
    await first.close();
    const second = gatebook(server, { storage: 'memory:' });
    const listening = await listen(server, second);
    running.push(listening);
    await sendRequest(listening.port, '/again');
    for (let attempt = 0; second.stats().recorded === 0 && attempt < 100; attempt++) await sleep(5);
    expect((await second.search('url:/again')).total).toBe(1);
  });

  test.each(Object.entries(EXPRESS))('throws for %s', async (_name, express) => {
    const app = express();
    const book = expressGatebook(app, { storage: 'memory:' });
    expect(() => expressGatebook(app, { storage: 'memory:' })).toThrow(expected);
    await book.close();
  });

  test.each(Object.entries(FASTIFY))('throws for %s', async (_name, fastify) => {
    const app = fastify();
    await app.register(fastifyGatebook, { storage: 'memory:' });
    await expect(
      (async () => {
        await app.register(fastifyGatebook, { storage: 'memory:' });
      })(),
    ).rejects.toThrow(expected);
    await app.close().catch(() => {});
  });
});

test('wrong options are refused before anything is started', () => {
  const server = createServer();
  expect(() => gatebook(server, { storage: 'memory:', storge: 'x' } as never)).toThrow(
    /Did you mean storage/,
  );
  expect(() => gatebook({} as never)).toThrow(
    'gatebook() for Node server expects a server of node:http, node:https or node:http2, got an object.',
  );
});
