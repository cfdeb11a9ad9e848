import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordingOf } from '../recording.ts';
import type { Wiring } from './adapter.ts';

/** What we use of an Express 4 or 5 application. */
export interface ExpressApp {
  handle(request: IncomingMessage, response: ServerResponse, callback?: Next): unknown;
}
type Next = (error?: unknown) => void;
type Request = IncomingMessage & { route?: { path?: unknown }; baseUrl?: string };

interface Internals extends ExpressApp {
  /** Express 5 makes it on first use, from the settings made until then: not before the first request. */
  readonly router?: Router;
  /** Express 4's name for it, where `router` throws. */
  readonly _router?: Router;
  readonly lazyrouter?: unknown;
}
interface Router {
  readonly stack?: Layer[];
}
interface Layer {
  readonly handle: ((...args: never[]) => unknown) & { readonly stack?: unknown; readonly handle?: unknown };
  readonly route?: unknown;
  /** Express 5 and 4: matches every path. */
  readonly slash?: boolean;
  readonly regexp?: { readonly fast_slash?: boolean };
}

/** Records an app where it stands: its own requests, its error handlers, its final handler. */
export function recordExpress(app: ExpressApp, { recorder, page }: Wiring): void {
  const handle = app.handle;
  let lastLayer: Layer | undefined;

  app.handle = function (this: Internals, request: Request, response, callback) {
    const recording = recorder.recordingOf(request, response);
    // Mounted in another app, which has the first and the last word.
    if (callback) return handle.call(this, request, response, callback);
    if (page(request, response)) return;

    const stack = (this.lazyrouter ? this._router : this.router)?.stack ?? [];
    if (stack.at(-1) !== lastLayer) {
      lastLayer = stack.at(-1);
      watchErrorHandlers(lastLayer);
      watchLastResort(stack.findLast((layer) => layer.handle.length < 4));
    }
    if (recording) recording.route = () => routeOf(request);
    return handle.call(this, request, response, (error) => {
      recording?.errorStage(error);
      answerFinally(this, handle, error, request, response);
    });
  };
}

/** Express's own final answer to an unrouted or failed request: its handler over a router that only passes on. */
function answerFinally(
  app: Internals,
  handle: ExpressApp['handle'],
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const router = { value: { handle: (_request: unknown, _response: unknown, done: Next) => done(error) } };
  handle.call(Object.create(app, { router, _router: router }), request, response);
}

const watched = new WeakSet<object>();

/** Handlers of four arguments, wherever in the app they stand, are seen through the class of all layers. */
function watchErrorHandlers(layer: Layer | undefined): void {
  const prototype = layer && Object.getPrototypeOf(layer);
  if (!prototype || watched.has(prototype)) return;
  watched.add(prototype);
  const name = 'handleError' in prototype ? 'handleError' : 'handle_error';
  const handleError = prototype[name] as (...args: unknown[]) => unknown;
  prototype[name] = function (this: Layer, error: unknown, request: IncomingMessage, ...rest: unknown[]) {
    if (this.handle.length === 4) recordingOf(request)?.errorStage(error);
    return handleError.call(this, error, request, ...rest);
  };
}

/** A middleware for every path at the very end of an app is how Express apps answer "not found" themselves. */
function watchLastResort(layer: Layer | undefined): void {
  if (!layer || watched.has(layer) || layer.route || layer.handle.stack || layer.handle.handle) return;
  if (!layer.slash && !layer.regexp?.fast_slash) return;
  const own = layer as unknown as Record<string, (...args: unknown[]) => unknown>;
  const name = 'handleRequest' in layer ? 'handleRequest' : 'handle_request';
  const handleRequest = own[name];
  if (!handleRequest) return;
  watched.add(layer);
  own[name] = function (this: unknown, ...args: unknown[]) {
    recordingOf(args[0] as IncomingMessage)?.lastResort();
    return handleRequest.apply(this, args);
  };
}

function routeOf({ baseUrl = '', route }: Request): string {
  return route?.path === undefined ? '' : baseUrl + String(route.path);
}
