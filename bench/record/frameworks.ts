import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { gatebook as recordExpress } from '../../src/express.ts';
import { gatebook as recordFastify } from '../../src/fastify.ts';
import type { Gatebook } from '../../src/gatebook.ts';
import type { GatebookOptions } from '../../src/options.ts';
import { gatebook as recordHttp } from '../../src/http.ts';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What a server has beside its own handlers: nothing, a book or a logger. */
export interface Equipment {
  readonly book?: GatebookOptions;
  readonly logger?: Middleware;
}

export interface Running {
  readonly port: number;
  readonly book: Gatebook | null;
  close(): Promise<void>;
}

export type FrameworkName = 'node:http' | 'express' | 'fastify';

const ROUTES = ['/', '/products/:id', '/search', '/api/orders'];
const ANSWER = { name: 'Oak table', price: 129, stock: 12 };

/** The same small shop in each, answering in the framework's own way. */
export const FRAMEWORKS: Readonly<Record<FrameworkName, (equipment: Equipment) => Promise<Running>>> = {
  'node:http': startHttp,
  express: startExpress,
  fastify: startFastify,
};

async function startHttp({ book, logger }: Equipment): Promise<Running> {
  const answer = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(ANSWER));
  };
  const server = createServer(
    logger
      ? (request, response) => logger(request, response, () => answer(response))
      : (_request, response) => answer(response),
  );
  return listening(server, book ? recordHttp(server, book) : null);
}

async function startExpress({ book, logger }: Equipment): Promise<Running> {
  const app = express();
  if (logger) app.use(logger);
  for (const route of ROUTES) app.get(route, (_request, response) => void response.json(ANSWER));
  const recorded = book ? recordExpress(app, book) : null;
  return listening(createServer(app), recorded);
}

async function startFastify({ book, logger }: Equipment): Promise<Running> {
  const app = fastify();
  if (book) await app.register(recordFastify, book);
  if (logger) app.addHook('onRequest', ({ raw }, reply, done) => logger(raw, reply.raw, done));
  for (const route of ROUTES) app.get(route, async () => ANSWER);
  await app.ready();
  return listening(app.server, book ? app.gatebook : null);
}

async function listening(server: Server, book: Gatebook | null): Promise<Running> {
  // A connection rests while the other modes have their turn.
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    book,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await book?.close();
    },
  };
}
