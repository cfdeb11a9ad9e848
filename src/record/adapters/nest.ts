import type { EventEmitter } from 'node:events';
import { recordingOf } from '../recording.ts';
import { unseen } from '../unseen.ts';
import type { Adapter } from './adapter.ts';
import { type ExpressApp, expressAdapter } from './express.ts';
import { isUnrouted } from './express-layers.ts';
import { type FastifyApp, fastifyAdapter } from './fastify.ts';

/** A Nest app with an HTTP server, by its types. */
export interface NestApp {
  getHttpAdapter(): { getType(): string; getInstance(): unknown };
  getHttpServer(): unknown;
}

interface NestInternals {
  getHttpAdapter(): HttpAdapter;
  getHttpServer(): EventEmitter;
  /** Creates the exception handler of each route. */
  readonly routesResolver?: { readonly routerExceptionsFilter?: { readonly create?: unknown } };
}
interface HttpAdapter {
  getType(): string;
  getInstance(): unknown;
  setNotFoundHandler?: (handler: Handler, ...rest: unknown[]) => unknown;
}
type Handler = (this: unknown, request: unknown, ...rest: unknown[]) => unknown;
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Attaches to the Express or Fastify app inside, and to Nest's exceptions layer, which catches most exceptions. */
export const nestAdapter: Adapter<NestApp> = {
  name: 'NestJS',
  expects: 'the app that NestFactory.create() resolves to, on Express or Fastify',
  isApp(app) {
    const { getHttpAdapter, getHttpServer } = (app ?? {}) as Partial<NestApp>;
    if (typeof getHttpAdapter !== 'function' || typeof getHttpServer !== 'function') return false;
    const type = (app as NestApp).getHttpAdapter().getType();
    return type === 'express' || type === 'fastify';
  },
  attach(nestApp, host) {
    const app = nestApp as NestInternals;
    const adapter = app.getHttpAdapter();
    const server = app.getHttpServer();
    if (adapter.getType() === 'express') expressAdapter.attach(adapter.getInstance() as ExpressApp, host);
    else fastifyAdapter.attach(adapter.getInstance() as FastifyApp, host);
    host.watch(server);
    observeNotFound(adapter);
    observeExceptions(app);
  },
};

/** Nest responds to requests without a route by throwing from a catch-all route. */
function observeNotFound(adapter: HttpAdapter): void {
  const { setNotFoundHandler } = adapter;
  if (!setNotFoundHandler) return;
  adapter.setNotFoundHandler = function (this: HttpAdapter, handler, ...rest) {
    const observed = unseen(handler, (_, [request]) => {
      const recording = recordingOf(messageOf(request));
      recording?.enterRoute(() => '');
      recording?.startErrorStage(null);
      return undefined;
    });
    return setNotFoundHandler.call(this, observed, ...rest);
  };
}

const patchedPrototypes = new WeakSet<object>();

/** Each route has an exception handler of its own, but all are instances of one class. */
function observeExceptions({ routesResolver }: NestInternals): void {
  const filter = routesResolver?.routerExceptionsFilter;
  patchOnce(
    filter && Object.getPrototypeOf(filter),
    'create',
    (create) =>
      function (...args) {
        const handler = Reflect.apply(create, this, args);
        patchOnce(handler && Object.getPrototypeOf(handler), 'next', observeNext);
        return handler;
      },
  );
}

/** For an app that is not known: observes the exceptions of all handlers of this class. */
export function observeExceptionsHandler(prototype: Record<string, unknown>): void {
  patchOnce(prototype, 'next', observeNext);
}

function observeNext(next: Method): Method {
  return unseen(next, (_, [exception, host]) => {
    const request = (host as { getArgByIndex?(index: number): unknown } | undefined)?.getArgByIndex?.(0);
    const message = messageOf(request);
    recordingOf(message)?.startErrorStage(isUnrouted(message) ? null : exception);
    return undefined;
  });
}

function patchOnce(
  prototype: Record<string, unknown> | undefined,
  name: string,
  wrap: (method: Method) => Method,
): void {
  const method = prototype?.[name];
  if (!prototype || typeof method !== 'function' || patchedPrototypes.has(prototype)) return;
  patchedPrototypes.add(prototype);
  prototype[name] = wrap(method as Method);
}

/** The message of node:http: Fastify's request has it in `raw`, Express's is one itself. */
function messageOf(request: unknown): object {
  if (typeof request !== 'object' || request === null) return NO_MESSAGE;
  return 'raw' in request && typeof request.raw === 'object' && request.raw !== null ? request.raw : request;
}

const NO_MESSAGE = {};
