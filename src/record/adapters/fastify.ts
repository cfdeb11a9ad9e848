import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Recording, recordingOf } from '../recording.ts';
import { type Adapter, unlessServed } from './adapter.ts';

/** The part of a Fastify 4 or 5 instance that is used. */
export interface FastifyApp {
  readonly server: object;
  addHook(
    name: 'onRequest' | 'preHandler',
    hook: (request: Request, reply: Reply, done: () => void) => void,
  ): unknown;
  addHook(
    name: 'onError',
    hook: (request: Request, reply: Reply, error: Error, done: () => void) => void,
  ): unknown;
  addHook(name: 'onRoute', hook: (route: { errorHandler?: unknown }) => void): unknown;
  setErrorHandler: (...args: never[]) => unknown;
}
interface Request {
  readonly raw: unknown;
  readonly is404: boolean;
  readonly user?: unknown;
  readonly routeOptions?: { readonly url?: string | undefined };
}
interface Reply {
  readonly raw: unknown;
  hijack(): unknown;
}
type ErrorHandler = (this: unknown, error: unknown, request: Request, ...rest: unknown[]) => unknown;

/** Works through Fastify's hooks, which also run for requests without a route. */
export const fastifyAdapter: Adapter<FastifyApp> = {
  name: 'Fastify',
  expects: 'a Fastify instance: await app.register(gatebook)',
  isApp(app) {
    const { addHook, server } = (app ?? {}) as Partial<FastifyApp>;
    return typeof addHook === 'function' && typeof server === 'object';
  },
  attach(app, host) {
    host.watch(app.server);

    app.addHook('onRequest', (request, reply, done) => {
      const raw = request.raw as IncomingMessage;
      const response = reply.raw as ServerResponse;
      const recording = host.record(raw, response);
      const served = host.servePage(raw, response);
      if (served === true) reply.hijack();
      else if (served !== false) void served.then((isServed) => isServed && reply.hijack());
      void unlessServed(served, () => {
        if (recording) {
          recording.route = () => routeOf(request);
          recording.user = () => request.user;
        }
        if (request.is404) recording?.startErrorStage(null);
        done();
      });
    });

    app.addHook('preHandler', (request, _reply, done) => {
      const recording = of(request);
      // A route can call the not-found handling itself, and then this is the only one of its hooks that runs.
      if (request.is404) recording?.startErrorStage(null);
      else recording?.enterRoute(() => routeOf(request));
      done();
    });

    // The default error handler, and every other that replies with the error itself.
    app.addHook('onError', (request, _reply, error, done) => {
      of(request)?.startErrorStage(error);
      done();
    });
    app.addHook('onRoute', (route) => {
      if (typeof route.errorHandler === 'function')
        route.errorHandler = observeHandler(route.errorHandler as ErrorHandler);
    });
    const setErrorHandler = app.setErrorHandler as (...args: unknown[]) => unknown;
    app.setErrorHandler = function (this: unknown, handler: unknown, ...rest: unknown[]) {
      const observed = typeof handler === 'function' ? observeHandler(handler as ErrorHandler) : handler;
      return setErrorHandler.call(this, observed, ...rest);
    };
    observeExistingHandler(app);
  },
};

function of(request: Request): Recording | undefined {
  return recordingOf(request.raw as IncomingMessage);
}

function routeOf({ routeOptions }: Request): string {
  return routeOptions?.url ?? '';
}

function observeHandler(handler: ErrorHandler): ErrorHandler {
  return function (error, request, ...rest) {
    of(request)?.startErrorStage(error);
    return handler.call(this, error, request, ...rest);
  };
}

/** Fastify warns if an error handler is set twice, so one that was set before us is replaced where Fastify stores it. */
function observeExistingHandler(app: FastifyApp): void {
  const symbol = Object.getOwnPropertySymbols(app).find(
    ({ description }) => description === 'fastify.errorHandler',
  );
  if (!symbol) return;
  const holder = app as unknown as Record<symbol, { func?: ErrorHandler } | undefined>;
  const current = holder[symbol];
  if (typeof current?.func !== 'function') return;
  holder[symbol] = Object.create(Object.getPrototypeOf(current), {
    ...Object.getOwnPropertyDescriptors(current),
    func: { value: observeHandler(current.func), enumerable: true, configurable: true, writable: true },
  });
}
