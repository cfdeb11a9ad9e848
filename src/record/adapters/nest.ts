import type { EventEmitter } from 'node:events';
import { GatebookError } from '../../errors.ts';
import { recordingOf } from '../recording.ts';
import type { Wiring } from './adapter.ts';
import { type ExpressApp, expressInternals, recordExpress } from './express.ts';
import { type FastifyApp, recordFastify } from './fastify.ts';
import { servePage } from './node-http.ts';

/** A Nest application with an HTTP server, as far as its types tell. */
export interface NestApp {
  getHttpAdapter(): { getType(): string; getInstance(): unknown };
  getHttpServer(): unknown;
}

/** What we use of it beyond that. */
interface NestInternals {
  getHttpAdapter(): HttpAdapter;
  getHttpServer(): EventEmitter;
  /** Makes what catches the exceptions of a controller, with the filters that are for it. */
  readonly routesResolver?: { readonly routerExceptionsFilter?: { readonly create?: unknown } };
}
interface HttpAdapter {
  getType(): string;
  getInstance(): unknown;
  setNotFoundHandler?: (handler: Handler, ...rest: unknown[]) => unknown;
}
type Handler = (this: unknown, request: unknown, ...rest: unknown[]) => unknown;
type Method = (this: unknown, ...args: unknown[]) => unknown;

export function nestInternals(app: NestApp): NestInternals {
  const { getHttpAdapter, getHttpServer } = (app ?? {}) as Partial<NestApp>;
  if (typeof getHttpAdapter === 'function' && typeof getHttpServer === 'function') {
    const type = app.getHttpAdapter().getType();
    if (type === 'express' || type === 'fastify') return app as NestInternals;
  }
  throw new GatebookError(
    'bad-option',
    'gatebook(app) of gatebook/nest takes what NestFactory.create() resolves to, on Express or on Fastify.',
  );
}

/** Records the app that Nest stands on, and Nest's own exception layer: few exceptions ever get below it. */
export function recordNest(app: NestInternals, wiring: Wiring): void {
  const adapter = app.getHttpAdapter();
  const server = app.getHttpServer();
  if (adapter.getType() === 'express')
    recordExpress(expressInternals(adapter.getInstance() as ExpressApp), wiring);
  else {
    recordFastify(adapter.getInstance() as FastifyApp, wiring);
    // Nest's middleware runs before our hooks do.
    servePage(server, wiring);
  }
  wiring.recorder.watch(server);
  watchNotFound(adapter);
  watchExceptions(app);
}

/** Nest answers what is unrouted with an exception, from a route for any path. */
function watchNotFound(adapter: HttpAdapter): void {
  const { setNotFoundHandler } = adapter;
  if (!setNotFoundHandler) return;
  adapter.setNotFoundHandler = function (this: HttpAdapter, handler, ...rest) {
    const sees: Handler = function (request, ...others) {
      const recording = recordingOf(messageOf(request));
      recording?.routed(() => '');
      recording?.errorStage(null);
      return handler.call(this, request, ...others);
    };
    return setNotFoundHandler.call(this, sees, ...rest);
  };
}

const watched = new WeakSet<object>();

/** Exceptions are caught by a handler made for each route. All are of one class, and so are those who make them. */
function watchExceptions({ routesResolver }: NestInternals): void {
  const maker = routesResolver?.routerExceptionsFilter;
  watchMethod(
    maker && Object.getPrototypeOf(maker),
    'create',
    (create) =>
      function (...args) {
        const handler = Reflect.apply(create, this, args);
        watchMethod(handler && Object.getPrototypeOf(handler), 'next', seesException);
        return handler;
      },
  );
}

function seesException(next: Method): Method {
  return function (exception, host) {
    const request = (host as { getArgByIndex?(index: number): unknown } | undefined)?.getArgByIndex?.(0);
    recordingOf(messageOf(request))?.errorStage(exception);
    return Reflect.apply(next, this, [exception, host]);
  };
}

function watchMethod(
  prototype: Record<string, unknown> | undefined,
  name: string,
  sees: (method: Method) => Method,
): void {
  const method = prototype?.[name];
  if (!prototype || typeof method !== 'function' || watched.has(prototype)) return;
  watched.add(prototype);
  prototype[name] = sees(method as Method);
}

/** Fastify's request has Node's inside; Express's is Node's. */
function messageOf(request: unknown): object {
  if (typeof request !== 'object' || request === null) return NO_REQUEST;
  return 'raw' in request && typeof request.raw === 'object' && request.raw !== null ? request.raw : request;
}

const NO_REQUEST = {};
