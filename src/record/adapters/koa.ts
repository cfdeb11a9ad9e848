import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { intercept } from '../http/listeners.ts';
import { isRefusal } from '../http/refused-request.ts';
import { recordingOf } from '../recording.ts';
import { unseen } from '../unseen.ts';
import { type Adapter, type RequestRecording, unlessServed } from './adapter.ts';

/** A Koa 2 or 3 app, by what the types of both have in common. */
export interface KoaApp {
  callback(): unknown;
  use(middleware: never): unknown;
}

interface KoaInternals extends EventEmitter {
  callback(): object;
  use(middleware: Middleware): unknown;
  handleRequest(context: Context, run: (context: Context) => Promise<unknown>): unknown;
  readonly middleware: Middleware[];
  /** What all contexts inherit from. */
  readonly context: Context;
}
type Next = () => Promise<unknown>;
type Middleware = (context: Context, next: Next) => unknown;

const CLIENT_GONE = new Set<unknown>(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const UNROUTED = Symbol('gatebook.unrouted');

interface Context {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly status: number;
  readonly respond?: boolean;
  readonly state?: { readonly user?: unknown };
  readonly response: { readonly _explicitStatus?: boolean };
  /** Set by @koa/router and koa-router: the router that ran, and the pattern that matched. */
  readonly router?: unknown;
  _matchedRoute?: unknown;
  [UNROUTED]?: boolean;
}

export const koaAdapter: Adapter<KoaApp> = {
  name: 'Koa',
  expects: 'a Koa app: new Koa()',
  isApp(app) {
    const { callback, use, handleRequest, middleware } = (app ?? {}) as Partial<KoaInternals>;
    const methods = [callback, use, handleRequest];
    return Array.isArray(middleware) && methods.every((method) => typeof method === 'function');
  },
  attach(koaApp, host) {
    const app = koaApp as unknown as KoaInternals;
    const { callback, handleRequest } = app;

    app.callback = function (this: KoaInternals) {
      const listener = callback.call(this);
      host.watchListener(listener);
      return listener;
    };
    app.handleRequest = unseen(
      handleRequest,
      (self: KoaInternals, args: Parameters<typeof handleRequest>) => {
        const [context] = args;
        const recording = host.record(context.req, context.res);
        const served = host.servePage(context.req, context.res);
        if (served === true) return () => Promise.resolve();
        if (recording) {
          observeRoute(context, recording);
          recording.user = () => context.state?.user;
        }
        return served === false
          ? handleRequest
          : () => unlessServed(served, () => handleRequest.apply(self, args));
      },
    );
    observeEnd(app.context);
    observeMiddleware(app);
    // Koa emits every error that it handles, and apps emit those that they have caught.
    intercept(app, { error: (error: unknown, context?: Context) => onError(context, error) });
  },
};

/** A router sets `_matchedRoute` right before it runs the handlers of the route. */
function observeRoute(context: Context, recording: RequestRecording): void {
  let route: unknown;
  Object.defineProperty(context, '_matchedRoute', {
    get: () => route,
    set(matched: unknown) {
      route = matched;
      if (matched !== undefined) recording.enterRoute(() => String(route));
    },
    configurable: true,
    enumerable: true,
  });
}

/** Koa reads `respond` when all middleware has run, to send what it left in the context. */
function observeEnd(prototype: Context): void {
  const { respond } = prototype;
  Object.defineProperty(prototype, 'respond', {
    get(this: Context) {
      const recording = this.req && recordingOf(this.req);
      if (recording) onDone(this, recording);
      return respond;
    },
    set(this: Context, value: unknown) {
      Object.defineProperty(this, 'respond', { value, writable: true, enumerable: true, configurable: true });
    },
    configurable: true,
  });
}

function onDone(context: Context, recording: RequestRecording): void {
  if (context.status < 400) recording.recover();
  else if (context.status === 404 && !context[UNROUTED] && isNotFound(context)) recording.startNotFound();
}

/** No middleware set a status, or one did although no route matched. */
function isNotFound(context: Context): boolean {
  return !context.response._explicitStatus || isUnrouted(context);
}

function isUnrouted({ router, _matchedRoute }: Context): boolean {
  return router !== undefined && _matchedRoute === undefined;
}

/** Code that may catch a rejection of `next`, or that can't be read. */
const CATCHES = /\bcatch\b|\.then\b|\[native code\]/;

/** Koa handles what no middleware catches. */
function observeMiddleware(app: KoaInternals): void {
  const { use, middleware } = app;
  for (let i = 0; i < middleware.length; i++) observeAt(middleware, i);
  app.use = function (this: KoaInternals, added) {
    const result = use.call(this, added);
    // Koa 2 converts generators, so the function in the list may not be the one that was passed.
    observeAt(this.middleware, this.middleware.length - 1);
    return result;
  };
}

function observeAt(list: Middleware[], index: number): void {
  const middleware = list[index];
  if (!middleware) return;
  const catches = CATCHES.test(Function.prototype.toString.call(middleware));
  list[index] = unseen(middleware, (_, args) => {
    const [context, next] = args;
    if (isUnrouted(context)) onUnrouted(context);
    if (catches) args[1] = observeNext(context, next);
    return undefined;
  });
}

/** This function stays in the stack of the middleware below: nothing else sees the rejection. */
function observeNext(context: Context, next: Next): Next {
  return () =>
    next().then(undefined, (error: unknown) => {
      onError(context, error);
      throw error;
    });
}

function onUnrouted(context: Context): void {
  context[UNROUTED] = true;
  recordingOf(context.req)?.startNotFound();
}

function onError(context: Context | undefined, error: unknown): void {
  if (context?.req && !isClientGone(context.req, error)) recordingOf(context.req)?.startErrorStage(error);
}

/** Koa also emits an error when the client disconnects, which is not a failure of the app. */
function isClientGone({ socket }: IncomingMessage, error: unknown): boolean {
  if (!socket?.destroyed || !(error instanceof Error) || !('code' in error)) return false;
  return CLIENT_GONE.has(error.code) || isRefusal(error.code);
}
