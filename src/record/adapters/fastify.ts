import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { recordingOf } from '../recording.ts';
import type { Wiring } from './adapter.ts';

/** What we use of a Fastify 4 or 5 instance. */
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
  readonly routeOptions?: { readonly url?: string | undefined };
}
interface Reply {
  readonly raw: unknown;
  hijack(): unknown;
}
type ErrorHandler = (this: unknown, error: unknown, request: Request, ...rest: unknown[]) => unknown;

/** Records an app through its hooks: they run for unrouted requests too. */
export function recordFastify(app: FastifyApp, { recorder, page }: Wiring): void {
  recorder.watch(app.server as Server);

  app.addHook('onRequest', (request, reply, done) => {
    const raw = request.raw as IncomingMessage;
    const recording = recorder.recordingOf(raw, reply.raw as ServerResponse);
    if (page(raw, reply.raw as ServerResponse)) {
      reply.hijack();
      return;
    }
    if (recording) recording.route = () => request.routeOptions?.url ?? '';
    if (request.is404) recording?.errorStage(null);
    done();
  });

  // A route that calls its not-found handling itself: only this hook of that handling runs.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.is404) begins(request, null);
    done();
  });

  // The default handler, and every other that answers with the error itself.
  app.addHook('onError', (request, _reply, error, done) => {
    begins(request, error);
    done();
  });
  app.addHook('onRoute', (route) => {
    if (typeof route.errorHandler === 'function')
      route.errorHandler = seen(route.errorHandler as ErrorHandler);
  });
  const setErrorHandler = app.setErrorHandler as (...args: unknown[]) => unknown;
  app.setErrorHandler = function (this: unknown, handler: unknown, ...rest: unknown[]) {
    return setErrorHandler.call(
      this,
      typeof handler === 'function' ? seen(handler as ErrorHandler) : handler,
      ...rest,
    );
  };
  watchErrorHandlerSetBefore(app);
}

function begins(request: Request, error: unknown): void {
  recordingOf(request.raw as IncomingMessage)?.errorStage(error);
}

function seen(handler: ErrorHandler): ErrorHandler {
  return function (error, request, ...rest) {
    begins(request, error);
    return handler.call(this, error, request, ...rest);
  };
}

/** Setting a handler again would warn; the one an app set before us is replaced where Fastify keeps it. */
function watchErrorHandlerSetBefore(app: FastifyApp): void {
  const symbol = Object.getOwnPropertySymbols(app).find(
    ({ description }) => description === 'fastify.errorHandler',
  );
  if (!symbol) return;
  const holder = app as unknown as Record<symbol, { func?: ErrorHandler } | undefined>;
  const current = holder[symbol];
  if (typeof current?.func !== 'function') return;
  holder[symbol] = Object.create(Object.getPrototypeOf(current), {
    ...Object.getOwnPropertyDescriptors(current),
    func: { value: seen(current.func), enumerable: true, configurable: true, writable: true },
  });
}
