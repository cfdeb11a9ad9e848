import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gatebook as onExpress } from '../../src/express.ts';
import { gatebook as onFastify } from '../../src/fastify.ts';
import { gatebook as onHono } from '../../src/hono.ts';
import { type Gatebook, gatebook as onHttp } from '../../src/http.ts';
import { gatebook as onKoa } from '../../src/koa.ts';
import { readKeyFile } from '../../src/serve/access/key-file.ts';
import { keyPath } from '../../src/store/open-store.ts';
import { sendRequest } from '../support/request.ts';

interface App {
  readonly book: Gatebook;
  readonly port: number;
  close(): unknown;
}

let storage = '';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-mounted-'));
  storage = `sqlite:${folder}/book`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
/** What a session library of the app would know. */
const isAdmin = (cookie: string | undefined) => (cookie === 'admin' ? true : undefined);

const APPS: Readonly<Record<string, () => Promise<App>>> = {
  async express() {
    const app = express();
    const book = onExpress(app, { storage });
    app.use((request, _response, next) => {
      Object.assign(request, { session: { admin: isAdmin(request.headers.cookie) } });
      next();
    });
    app.use(book.page((request: express.Request & { session?: { admin?: true } }) => request.session?.admin));
    app.use((_request, response) => void response.status(418).send('app'));
    const server = app.listen(0);
    return { book, port: portOf(server), close: () => server.close() };
  },
  async 'express below a path'() {
    const app = express();
    const book = onExpress(app, { storage });
    app.use(
      '/_profiler',
      book.page(async ({ headers }) => isAdmin(headers.cookie)),
    );
    app.use((_request, response) => void response.status(418).send('app'));
    const server = app.listen(0);
    return { book, port: portOf(server), close: () => server.close() };
  },
  async koa() {
    const app = new Koa();
    const book = onKoa(app, { storage });
    app.use((context, next) => {
      context.state.admin = isAdmin(context.headers.cookie);
      return next();
    });
    app.use(book.page((context: Koa.Context) => context.state.admin));
    app.use((context) => {
      context.status = 418;
      context.body = 'app';
    });
    const server = app.listen(0);
    return { book, port: portOf(server), close: () => server.close() };
  },
  async fastify() {
    const app = fastify();
    await app.register(onFastify, { storage });
    app.addHook(
      'preHandler',
      app.gatebook.page((request: FastifyRequest) => isAdmin(request.headers.cookie)),
    );
    app.setNotFoundHandler((_request, reply) => void reply.code(418).send('app'));
    await app.listen({ port: 0 });
    return { book: app.gatebook, port: portOf(app.server), close: () => app.close() };
  },
  async hono() {
    const app = new Hono();
    const book = onHono(app, { storage });
    app.use(
      book.page((c: { req: { header(name: string): string | undefined } }) =>
        isAdmin(c.req.header('cookie')),
      ),
    );
    app.notFound((c) => c.text('app', 418));
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started = serve({ fetch: app.fetch, port: 0 }, () => resolve(started));
    });
    return { book, port: portOf(server), close: () => server.close() };
  },
  async 'node:http'() {
    const server = createServer((request, response) => {
      page(request, response, () => response.writeHead(418).end('app'));
    });
    const book = onHttp(server, { storage });
    const page = book.page(({ headers }) => isAdmin(headers.cookie));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    return { book, port: portOf(server), close: () => server.close() };
  },
};

test.each(Object.entries(APPS))('on %s, the page is where the app has mounted it', async (_, start) => {
  const { book, port, close } = await start();
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await sendRequest(port, path, { headers });
    return [status, body.includes('Profile Search') ? 'page' : body.slice(0, 3)];
  };
  const admin = { cookie: 'admin' };
  expect(await get('/_profiler', admin)).toEqual([200, 'page']);
  const key = process.env.GATEBOOK_KEY ?? readKeyFile(keyPath(storage) ?? '')?.key ?? '';
  for (const headers of [{}, { cookie: 'user' }, { authorization: `Bearer ${key}` }])
    expect(await get('/_profiler', headers)).toEqual([418, 'app']);
  for (const path of [
    '/_profiler/login',
    '/_profiler/metrics',
    '/_profiler/%6cogin/x',
    '/_profiler/../_profiler',
  ])
    expect((await get(path, {}))[0], path).toBe(418);
  expect((await get('/_profiler/metrics', admin))[0]).toBe(200);
  expect(await get('/other', admin)).toEqual([418, 'app']);
  // Visits of the page are not recorded.
  const { entries } = await book.search('kind:main', { limit: 100 });
  expect(entries.map(({ status }) => status)).toEqual(entries.map(() => 418));
  expect(entries).toHaveLength(8);
  await close();
  await book.close();
});

test('on node:http, what the app throws after a refusal is thrown once', () => {
  const book = onHttp(createServer(), { storage: 'memory:' });
  const page = book.page(() => false) as (...args: unknown[]) => unknown;
  let calls = 0;
  const next = () => {
    calls++;
    throw new Error('of the app');
  };
  expect(() => page({ url: '/_profiler', headers: {} }, {}, next)).toThrow('of the app');
  expect(calls).toBe(1);
  return book.close();
});

test('on Fastify, an asynchronous refusal runs the handler once', async () => {
  const app = fastify();
  await app.register(onFastify, { storage });
  app.addHook(
    'preHandler',
    app.gatebook.page(async (_request: FastifyRequest) => false),
  );
  let calls = 0;
  app.post('/_profiler', async () => ++calls);
  await app.listen({ port: 0 });
  const { body } = await sendRequest(portOf(app.server), '/_profiler', { method: 'POST' });
  expect([body, calls]).toEqual(['1', 1]);
  await app.close();
});

test('properties that an app sets are not taken for those of another framework', async () => {
  const app = express();
  const book = onExpress(app, { storage });
  app.use((request, _response, next) => {
    Object.assign(request, { env: {}, raw: {}, originalUrl: new URL('http://h/_profiler') });
    next();
  });
  app.use(book.page(() => true));
  app.use((_request, response) => void response.status(418).send('app'));
  const server = app.listen(0);
  const { status } = await sendRequest(portOf(server), '/_profiler');
  expect(status).toBe(200);
  expect((await sendRequest(portOf(server), '/other')).status).toBe(418);
  server.close();
  await book.close();
});

test('Koa middleware around the page sees that it was sent', async () => {
  const app = new Koa();
  const book = onKoa(app, { storage });
  app.use(async (context, next) => {
    await next();
    if (context.status === 404) context.throw(404);
  });
  app.use(book.page((_context: Koa.Context) => true));
  const server = app.listen(0);
  const { status, body } = await sendRequest(portOf(server), '/_profiler');
  expect([status, body.includes('Profile Search')]).toEqual([200, true]);
  server.close();
  await book.close();
});

test('an error of the function is explained once, and what it returns is not shown', async () => {
  const warnings: string[] = [];
  const logger = { info() {}, warn: (text: string) => void warnings.push(text) };
  const server = createServer((request, response) => page(request, response, () => response.end('app')));
  const book = onHttp(server, { storage, logger });
  let answer: () => unknown = () => {
    throw new TypeError('no session');
  };
  const page = book.page(() => answer() as boolean);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  expect((await sendRequest(portOf(server), '/_profiler')).body).toBe('app');
  answer = () => 'secret';
  expect((await sendRequest(portOf(server), '/_profiler')).body).toBe('app');
  expect(warnings).toEqual([
    'gatebook: The function of book.page() threw an error, so the page stays closed: TypeError: no session.',
  ]);
  server.close();
  await book.close();
});
