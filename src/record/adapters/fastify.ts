import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordingOf } from '../recording.ts';
import { type Call, unseen } from '../unseen.ts';
import type { Adapter, AdapterHost } from './adapter.ts';
import { servePage } from './node-http.ts';

/** The part of a Fastify 4 or 5 instance that is used. */
export interface FastifyApp {
  readonly server: object;
  addHook: (...args: never[]) => unknown;
  decorateReply: (name: symbol, value: null) => unknown;
}
interface Request {
  readonly raw: IncomingMessage;
  readonly is404: boolean;
  readonly user?: unknown;
  readonly routeOptions?: { readonly url?: string | undefined };
}
interface Reply {
  readonly raw: ServerResponse;
  readonly request: Request;
  hijack(): unknown;
}
interface ReplyClass {
  readonly prototype: Reply & { callNotFound: Call };
}
/** A route, as Fastify keeps it for its requests. */
interface RouteContext {
  handler: (request: Request, ...rest: unknown[]) => unknown;
  errorHandler: ErrorHandler | null;
}
interface ErrorHandler {
  readonly func?: (error: unknown, request: Request, ...rest: unknown[]) => unknown;
}

/**
 * Observes each reply that Fastify makes, and the handlers of its route when it is first used. A hook of ours would be in the stack of
 * the app's hooks and handlers, and makes Fastify run hooks where the app has none.
 */
export const fastifyAdapter: Adapter<FastifyApp> = {
  name: 'Fastify',
  expects: 'a Fastify instance: await app.register(gatebook)',
  isApp(app) {
    const { addHook, server } = (app ?? {}) as Partial<FastifyApp>;
    return typeof addHook === 'function' && typeof server === 'object';
  },
  attach(app, host) {
    host.watch(app.server);
    servePage(app.server as EventEmitter, host);
    // Fastify sets each decorator of a new reply, when its other properties are set.
    const made = Symbol('gatebook.made');
    app.decorateReply(made, null);
    const reply = symbolOf(app, 'fastify.Reply');
    if (!reply) return;
    const { prototype } = (app as unknown as Record<symbol, ReplyClass>)[reply] as ReplyClass;
    const observeRoute = createRouteObserver();
    let context: symbol | undefined;
    Object.defineProperty(prototype, made, {
      set(this: Reply) {
        begin(this, host);
        context ??= symbolOf(this.request, 'fastify.context');
        if (context)
          observeRoute((this.request as unknown as Record<symbol, RouteContext | undefined>)[context]);
      },
    });
    prototype.callNotFound = unseen(prototype.callNotFound, (self: Reply) => {
      recordingOf(self.request.raw)?.startErrorStage(null);
      return undefined;
    });
  },
};

function begin(reply: Reply, host: AdapterHost): void {
  const { request, raw: response } = reply;
  const recording = host.record(request.raw, response);
  // A server has served the page before. A request that is injected has none.
  if (!('server' in request.raw.socket) && host.servePage(request.raw, response) === true) reply.hijack();
  if (!recording) return;
  recording.route = () => routeOf(request);
  recording.user = () => request.user;
  if (request.is404) recording.startNotFound();
}

function createRouteObserver(): (route: RouteContext | undefined) => void {
  const observed = new WeakSet<RouteContext>();
  return (route) => {
    if (!route || observed.has(route)) return;
    observed.add(route);
    route.handler = unseen(route.handler, (_, [request]) => {
      const recording = recordingOf(request.raw);
      if (request.is404) recording?.startErrorStage(null);
      else recording?.enterRoute(() => routeOf(request));
      return undefined;
    });
    // It may be shared with other routes, and the next one is found by its prototype.
    const { errorHandler } = route;
    if (!errorHandler?.func) return;
    const func = unseen(errorHandler.func, (_, [error, request]) => {
      recordingOf(request.raw)?.startErrorStage(error);
      return undefined;
    });
    route.errorHandler = Object.create(Object.getPrototypeOf(errorHandler), {
      ...Object.getOwnPropertyDescriptors(errorHandler),
      func: { value: func, enumerable: true, configurable: true, writable: true },
    });
  };
}

function routeOf({ routeOptions }: Request): string {
  return routeOptions?.url ?? '';
}

/** A symbol of Fastify's own, which it does not export. */
function symbolOf(holder: object, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(holder).find(({ description }) => description === name);
}
