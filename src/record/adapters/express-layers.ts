import type { IncomingMessage } from 'node:http';
import { recordingOf } from '../recording.ts';

export type Next = (error?: unknown) => void;
export type Request = IncomingMessage & { route?: Route; baseUrl?: string };

interface Route {
  readonly path?: unknown;
}
type Handle = (this: Layer, ...args: unknown[]) => unknown;

/** What Express 4 or 5 makes of a handler. */
export interface Layer {
  readonly handle: ((...args: never[]) => unknown) & { readonly stack?: unknown; readonly handle?: unknown };
  readonly route?: Route;
  /** Express 5 and 4: matches every path. */
  readonly slash?: boolean;
  readonly regexp?: { readonly fast_slash?: boolean };
}

const watched = new WeakSet<object>();
const lastResorts = new WeakSet<Layer>();

/** Follows an app's layers; to be called with each request, since apps may grow. */
export function watchStack(): (stack: readonly Layer[]) => void {
  let last: Layer | undefined;
  let lastResort: Layer | undefined;
  return (stack) => {
    if (stack.at(-1) === last) return;
    last = stack.at(-1);
    watchLayers(last);
    if (lastResort) lastResorts.delete(lastResort);
    lastResort = stack.findLast((layer) => layer.handle.length < 4);
    if (lastResort && answersAnyPath(lastResort)) lastResorts.add(lastResort);
  };
}

/** A middleware for every path at the very end of an app is how Express apps answer "not found" themselves. */
function answersAnyPath({ route, handle, slash, regexp }: Layer): boolean {
  return !route && !handle.stack && !handle.handle && Boolean(slash ?? regexp?.fast_slash);
}

/** Handlers, wherever in the app they stand, are seen through the class of all layers. */
function watchLayers(layer: Layer | undefined): void {
  const prototype = layer && Object.getPrototypeOf(layer);
  if (!prototype || watched.has(prototype)) return;
  watched.add(prototype);
  for (const name of ['handleRequest', 'handle_request']) watchMethod(prototype, name, seesRequest);
  for (const name of ['handleError', 'handle_error']) watchMethod(prototype, name, seesError);
}

function watchMethod(
  prototype: Record<string, unknown>,
  name: string,
  sees: (handle: Handle) => Handle,
): void {
  const handle = prototype[name];
  if (typeof handle === 'function') prototype[name] = sees(handle as Handle);
}

function seesRequest(handleRequest: Handle): Handle {
  return function (request, response, next) {
    if (this.route) {
      // What it is mounted under is known only now: an error handler of the app finds it taken back.
      const { baseUrl } = request as Request;
      recordingOf(request as Request)?.routed(() => routeOf(baseUrl, this.route));
    } else if (lastResorts.has(this)) {
      recordingOf(request as Request)?.lastResort();
    }
    return handleRequest.call(this, request, response, next);
  };
}

function seesError(handleError: Handle): Handle {
  return function (error, request, response, next) {
    const recording = this.handle.length === 4 ? recordingOf(request as Request) : undefined;
    if (!recording) return handleError.call(this, error, request, response, next);
    recording.errorStage(error);
    // A handler that goes on without an error has not answered: the stage is whoever's the answer is.
    const goOn: Next = (again) => {
      if (!again || again === 'route' || again === 'router') recording.recovered();
      (next as Next)(again);
    };
    return handleError.call(this, error, request, response, goOn);
  };
}

export function routeOf(baseUrl = '', route: Route | undefined): string {
  return route?.path === undefined ? '' : baseUrl + String(route.path);
}
