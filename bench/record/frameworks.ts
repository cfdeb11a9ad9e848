import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gatebook } from '../../src/gatebook.ts';
import type { GatebookOptions } from '../../src/options/options.ts';
import { PRODUCT, ROUTES } from './shop.ts';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What is added to a server: nothing, a book or a logger. */
export interface Additions {
  readonly book?: GatebookOptions;
  readonly logger?: Middleware;
}

export interface RunningServer {
  readonly port: number;
  readonly book: Gatebook | null;
  close(): Promise<void>;
}

export type FrameworkName = 'node:http' | 'express' | 'fastify';

/** The same small shop, written for each framework. Only what a shop uses is loaded in its process. */
export const FRAMEWORKS: Readonly<Record<FrameworkName, (equipment: Additions) => Promise<RunningServer>>> = {
  'node:http': startHttp,
  express: startExpress,
  fastify: startFastify,
};

async function startHttp({ book, logger }: Additions): Promise<RunningServer> {
  const respond = (response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(PRODUCT));
  };
  const server = createServer(
    logger
      ? (request, response) => logger(request, response, () => respond(response))
      : (_request, response) => respond(response),
  );
  return listen(server, book ? (await import('../../src/http.ts')).gatebook(server, book) : null);
}

async function startExpress({ book, logger }: Additions): Promise<RunningServer> {
  const { default: express } = await import('express');
  const app = express();
  if (logger) app.use(logger);
  for (const route of ROUTES) app.get(route, (_request, response) => void response.json(PRODUCT));
  const recorded = book ? (await import('../../src/express.ts')).gatebook(app, book) : null;
  return listen(createServer(app), recorded);
}

async function startFastify({ book, logger }: Additions): Promise<RunningServer> {
  const { default: fastify } = await import('fastify');
  const app = fastify();
  if (book) await app.register((await import('../../src/fastify.ts')).gatebook, book);
  if (logger) app.addHook('onRequest', ({ raw }, reply, done) => logger(raw, reply.raw, done));
  for (const route of ROUTES) app.get(route, async () => PRODUCT);
  await app.ready();
  return listen(app.server, book ? app.gatebook : null);
}

async function listen(server: Server, book: Gatebook | null): Promise<RunningServer> {
  // Connections stay idle while other modes run.
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
