import { GatebookError } from '../../errors.ts';
import { type Recording, recordingOf } from '../recording.ts';
import type { Wiring } from './adapter.ts';
import { type Env, type Router, watchRouter } from './hono-handlers.ts';

/** A Hono 4 application, as far as its types tell. */
export interface HonoApp {
  fetch: (request: never, ...rest: never[]) => unknown;
  onError: (handler: never) => unknown;
}

type Answered = Response | Promise<Response>;
type ErrorHandler = (error: unknown, context: { readonly env?: Env }) => unknown;

/** What we use of it beyond that. */
interface HonoInternals {
  fetch: (request: Request, env?: Env, ...rest: unknown[]) => Answered;
  route(path: string, app: HonoInternals): unknown;
  errorHandler: ErrorHandler;
  readonly router: Router;
}

/** What node-server looks for in an answer that has gone out already. */
const ALREADY_SENT = { headers: { 'x-hono-already-sent': 'true' } };

export function honoInternals(app: HonoApp): HonoInternals {
  const { fetch, errorHandler, router } = (app ?? {}) as unknown as Partial<HonoInternals>;
  if (typeof fetch === 'function' && typeof errorHandler === 'function' && router)
    return app as unknown as HonoInternals;
  throw new GatebookError(
    'bad-option',
    'gatebook(app) of gatebook/hono takes a Hono application: new Hono(). For another server, see gatebook/http.',
  );
}

/** Records an app where it stands: its own requests, its handlers, its error and not-found handling. */
export function recordHono(app: HonoInternals, { recorder, page }: Wiring): void {
  const { fetch, route } = app;
  const asking = watchRouter(app.router);
  const served = watchErrors(app);

  app.fetch = (request, env, ...rest) => {
    const { incoming, outgoing } = env ?? {};
    // Only node-server hands both over. An upgrade has no response: it is recorded with its server.
    if (!incoming || !outgoing) return fetch(request, env, ...rest);
    const recording = recorder.recordingOf(incoming, outgoing);
    if (page(incoming, outgoing)) return alreadySent();
    served();
    return seen(recording, () => asking(incoming, () => fetch(request, env, ...rest)));
  };
  // An app that is mounted keeps the handler it has for its own errors.
  app.route = function (this: HonoInternals, path, mounted) {
    watchErrors(mounted);
    return route.call(this, path, mounted);
  };
}

/** What not even the error handler answers is left to node-server. */
function seen(recording: Recording | undefined, fetch: () => Answered): Answered {
  function rethrow(error: unknown): never {
    recording?.errorStage(error);
    throw error;
  }
  try {
    const answered = fetch();
    return answered instanceof Promise ? answered.then(undefined, rethrow) : answered;
  } catch (error) {
    return rethrow(error);
  }
}

const watched = new WeakMap<object, () => void>();

/**
 * Sees an app's error handler, whichever it is by then. The default one is left as it is until the app is known to be
 * served, which is what is returned: Hono knows by it that a mounted app has no handler of its own.
 */
function watchErrors(app: HonoInternals): () => void {
  const known = watched.get(app);
  if (known) return known;
  let handler = app.errorHandler;
  let isServed = false;
  const byDefault = defaultOf(app);
  const sees: ErrorHandler = (error, context) => {
    const incoming = context.env?.incoming;
    if (incoming) recordingOf(incoming)?.errorStage(error);
    return handler(error, context);
  };
  Object.defineProperty(app, 'errorHandler', {
    get: () => (handler === byDefault && !isServed ? handler : sees),
    set: (next: ErrorHandler) => {
      handler = next;
    },
    configurable: true,
    enumerable: true,
  });
  const served = () => {
    isServed = true;
  };
  watched.set(app, served);
  return served;
}

function defaultOf(app: HonoInternals): ErrorHandler | undefined {
  try {
    return (new (app.constructor as new () => HonoInternals)() as HonoInternals).errorHandler;
  } catch {
    return undefined;
  }
}

/** Where node-server has put an answer class of its own in the place of Response, the clone is a real one. */
function alreadySent(): Response {
  return new Response(null, ALREADY_SENT).clone();
}
