import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gatebook as withExpress } from '../../src/express.ts';
import { gatebook as withFastify } from '../../src/fastify.ts';
import { gatebook as withHono } from '../../src/hono.ts';
import { gatebook as withHttp } from '../../src/http.ts';
import { gatebook as withKoa } from '../../src/koa.ts';
import { FRAMEWORKS, listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { WITH_KEY } from '../support/key.ts';
import { sendRequest } from '../support/request.ts';

const OPTIONS = { storage: 'memory:', toolbar: true } as const;
const DOCUMENT = { 'sec-fetch-dest': 'document' };
const PAGE = '<!doctype html><html><body><p>Grüße</p></body></html>';
const BAR =
  /<script type="module" src="\/_profiler\/assets\/toolbar\.js\?v=\w+" data-gatebook="([0-9a-f]{6})"><\/script>/;

const LINK = /<p><a href="\/_profiler\/([0-9a-f]{6})">Gatebook: profile \1<\/a><\/p>\n/;

// Without the key, only this machine in development gets the toolbar.
vi.stubEnv('NODE_ENV', 'development');

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function serve(listener: RequestListener, options: object = OPTIONS): Promise<RunningServer> {
  const server = createServer(listener);
  running = await listen(server, withHttp(server, { storage: 'memory:', ...options }));
  return ready(running);
}

/** Waits until the book is open: responses carry no token before. */
async function ready(started: RunningServer): Promise<RunningServer> {
  running = started;
  await started.book.store();
  await sendRequest(started.port, '/ready');
  return started;
}

const html: RequestListener = (_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(PAGE));
  response.end(PAGE);
};

const SERVERS: Readonly<Record<string, () => Promise<RunningServer>>> = {
  'node:http, headers set': () => serve(html),
  'node:http, head written': () =>
    serve((_request, response) => {
      const length = Buffer.byteLength(PAGE);
      response.writeHead(200, 'Fine', { 'content-type': 'text/html', 'content-length': length });
      expect(response.headersSent).toBe(true);
      response.end(Buffer.from(PAGE));
    }),
  'node:http, written in one piece': () =>
    serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(PAGE) });
      response.write(Buffer.from(PAGE));
      response.end();
    }),
  'node:http, head written of pairs': () =>
    serve((_request, response) => {
      response
        .writeHead(200, ['content-type', 'text/html', 'set-cookie', 'a=1', 'set-cookie', 'b=2'])
        .end(PAGE);
    }),
  async 'express 5'() {
    const app = express();
    const book = withExpress(app, OPTIONS);
    app.get('/', (_request, response) => void response.send(PAGE));
    return ready(await listen(createServer(app), book));
  },
  async 'fastify 5'() {
    const app = fastify();
    await app.register(withFastify, OPTIONS);
    app.get('/', async (_request, reply) => reply.type('text/html').send(PAGE));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { gatebook: book } = app as unknown as { gatebook: RunningServer['book'] };
    return ready({ ...(await listen(app.server, book)), close: () => app.close() });
  },
  async 'koa 3'() {
    const app = new Koa();
    const book = withKoa(app, OPTIONS);
    app.use((context) => {
      context.body = PAGE;
    });
    return ready(await listen(createServer(app.callback()), book));
  },
  async hono() {
    const { createAdaptorServer } = await import('@hono/node-server');
    const app = new Hono();
    const book = withHono(app, OPTIONS);
    app.get('/', (c) => c.html(PAGE));
    return ready(await listen(createAdaptorServer(app) as ReturnType<typeof createServer>, book));
  },
};

describe.each(Object.entries(SERVERS))('in development, %s', (_name, start) => {
  test('a page includes the toolbar and the right content length', async () => {
    const { port, book } = await start();
    const { status, headers, body } = await sendRequest(port, '/', { headers: DOCUMENT });
    const token = headers['x-debug-token'];
    expect(status).toBe(200);
    expect(BAR.exec(body)?.[1]).toBe(token);
    expect(body.replace(BAR, '')).toBe(PAGE);
    expect(headers.etag).toBeUndefined();
    expect(headers['x-debug-token-link']).toBe(`http://127.0.0.1:${port}/_profiler/${token}`);
    expect(headers['server-timing']).toBe(`gatebook;desc="${token}"`);
    await book.flush();
    expect(await (await book.store()).get(String(token))).toMatchObject({
      entry: { status: 200, method: 'GET' },
    });
  });

  test('responses to fetch() are not changed', async () => {
    const { port } = await start();
    const { headers, body } = await sendRequest(port, '/', { headers: { 'sec-fetch-dest': 'empty' } });
    expect(body).toBe(PAGE);
    expect(headers['x-debug-token']).toMatch(/^[0-9a-f]{6}$/);
  });
});

describe.each(Object.keys(FRAMEWORKS))('with the toolbar, %s', (name) => {
  test('responds as without it', async () => {
    const paths = [
      '/ok',
      '/users/7',
      '/throws',
      '/rejects',
      '/gone',
      '/stream',
      '/empty',
      '/unchanged',
      '/nowhere',
    ];
    const responses = async (toolbar: boolean) => {
      running = await FRAMEWORKS[name]?.start({ toolbar });
      if (!running) throw new Error(`no framework ${name}`);
      await ready(running);
      const received: unknown[] = [];
      for (const path of paths) {
        const { status, headers, body } = await sendRequest(running.port, path, { headers: DOCUMENT });
        const { date: _date, etag: _etag, 'content-length': _length, ...rest } = headers;
        for (const header of ['x-debug-token', 'x-debug-token-link', 'server-timing']) delete rest[header];
        received.push([path, status, rest, body.replace(BAR, '').replace(LINK, '')]);
      }
      await running.close();
      running = undefined;
      return received;
    };
    expect(await responses(true)).toEqual(await responses(false));
  });
});

