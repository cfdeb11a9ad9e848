import { createServer } from 'node:http';
import { Catch, Controller, Get, HttpException, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { gatebook } from '../../../src/nest.ts';
import {
  type Any,
  failure,
  listen,
  ODD_ERRORS,
  type RunningServer,
  SERVER_OPTIONS,
  type Variant,
} from '../running-server.ts';
import { copyType, stream } from './node.ts';

/** Applies the decorators by hand, because their syntax needs a compiler. Each route gets the request and the response. */
function controllerOf(routes: Readonly<Record<string, (request: Any, response: Any) => unknown>>): Any {
  class Routes {}
  const { prototype } = Routes as { prototype: Any };
  for (const [path, handler] of Object.entries(routes)) {
    prototype[path] = handler;
    const descriptor = Object.getOwnPropertyDescriptor(prototype, path) as Any;
    (path === '/echo' ? Post : Get)(path)(prototype, path, descriptor);
    Req()(prototype, path, 0);
    Res()(prototype, path, 1);
  }
  Controller()(Routes);
  return Routes;
}

/** The node:http response behind a framework's response. */
function rawOf(response: Any): Any {
  response.hijack?.();
  return response.raw ?? response;
}

const THROWING = Object.fromEntries(
  Object.entries(ODD_ERRORS).map(([path, createError]) => [
    path,
    () => {
      throw createError();
    },
  ]),
);

const ROUTES = controllerOf({
  ...THROWING,
  '/ok': (_request, response) => response.send('ok'),
  '/users/:id': (request, response) => response.send({ id: request.params.id }),
  '/throws': () => {
    throw failure();
  },
  '/rejects': async () => {
    throw new TypeError('rejected');
  },
  '/after': (_request, response) => {
    (response.raw ?? response).write('part');
    throw failure();
  },
  '/gone': (_request, response) => response.status(404).send('gone'),
  '/slow': () => {},
  '/late': (_request, response) => void rawOf(response).write('begun'),
  '/later': (_request, response) => void setTimeout(() => response.send('later'), 100),
  '/stream': (_request, response) => stream(rawOf(response)),
  '/empty': (_request, response) => void rawOf(response).writeHead(204).end(),
  '/unchanged': (_request, response) => void rawOf(response).writeHead(304).end(),
  '/hints': (_request, response) => {
    (response.raw ?? response).writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    response.send('hinted');
  },
  '/echo': (request, response) => {
    const raw = rawOf(response);
    raw.statusCode = 200;
    copyType(request.raw ?? request, raw);
    (request.raw ?? request).pipe(raw);
  },
});

class App {}
Module({ controllers: [ROUTES] })(App);

class CustomFilter {
  catch(exception: unknown, host: Any): void {
    const response = host.switchToHttp().getResponse();
    const unrouted = exception instanceof HttpException && exception.getStatus() === 404;
    response.status(unrouted ? 404 : 503).send(unrouted ? 'own 404' : 'own 503');
  }
}
Catch()(CustomFilter);

class ConfiguredExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(SERVER_OPTIONS, this.getInstance());
  }
}

const ADAPTERS = {
  express: () => new ConfiguredExpressAdapter(),
  fastify: () => {
    const adapter = new FastifyAdapter({ http: SERVER_OPTIONS } as Any);
    (adapter.getInstance() as Any).addContentTypeParser('*', (_request: Any, _payload: Any, done: Any) =>
      done(),
    );
    return adapter;
  },
};

export async function startNest(
  platform: keyof typeof ADAPTERS,
  { customHandlers, host = '127.0.0.1', ...options }: Variant = {},
): Promise<RunningServer> {
  const adapter: Any = ADAPTERS[platform]();
  const app = await NestFactory.create(App, adapter, { logger: false, bodyParser: false });
  const book = gatebook(app, { storage: 'memory:', ...options });
  if (customHandlers) app.useGlobalFilters(new CustomFilter());
  await app.listen(0, host);
  const running = await listen(app.getHttpServer(), book);
  return {
    ...running,
    async close() {
      running.dropConnections();
      await app.close();
      await book.close();
    },
  };
}
