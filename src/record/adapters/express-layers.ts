import type { IncomingMessage } from 'node:http';
import { recordingOf } from '../recording.ts';

export type Next = (error?: unknown) => void;
export type Request = IncomingMessage & { route?: Route; baseUrl?: string };

interface Route {
  readonly path?: unknown;
}
type Handle = (this: Layer, ...args: unknown[]) => unknown;

/** A handler as Express 4 and 5 store it. */
export interface Layer {
  readonly handle: ((...args: never[]) => unknown) & { readonly stack?: unknown; readonly handle?: unknown };
  readonly route?: Route;
  /** Matches every path: `slash` in Express 5, `fast_slash` in Express 4. */
  readonly slash?: boolean;
  readonly regexp?: { readonly fast_slash?: boolean };
}

const patchedPrototypes = new WeakSet<object>();
const notFoundLayers = new WeakSet<Layer>();

/** Returns a function to call with the app's layers on each request, because apps can add layers at any time. */
export function observeStack(): (stack: readonly Layer[]) => void {
  let last: Layer | undefined;
  let notFound: Layer | undefined;
  return (stack) => {
    if (stack.at(-1) === last) return;
    last = stack.at(-1);
    patchLayers(last);
    if (notFound) notFoundLayers.delete(notFound);
    notFound = stack.findLast((layer) => layer.handle.length < 4);
    if (notFound && matchesEveryPath(notFound)) notFoundLayers.add(notFound);
  };
}

/** The last middleware, if it matches every path, is how Express apps handle "not found" themselves. */
function matchesEveryPath({ route, handle, slash, regexp }: Layer): boolean {
  return !route && !handle.stack && !handle.handle && Boolean(slash ?? regexp?.fast_slash);
}

/** Observes all handlers, also those of nested routers, through the class that all layers share. */
function patchLayers(layer: Layer | undefined): void {
  const prototype = layer && Object.getPrototypeOf(layer);
  if (!prototype || patchedPrototypes.has(prototype)) return;
  patchedPrototypes.add(prototype);
  for (const name of ['handleRequest', 'handle_request']) patch(prototype, name, observeRequest);
  for (const name of ['handleError', 'handle_error']) patch(prototype, name, observeError);
}

function patch(prototype: Record<string, unknown>, name: string, wrap: (handle: Handle) => Handle): void {
  const handle = prototype[name];
  if (typeof handle === 'function') prototype[name] = wrap(handle as Handle);
}

function observeRequest(handleRequest: Handle): Handle {
  return function (request, response, next) {
    if (this.route) {
      // Read now: Express resets `baseUrl` before it calls an error handler.
      const { baseUrl } = request as Request;
      recordingOf(request as Request)?.enterRoute(() => routeOf(baseUrl, this.route));
    } else if (notFoundLayers.has(this)) {
      recordingOf(request as Request)?.startNotFound();
    }
    return handleRequest.call(this, request, response, next);
  };
}

function observeError(handleError: Handle): Handle {
  return function (error, request, response, next) {
    const recording = this.handle.length === 4 ? recordingOf(request as Request) : undefined;
    if (!recording) return handleError.call(this, error, request, response, next);
    recording.startErrorStage(error);
    // An error handler that calls `next()` without an error has not responded.
    const observedNext: Next = (nextError) => {
      if (!nextError || nextError === 'route' || nextError === 'router') recording.recover();
      (next as Next)(nextError);
    };
    return handleError.call(this, error, request, response, observedNext);
  };
}

export function routeOf(baseUrl = '', route: Route | undefined): string {
  return route?.path === undefined ? '' : baseUrl + String(route.path);
}