describe('the toolbar is not added', () => {
  const without = async (listener: RequestListener, headers: object = DOCUMENT, method = 'GET') => {
    const { port } = await serve(listener);
    const response = await sendRequest(port, '/', { method, headers: { ...headers } });
    expect(response.body).not.toMatch(BAR);
    expect(response.body).not.toMatch(LINK);
    return response;
  };
  const respondWith =
    (headers: Record<string, string>, body: string | Buffer = PAGE): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);

  test.each([
    { 'content-type': 'application/json' },
    { 'content-type': 'text/html-fragment+xml' },
    { 'content-disposition': 'attachment' },
    { 'cache-control': 'no-transform' },
    { 'content-security-policy': "script-src 'none'" },
    { 'content-security-policy': "default-src 'none'" },
    { 'content-security-policy': "default-src 'self'; connect-src https://api.example" },
    { 'content-security-policy': "script-src 'self' 'nonce-x' 'strict-dynamic'" },
  ])('to a response with %o', async (headers) => {
    const { body } = await without(respondWith(headers));
    expect(body).toBe(PAGE);
  });

  test('to a compressed response', async () => {
    await without(respondWith({ 'content-encoding': 'gzip' }, gzipSync(PAGE)));
  });

  test('to a streamed response', async () => {
    const { body } = await without((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.write(PAGE.slice(0, 20));
      response.end(PAGE.slice(20));
    });
    expect(body).toBe(PAGE);
    const flushed = await without((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(PAGE) });
      response.flushHeaders();
      setTimeout(() => response.end(PAGE), 20);
    });
    expect(flushed.body).toBe(PAGE);
  });

  test('to HTML without </body>, nor to a HEAD response', async () => {
    await without(respondWith({}, '<p>a fragment'));
    const { headers } = await without(html, DOCUMENT, 'HEAD');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(PAGE)));
  });

  test.each([
    { host: 'shop.example' },
    { 'x-forwarded-for': '203.0.113.7' },
    { via: '1.1 proxy' },
    { origin: 'https://evil.example' },
  ])('and the token is not sent, unless the request is from this machine: %o', async (headers) => {
    const { headers: sent } = await without(html, { ...DOCUMENT, ...headers });
    expect(sent).not.toHaveProperty('x-debug-token');
    expect(sent).not.toHaveProperty('server-timing');
  });

  test('and the token is not sent unless the toolbar is enabled', async () => {
    const { port } = await serve(html, { toolbar: false });
    const { headers, body } = await sendRequest(port, '/', { headers: DOCUMENT });
    expect(headers).not.toHaveProperty('x-debug-token');
    expect(body).toBe(PAGE);
  });

  test('nor by default outside of development', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const { port } = await serve(html, {});
    vi.stubEnv('NODE_ENV', 'development');
    expect((await sendRequest(port, '/', { headers: DOCUMENT })).body).toBe(PAGE);
  });

  test('outside of development to a request without the key, even from this machine', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const { port } = await serve(html);
    vi.stubEnv('NODE_ENV', 'development');
    const without = await sendRequest(port, '/', { headers: DOCUMENT });
    expect(without.headers).not.toHaveProperty('x-debug-token');
    expect(without.body).toBe(PAGE);
    const headers = { ...DOCUMENT, ...WITH_KEY };
    expect((await sendRequest(port, '/', { headers })).body).toMatch(BAR);
  });

  test('and writeHead() still throws where Node rejects its arguments', async () => {
    const { port } = await serve((_request, response) => {
      expect(() => response.writeHead(42)).toThrow(RangeError);
      expect(() => response.writeHead(200, { 'x\n': 'y' })).toThrow(TypeError);
      response.writeHead(201);
      expect(() => response.writeHead(200)).toThrow(/ERR_HTTP_HEADERS_SENT|headers/i);
      response.end('said');
    });
    expect(await sendRequest(port, '/')).toMatchObject({ status: 201, body: 'said' });
  });
});

test('the toolbar gets summaries by token, with hostile values escaped', async () => {
  const { port, book } = await serve(html);
  const { headers } = await sendRequest(port, '/a?x=%3Cimg%3E%E2%80%AE', { headers: DOCUMENT });
  const token = String(headers['x-debug-token']);
  await book.flush();
  const { body, headers: sent } = await sendRequest(
    port,
    `/_profiler/toolbar?tokens=${token},nonsense,${token}`,
  );
  expect(sent['content-type']).toMatch(/^application\/json/);
  expect(sent).not.toHaveProperty('x-debug-token');
  expect(JSON.parse(body)).toEqual([
    expect.objectContaining({
      token,
      status: 200,
      method: 'GET',
      queries: 0,
      repeated: 0,
      logs: 0,
      error: '',
    }),
  ]);
  expect(body).not.toContain('\u202e');
});
