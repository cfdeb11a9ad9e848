import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Hono } from 'hono';
import { startPageServer } from '../../../src/cli/page-server.ts';
import { gatebook as recordExpress } from '../../../src/express.ts';
import { gatebook as recordFastify } from '../../../src/fastify.ts';
import { gatebook as recordHono } from '../../../src/hono.ts';
import { gatebook as recordHttp } from '../../../src/http.ts';
import { gatebook as recordHttp2 } from '../../../src/http2.ts';
import { gatebook as recordKoa } from '../../../src/koa.ts';
import { gatebook as recordNest } from '../../../src/nest.ts';
import type { GatebookOptions } from '../../../src/options/options.ts';
import type { Key } from '../../../src/serve/access/key.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Any, EXPRESS, FASTIFY, KOA } from '../../support/frameworks/frameworks.ts';
import { TLS_SERVER_OPTIONS } from '../../support/frameworks/node.ts';

/** A server on a loopback port. */
export interface Running {
  readonly port: number;
  readonly server: Server | null;
  close(): Promise<unknown>;
}

export interface StackOptions extends GatebookOptions {
  readonly storage: Store;
}

/** Starts an app with the page, or the same app without Gatebook. It answers 404 to everything. */
export type StartStack = (options: StackOptions | null) => Promise<Running>;

interface Closable {
  close(): Promise<unknown>;
}

export const STACKS: Readonly<Record<string, StartStack>> = {
  'node:http': async (options) => {
    const server = createServer(echo);
    return listen(server, options && recordHttp(server, options));
  },
  'node:http2': async (options) => {
    const server = createSecureServer({ ...TLS_SERVER_OPTIONS, allowHTTP1: true }, echo as never);
    return listen(server as never, options && recordHttp2(server, options));
  },
  ...mapValues(EXPRESS, (express) => async (options: StackOptions | null) => {
    const app = express();
    const book = options && recordExpress(app, options);
    app.set('env', 'test');
    return listen(createServer(app), book);
  }),
  ...mapValues(FASTIFY, (fastify) => async (options: StackOptions | null) => {
    const app = fastify({});
    if (options) await app.register(recordFastify, options);
    await app.ready();
    return listen(app.server, app);
  }),
  ...mapValues(KOA, (Koa) => async (options: StackOptions | null) => {
    const app = new Koa();
    const book = options && recordKoa(app, options);
    app.silent = true;
    return listen(createServer(app.callback()), book);
  }),
  hono: async (options) => {
    const app = new Hono();
    const book = options && recordHono(app, options);
    return listen(createAdaptorServer({ fetch: app.fetch }) as Server, book);
  },
  'nest on express': (options) => startNest(new ExpressAdapter(), options),
  'nest on fastify': (options) => startNest(new FastifyAdapter(), options),
  'gatebook serve': async (options) => {
    if (!options) return listen(createServer(notFound), null);
    const { storage: store, key } = options;
    const { port, stop } = await startPageServer({
      store,
      key: key as Key,
      port: 0,
      host: '127.0.0.1',
      tls: null,
    });
    return { port, server: null, close: () => new Promise<void>((resolve) => stop(resolve)) };
  },
};

async function startNest(adapter: Any, options: StackOptions | null): Promise<Running> {
  class App {}
  Module({})(App);
  const app = await NestFactory.create(App, adapter, { logger: false });
  const book = options && recordNest(app, options);
  await app.listen(0, '127.0.0.1');
  return listen(app.getHttpServer(), book);
}

async function listen(server: Server, book: Closable | null): Promise<Running> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    port: (server.address() as AddressInfo).port,
    server,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await book?.close();
    },
  };
}

/** Shows what reached the app: a body that was read before is missing. */
const echo: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    response.writeHead(404, { 'Content-Type': 'text/plain' });
    response.end(`the app: ${seenIn(request)} ${body}`);
  });
};

function seenIn({ method, url }: IncomingMessage): string {
  return `${method} ${url}`;
}

/** What `gatebook serve` answers to everyone else. */
const notFound: RequestListener = (_request, response) => {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not Found\n');
};

function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
