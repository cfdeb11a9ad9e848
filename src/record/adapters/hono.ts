import { tryOr } from '../../errors.ts';
import { recordingOf } from '../recording.ts';
import { unseen } from '../unseen.ts';
import { onFailure } from '../when-done.ts';
import type { Adapter } from './adapter.ts';
import { type Env, observeRouter, type Router } from './hono-handlers.ts';

/** A Hono 4 app, by its types. */
export interface HonoApp {
  fetch: (request: never, ...rest: never[]) => unknown;
  onError: (handler: never) => unknown;
}

type MaybeAsyncResponse = Response | Promise<Response>;
type ErrorHandler = (error: unknown, context: { readonly env?: Env }) => unknown;

interface HonoInternals {
  fetch: (request: Request, env?: Env, ...rest: unknown[]) => MaybeAsyncResponse;
  route(path: string, app: HonoInternals): unknown;
  errorHandler: ErrorHandler;
  readonly router: Router;
}

/** With this header node-server sends nothing, because the response went out already. */
const ALREADY_SENT = { headers: { 'x-hono-already-sent': 'true' } };

export const honoAdapter: Adapter<HonoApp> = {
  name: 'Hono',
  expects: 'a Hono app: new Hono()',
  isApp(app) {
    const { fetch, errorHandler, router } = (app ?? {}) as unknown as Partial<HonoInternals>;
    return typeof fetch === 'function' && typeof errorHandler === 'function' && Boolean(router);
  },
  attach(honoApp, host) {
    const app = honoApp as unknown as HonoInternals;
    const { fetch, route } = app;
    host.expectServer();
    const startMatching = observeRouter(app.router, { match: app.router.match, seesErrors: false });
    const markServed = observeErrors(app);

    app.fetch = unseen(fetch, (self: HonoInternals, args: Parameters<typeof fetch>) => {
      const { incoming, outgoing } = args[1] ?? {};
      // Only node-server passes both. An upgrade has no response and is recorded with its server.
      if (!incoming || !outgoing) return undefined;
      const recording = host.record(incoming, outgoing);
      const served = host.servePage(incoming, outgoing);
      if (served === true) return alreadySent;
      const handle = () => {
        markServed();
        startMatching(incoming);
        // Nothing else sees thrown values other than errors, and errors of the error handler: they go to node-server.
        return onFailure(fetch, self, args, (error) => recording?.startErrorStage(error));
      };
      return served === false
        ? handle
        : () => served.then((isServed) => (isServed ? alreadySent() : handle()));
    });
    // A mounted app keeps its own error handler.
    app.route = function (this: HonoInternals, path, mounted) {
      observeErrors(mounted);
      return route.call(this, path, mounted);
    };
  },
};

const observedApps = new WeakMap<object, () => void>();

/**
 * Observes an app's error handler, even if it is replaced later. Hono compares handlers to find out whether a mounted app
 * has one of its own, so the default handler stays as it is until the returned function says that the app is served.
 */
function observeErrors(app: HonoInternals): () => void {
  const existing = observedApps.get(app);
  if (existing) return existing;
  let handler = app.errorHandler;
  let isServed = false;
  const create = app.constructor as new () => HonoInternals;
  const defaultHandler = tryOr(undefined, () => new create().errorHandler);
  const observe = (call: ErrorHandler) =>
    unseen(call, (_, [error, { env }]) => {
      if (env?.incoming) recordingOf(env.incoming)?.startErrorStage(error);
      return undefined;
    });
  let observed = observe(handler);
  Object.defineProperty(app, 'errorHandler', {
    get: () => (handler === defaultHandler && !isServed ? handler : observed),
    set(next: ErrorHandler) {
      handler = next;
      observed = observe(next);
    },
    configurable: true,
    enumerable: true,
  });
  const markServed = () => {
    isServed = true;
  };
  observedApps.set(app, markServed);
  return markServed;
}

/** node-server may have replaced the global Response with a class of its own; a clone is a real one. */
export function alreadySent(): Response {
  return new Response(null, ALREADY_SENT).clone();
}
