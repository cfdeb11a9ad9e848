import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordingOf } from '../recording.ts';

/** What node-server passes to an app besides the request. */
export interface Env {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

const OBSERVED = Symbol('gatebook.observed');
const MATCHED = Symbol('gatebook.matched');
/** A request with the number of handlers that matched it. */
type Matched = { [MATCHED]?: number };

interface Context {
  readonly env?: { readonly incoming?: IncomingMessage & Matched };
  /** The index of the handler that is running. */
  readonly req: { readonly routeIndex: number };
  notFound: (...args: unknown[]) => unknown;
}
type Next = () => unknown;
type Handler = ((context: Context, next: Next) => unknown) & { [OBSERVED]?: true };
interface Route {
  readonly path: string;
  readonly method: string;
}
/** An item as the router stores it. */
type Registered = [handler: Handler, route: Route];
type Match = readonly [handlers: readonly (readonly [Registered, unknown])[], ...rest: unknown[]];

export interface Router {
  match(method: string, path: string): Match;
}

/** Observes which handlers run. Returns a function that runs the app for one request. */
export function observeRouter(router: Router): <Result>(request: object, run: () => Result) => Result {
  let { match } = router;
  let current: Matched | null = null;
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
      if (registered && !registered[0][OBSERVED]) registered[0] = observeHandler(...registered);
    }
    if (current) {
      current[MATCHED] = handlers.length;
      if (handlers.length === 0) recordingOf(current)?.startNotFound();
    }
    return found;
  }

  return (request, run) => {
    current = request as Matched;
    try {
      return run();
    } finally {
      current = null;
    }
  };
}

function observeHandler(handler: Handler, { path, method }: Route): Handler {
  const pattern = () => path;
  // `use` and `all` register in the same way. A handler for all methods that takes `next` is middleware.
  const isMiddleware = method === 'ALL' && handler.length > 1;

  const observed: Handler = (context, next) => {
    const incoming = context.env?.incoming;
    const recording = incoming && recordingOf(incoming);
    if (!recording) return handler(context, next);
    if (!isMiddleware) recording.enterRoute(pattern);
    const { notFound, req } = context;
    if (req.routeIndex === 0) {
      context.notFound = (...args) => {
        recording.startNotFound();
        return notFound(...args);
      };
    }
    if (req.routeIndex + 1 !== incoming[MATCHED]) return handler(context, next);
    // After the last handler that matched, Hono runs the not-found handler.
    return handler(context, () => {
      recording.startNotFound();
      return next();
    });
  };
  return Object.defineProperties(observed, {
    [OBSERVED]: { value: true },
    length: { value: handler.length },
  });
}
