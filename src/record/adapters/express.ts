import type { IncomingMessage, ServerResponse } from 'node:http';
import { unseen } from '../unseen.ts';
import { type Adapter, unlessServed } from './adapter.ts';
import { type Layer, type Next, observeStack, type Request, routeOf } from './express-layers.ts';

/** An Express 4 or 5 app, by what the types of both have in common. */
export interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): unknown;
  set(setting: string, value: unknown): unknown;
}

interface ExpressInternals {
  handle(request: Request, response: ServerResponse, callback?: Next): unknown;
  /** Express 5 creates it on first use, with the settings of that moment: do not touch it before the first request. */
  readonly router?: Router;
  /** Its name in Express 4, where `router` throws. */
  readonly _router?: Router;
  readonly lazyrouter?: unknown;
}
interface Router {
  readonly stack?: Layer[];
}

export const expressAdapter: Adapter<ExpressApp> = {
  name: 'Express',
  expects: 'the app that express() returns',
  isApp(app) {
    const { handle, set } = (app ?? {}) as Partial<ExpressInternals & ExpressApp>;
    return typeof handle === 'function' && typeof set === 'function';
  },
  attach(expressApp, host) {
    const app = expressApp as unknown as ExpressInternals;
    const handle = app.handle;
    const observe = observeStack();
    host.watchListener(app);

    app.handle = unseen(handle, (self: ExpressInternals, args: Parameters<typeof handle>) => {
      const [request, response, callback] = args;
      const recording = host.record(request, response);
      // With a callback, the app is mounted in another one, which serves the page and handles what is left over.
      const served = callback ? false : host.servePage(request, response);
      if (served === true) return nothing;
      observe((self.lazyrouter ? self._router : self.router)?.stack ?? []);
      // For a route that was answered by `app.param` before it ran. If that failed, Express resets `baseUrl`.
      if (recording) recording.route ??= (failed) => (failed ? '' : routeOf(request, request.route)());
      const leave = (error: unknown) => {
        if (error) recording?.startErrorStage(error);
        else recording?.startNotFound();
      };
      // No code of the app runs after the final handler.
      args[2] = callback
        ? unseen(callback, (_, [error]) => void leave(error))
        : (error) => {
            leave(error);
            finalHandlerOf(self, handle, request, response)(error);
          };
      return served === false ? handle : () => unlessServed(served, () => handle.apply(self, args));
    });
  },
};

function nothing(_error?: unknown): void {}

/** Express's own final handler, which `handle` passes to its router. */
function finalHandlerOf(
  app: ExpressInternals,
  handle: ExpressInternals['handle'],
  request: Request,
  response: ServerResponse,
): Next {
  let found: Next = nothing;
  const router = {
    value: {
      handle(_request: unknown, _response: unknown, done: Next) {
        found = done;
      },
    },
  };
  // Stops Express 5 from setting X-Powered-By again: it throws if headers were sent, and the app may have removed it.
  const enabled = { value: () => false };
  handle.call(Object.create(app, { router, _router: router, enabled }), request, response);
  return found;
}
