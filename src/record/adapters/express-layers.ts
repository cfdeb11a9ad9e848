import type { IncomingMessage } from 'node:http';
import { recordingOf } from '../recording.ts';
import { unseen } from '../unseen.ts';
import { type MountLayer, mountPattern } from './mount-pattern.ts';

export type Next = (error?: unknown) => void;
export type Request = IncomingMessage & { route?: Route; baseUrl?: string };

interface Route {
  readonly path?: unknown;
}

/** A handler as Express 4 and 5 store it. */
export interface Layer extends MountLayer {
  readonly handle: ((...args: never[]) => unknown) & { readonly stack?: unknown; readonly handle?: unknown };
  readonly route?: Route;
  /** Matches every path: `slash` in Express 5, `fast_slash` in Express 4. */
  readonly slash?: boolean;
  readonly regexp?: RegExp & { readonly fast_slash?: boolean };
}

/** A router or middleware that is mounted at a path and handles the request now. */
interface Mount {
  readonly layer: Layer;
  /** The `baseUrl` of the request inside, and that of the mount around this one. */
  readonly baseUrl: string;
  readonly parent: Mount | undefined;
}

/** In Express 5, and in Express 4. */
const HANDLE_REQUEST = ['handleRequest', 'handle_request'] as const;
const patchedPrototypes = new WeakSet<object>();
const notFoundLayers = new WeakSet<Layer>();
const unrouted = new WeakSet<object>();
const mounts = new WeakMap<Request, Mount>();
/** The last path that each layer matched, and its pattern: most routers are mounted at a fixed path. */
const lastPatterns = new WeakMap<Layer, { readonly path: string; readonly pattern: string | null }>();

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
    if (!notFound || !matchesEveryPath(notFound)) return;
    notFoundLayers.add(notFound);
    for (const name of HANDLE_REQUEST) Reflect.deleteProperty(notFound, name);
  };
}

/** The last middleware, if it matches every path, is how Express apps handle "not found" themselves. */
function matchesEveryPath({ route, handle, slash, regexp }: Layer): boolean {
  return !route && !handle.stack && !handle.handle && Boolean(slash ?? regexp?.fast_slash);
}

/** Whether the request has reached the layer that handles "not found". */
export function isUnrouted(request: object): boolean {
  return unrouted.has(request);
}

/** Observes all handlers, also those of nested routers, through the class that all layers share. */
function patchLayers(layer: Layer | undefined): void {
  const prototype = layer && Object.getPrototypeOf(layer);
  if (!prototype || patchedPrototypes.has(prototype)) return;
  patchedPrototypes.add(prototype);
  for (const name of HANDLE_REQUEST)
    patch(prototype, name, (layer, args: Parameters<typeof observeRequest>[1], handle) => {
      if (isPlain(layer)) Object.assign(layer, { [name]: handle });
      else observeRequest(layer, args);
    });
  for (const name of ['handleError', 'handle_error']) patch(prototype, name, observeError);
}

/** Most middleware needs no observing: after its first run it has the method of Express again. */
function isPlain(layer: Layer): boolean {
  return !layer.route && !notFoundLayers.has(layer) && Boolean(layer.slash ?? layer.regexp?.fast_slash);
}

function patch<Args>(
  prototype: object,
  name: string,
  before: (layer: Layer, args: Args, handle: unknown) => void,
): void {
  const methods = prototype as Record<string, (this: Layer, ...args: unknown[]) => unknown>;
  const handle = methods[name];
  if (typeof handle !== 'function') return;
  methods[name] = unseen(handle, (self: Layer, args) => {
    before(self, args as Args, handle);
    return undefined;
  });
  if (handle.name === name) return;
  // V8 writes `Layer.handle [as handle_request]` if it finds the method that runs in the object or in what it inherits from.
  const above = Object.getPrototypeOf(prototype);
  Object.setPrototypeOf(
    prototype,
    Object.create(above, { [name]: { value: handle, enumerable: true, configurable: true } }),
  );
}

function observeRequest(layer: Layer, args: [request: Request, response: unknown, next: Next]): void {
  const [request] = args;
  if (layer.route) {
    // Read now: Express resets `baseUrl` before it calls an error handler.
    recordingOf(request)?.enterRoute(routeOf(request, layer.route));
  } else if (notFoundLayers.has(layer)) {
    unrouted.add(request);
    recordingOf(request)?.startNotFound();
  } else enterMount(layer, request);
}

/** Remembers the mount, and forgets those before that are not above its path: the request has left them. */
function enterMount(layer: Layer, request: Request): void {
  const { baseUrl = '' } = request;
  let parent = mounts.get(request);
  while (parent && !(baseUrl.length > parent.baseUrl.length && baseUrl.startsWith(parent.baseUrl)))
    parent = parent.parent;
  mounts.set(request, { layer, baseUrl, parent });
}

function observeError(
  { handle }: Layer,
  args: [error: unknown, request: Request, response: unknown, next: Next],
): void {
  const [error, request, , next] = args;
  const recording = handle.length === 4 ? recordingOf(request) : undefined;
  if (!recording) return;
  recording.startErrorStage(error);
  // An error handler that calls `next()` without an error has not responded.
  args[3] = unseen(next, (_, [nextError]) => {
    if (!nextError || nextError === 'route' || nextError === 'router') recording.recover();
  });
}

/** Returns a function that builds the route of the request, from where it is now. */
export function routeOf(request: Request, route: Route | undefined): () => string {
  const { baseUrl = '' } = request;
  const mount = mounts.get(request);
  return () => (route?.path === undefined ? '' : basePattern(baseUrl, mount) + String(route.path));
}

/** The patterns of all mounts. A part without a known pattern stays as it is, and redaction reads it later. */
function basePattern(baseUrl: string, mount: Mount | undefined): string {
  if (!mount) return baseUrl;
  if (!baseUrl.startsWith(mount.baseUrl)) return basePattern(baseUrl, mount.parent);
  const { layer, baseUrl: mounted, parent } = mount;
  let outer = parent;
  const path = () => mounted.slice(outer?.baseUrl.length ?? 0);
  let pattern = patternOf(layer, path());
  // The request may have left the outer mount, whose path begins like this one's.
  for (; pattern === null && outer; pattern = patternOf(layer, path())) outer = outer.parent;
  return basePattern(outer?.baseUrl ?? '', outer) + (pattern ?? path()) + baseUrl.slice(mounted.length);
}

function patternOf(layer: Layer, path: string): string | null {
  const last = lastPatterns.get(layer);
  if (last?.path === path) return last.pattern;
  const pattern = mountPattern(layer, path);
  lastPatterns.set(layer, { path, pattern });
  return pattern;
}
