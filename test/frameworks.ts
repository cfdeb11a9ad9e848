import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express5 from 'express';
import express4 from 'express4';
import fastify5 from 'fastify';
import fastify4 from 'fastify4';
import type { Gatebook, GatebookOptions } from '../src/book.ts';
import { gatebook as recordExpress } from '../src/express.ts';
import { gatebook as recordFastify } from '../src/fastify.ts';
import { gatebook as recordHttp } from '../src/http.ts';
import type { Entry } from '../src/profile/entry.ts';
import type { Profile } from '../src/profile/profile.ts';
import { EVERYTHING } from '../src/search/criteria.ts';

/** A server with Gatebook in it, on a loopback port. */
export interface Running {
  readonly url: string;
  readonly port: number;
  readonly book: Gatebook;
  close(): Promise<void>;
}

export interface Variant extends GatebookOptions {
  /** The app brings its own error and not-found handlers. */
  readonly own?: boolean;
  readonly host?: string;
}

/** The book once it holds so many rows, newest first. */
export async function entries({ book }: { book: Gatebook }, count: number): Promise<readonly Entry[]> {
  const store = await book.store();
  for (let tries = 0; ; tries++) {
    await book.flush();
    const page = await store.search({ ...EVERYTHING, limit: 1000 });
    if (page.entries.length >= count || tries > 100) return page.entries;
    await sleep(20);
  }
}

export async function profileOf({ book }: Running, entry: Entry | undefined): Promise<Profile | null> {
  const store = await book.store();
  const found = entry && (await store.get(store.tokens.tokenOf(entry.seq)));
  return found && 'entry' in found ? found : null;
}

export type Framework = (variant?: Variant) => Promise<Running>;

export const EXPRESS: Readonly<Record<string, Express>> = { 'express 5': express5, 'express 4': express4 };
export const FASTIFY: Readonly<Record<string, Fastify>> = {
  'fastify 5': fastify5 as Any,
  'fastify 4': fastify4 as Any,
};

/** Each serves /ok, /users/:id, /throws, /rejects, /gone (a 404 the handler answers itself), /slow and /late. */
export const FRAMEWORKS: Readonly<Record<string, { start: Framework; errorStage: boolean }>> = {
  'node:http': { start: startHttp, errorStage: false },
  'express 5': { start: (variant) => startExpress(express5, variant), errorStage: true },
  'express 4': { start: (variant) => startExpress(express4, variant), errorStage: true },
  'fastify 5': { start: (variant) => startFastify(fastify5 as Any, variant), errorStage: true },
  'fastify 4': { start: (variant) => startFastify(fastify4 as Any, variant), errorStage: true },
};

export async function listening(server: Server, book: Gatebook, host = '127.0.0.1'): Promise<Running> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    book,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await book.close();
    },
  };
}

async function startHttp({ own: _own, host, ...options }: Variant = {}): Promise<Running> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://h');
    if (pathname === '/slow') return;
    if (pathname === '/late') return void response.write('begun');
    if (pathname === '/ok') return void response.end('ok');
    response.writeHead(404).end('gone');
  });
  const book = recordHttp(server, { storage: 'memory:', ...options });
  return listening(server, book, host);
}

// biome-ignore lint/suspicious/noExplicitAny: the two versions of a framework share no types
export type Any = any;
export type Express = Any;
export type Fastify = (options?: object) => Any;

/** What a handler may throw that is no plain Error, by path. */
const CARELESS: Readonly<Record<string, () => unknown>> = {
  '/nameless': () => Object.assign(new Error('x'), { name: {} }),
  '/unreadable': () =>
    Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('no');
      },
    }),
  '/stringless': () => Object.create(null),
};

async function startExpress(express: Express, { own, host, ...options }: Variant = {}): Promise<Running> {
  const app = express();
  const book = recordExpress(app, { storage: 'memory:', ...options });
  app.set('env', 'test');
  app.get('/ok', (_request: Any, response: Any) => response.send('ok'));
  app.get('/users/:id', (request: Any, response: Any) => response.json({ id: request.params.id }));
  app.get('/throws', () => {
    throw new TypeError('thrown password=CANARY', { cause: new RangeError('deeper') });
  });
  app.get('/rejects', (_request: Any, _response: Any, next: Any) => next(new TypeError('rejected')));
  for (const [path, thrown] of Object.entries(CARELESS))
    app.get(path, () => {
      throw thrown();
    });
  app.get('/gone', (_request: Any, response: Any) => response.status(404).send('gone'));
  app.get('/slow', () => {});
  app.get('/late', (_request: Any, response: Any) => response.write('begun'));
  if (own) {
    app.use((_request: Any, response: Any) => response.status(404).send('own 404'));
    app.use((_error: Any, _request: Any, response: Any, _next: Any) => response.status(503).send('own 503'));
  }
  return listening(createServer(app), book, host);
}

async function startFastify(
  fastify: Fastify,
  { own, host = '127.0.0.1', ...options }: Variant = {},
): Promise<Running> {
  const app = fastify();
  await app.register(recordFastify, { storage: 'memory:', ...options });
  app.get('/ok', async () => 'ok');
  app.get('/users/:id', async (request: Any) => ({ id: request.params.id }));
  app.get('/throws', () => {
    throw new TypeError('thrown password=CANARY', { cause: new RangeError('deeper') });
  });
  app.get('/rejects', async () => {
    throw new TypeError('rejected');
  });
  for (const [path, thrown] of Object.entries(CARELESS))
    app.get(path, async () => {
      throw thrown();
    });
  app.get('/gone', async (_request: Any, reply: Any) => reply.code(404).send('gone'));
  app.get('/slow', () => {});
  app.get('/late', (_request: Any, reply: Any) => {
    reply.hijack();
    reply.raw.write('begun');
  });
  if (own) {
    app.setNotFoundHandler(async (_request: Any, reply: Any) => reply.code(404).send('own 404'));
    app.setErrorHandler(async (_error: Any, _request: Any, reply: Any) => reply.code(503).send('own 503'));
  }
  await app.listen({ port: 0, host });
  const running = await listening(app.server, app.gatebook);
  return {
    ...running,
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
