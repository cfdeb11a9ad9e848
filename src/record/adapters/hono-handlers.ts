import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordingOf } from '../recording.ts';

/** What node-server hands to an app beside the request. */
export interface Env {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

const SEEN = Symbol('gatebook.seen');
const MATCHED = Symbol('gatebook.matched');
/** How many handlers matched. */
type Matched = { [MATCHED]?: number };

interface Context {
  readonly env?: { readonly incoming?: IncomingMessage & Matched };
  /** Which of the matched handlers is running. */
  readonly req: { readonly routeIndex: number };
  notFound: (...args: unknown[]) => unknown;
}
type Next = () => unknown;
type Handler = ((context: Context, next: Next) => unknown) & { [SEEN]?: true };
interface Route {
  readonly path: string;
  readonly method: string;
}
/** As the router keeps it. */
type Registered = [handler: Handler, route: Route];
type Match = readonly [handlers: readonly (readonly [Registered, unknown])[], ...rest: unknown[]];

export interface Router {
  match(method: string, path: string): Match;
}

/** Sees which handlers of an app run: those of a request while it is `asking`. */
export function watchRouter(router: Router): <Result>(request: object, ask: () => Result) => Result {
  let { match } = router;
  let asked: Matched | null = null;
  // Routers put a faster way to match in its place when they are first asked.
  Object.defineProperty(router, 'match', {
    get: () => sees,
    set: (faster: Router['match']) => {
      match = faster;
    },
    configurable: true,
  });

  function sees(method: string, path: string): Match {
    const found = match.call(router, method, path);
    const [handlers] = found;
    for (let i = 0; i < handlers.length; i++) {
      const registered = handlers[i]?.[0];
      if (registered && !registered[0][SEEN]) registered[0] = watchHandler(...registered);
    }
    if (asked) {
      asked[MATCHED] = handlers.length;
      if (handlers.length === 0) recordingOf(asked)?.lastResort();
    }
    return found;
  }

  return (request, ask) => {
    asked = request as Matched;
    try {
      return ask();
    } finally {
      asked = null;
    }
  };
}

function watchHandler(handler: Handler, { path, method }: Route): Handler {
  const pattern = () => path;
  // `use` and `all` register alike. Who takes a `next` for all methods is there for others' requests.
  const isMiddleware = method === 'ALL' && handler.length > 1;

  const sees: Handler = (context, next) => {
    const incoming = context.env?.incoming;
    const recording = incoming && recordingOf(incoming);
    if (!recording) return handler(context, next);
    if (!isMiddleware) recording.routed(pattern);
    const { notFound, req } = context;
    if (req.routeIndex === 0) {
      context.notFound = (...args) => {
        recording.lastResort();
        return notFound(...args);
      };
    }
    if (req.routeIndex + 1 !== incoming[MATCHED]) return handler(context, next);
    // After the last handler that matched comes the not-found handling.
    return handler(context, () => {
      recording.lastResort();
      return next();
    });
  };
  return Object.defineProperties(sees, { [SEEN]: { value: true }, length: { value: handler.length } });
}
