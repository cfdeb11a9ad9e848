import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Recording, recordingOf } from '../recording.ts';
import { unseen } from '../unseen.ts';
import { onFailure } from '../when-done.ts';

/** What node-server passes to an app besides the request. */
export interface Env {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

const MATCHED = Symbol('gatebook.matched');
/** Hono marks handlers of mounted apps that have an error handler of their own with this. */
const COMPOSED = '__COMPOSED_HANDLER';
type Matched = { [MATCHED]?: number };

interface Context {
  readonly env?: { readonly incoming?: IncomingMessage & Matched };
  /** Set by Hono before it calls the error handler of a mounted app. */
  error?: unknown;
  /** The index of the handler that is running. */
  readonly req: { readonly routeIndex: number };
  notFound: (...args: unknown[]) => unknown;
}
type Next = () => unknown;
type Handler = ((context: Context, next: Next) => unknown) & { readonly [COMPOSED]?: unknown };
interface Route {
  readonly path: string;
  readonly method: string;
}
type Registered = [handler: Handler, route: Route];
type Match = readonly [handlers: readonly (readonly [Registered, unknown])[], ...rest: unknown[]];

export interface Router {
  match(method: string, path: string): Match;
}
export interface RouterClass {
  readonly prototype: Router;
}

/** The number of handlers that the last request has matched. The first of them runs right after. */
interface LastMatch {
  handlers: number;
}

const observedClasses = new WeakSet<object>();
const observedHandlers = new WeakSet<Handler>();

/** For apps that are not known: observes all their routers, and the errors of their handlers. */
export function observeRouterClass({ prototype }: RouterClass): void {
  if (observedClasses.has(prototype)) return;
  observedClasses.add(prototype);
  const { match } = prototype;
  prototype.match = function (this: Router, method, path) {
    if (Object.hasOwn(this, 'match')) return match.call(this, method, path);
    observeRouter(this, { match, seesErrors: true });
    return this.match(method, path);
  };
}

/** Observes which handlers run. Returns a function to call right before the app handles a request. */
export function observeRouter(
  router: Router,
  { match, seesErrors }: { match: Router['match']; readonly seesErrors: boolean },
): (request: object) => void {
  const last: LastMatch = { handlers: 0 };
  let current: object | null = null;
  // Routers replace `match` with a faster function when it is first called.
  Object.defineProperty(router, 'match', {
    get: () => observedMatch,
    set: (faster: Router['match']) => {
      match = faster;
    },
    configurable: true,
  });

  function observedMatch(method: string, path: string): Match {
    const found = match.call(router, method, path);
    const [handlers] = found;
    for (let i = 0; i < handlers.length; i++) {
      const registered = handlers[i]?.[0];
      if (registered && !observedHandlers.has(registered[0])) {
        const observed = observeHandler(...registered, last);
        registered[0] = seesErrors ? observeErrors(observed) : observed;
        observedHandlers.add(registered[0]);
      }
    }
    last.handlers = handlers.length;
    if (current && handlers.length === 0) recordingOf(current)?.startNotFound();
    current = null;
    return found;
  }

  return (request) => {
    current = request;
  };
}

function observeHandler(handler: Handler, { path, method }: Route, last: LastMatch): Handler {
  const pattern = () => path;
  // `use` and `all` register in the same way. A handler for all methods that takes `next` is middleware.
  const isMiddleware = method === 'ALL' && handler.length > 1;

  return unseen(handler, (_, args) => {
    const [context, next] = args;
    const incoming = context.env?.incoming;
    const recording = incoming && recordingOf(incoming);
    if (!recording) return undefined;
    if (!isMiddleware) recording.enterRoute(pattern);
    const startNotFound = () => {
      recording.startNotFound();
      return undefined;
    };
    const { notFound, req } = context;
    if (req.routeIndex === 0) {
      incoming[MATCHED] = last.handlers;
      context.notFound = unseen(notFound, startNotFound);
    }
    // After the last handler that matched, Hono runs the not-found handler.
    if (req.routeIndex + 1 === incoming[MATCHED]) args[1] = unseen(next, startNotFound);
    return undefined;
  });
}

/** Hono calls its error handler as soon as a handler throws an error. Any other thrown value goes to node-server, unless it is caught. */
function observeErrors(handler: Handler): Handler {
  return unseen(handler, (self, args) => {
    const [context] = args;
    const incoming = context.env?.incoming;
    const recording = incoming && recordingOf(incoming);
    if (!recording) return undefined;
    const isOutermost = context.req.routeIndex === 0;
    // Until a handler runs, a request of a server of Hono counts as one without a route.
    if (isOutermost) recording.enterRoute(NO_ROUTE);
    if (handler[COMPOSED] !== undefined) observeErrorOf(context, recording);
    return () =>
      onFailure(handler, self, args, (error) => {
        if (error instanceof Error || isOutermost) recording.startErrorStage(error);
      });
  });
}

const NO_ROUTE = () => '';

function observeErrorOf(context: Context, recording: Recording): void {
  let { error } = context;
  Object.defineProperty(context, 'error', {
    get: () => error,
    set(thrown: unknown) {
      error = thrown;
      recording.startErrorStage(thrown);
    },
    configurable: true,
    enumerable: true,
  });
}
