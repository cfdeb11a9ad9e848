import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatebookError } from '../../errors.ts';
import type { Wiring } from './adapter.ts';
import { type Layer, type Next, type Request, routeOf, watchStack } from './express-layers.ts';

/** An Express 4 or 5 application, as far as the types of both tell. */
export interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): unknown;
  set(setting: string, value: unknown): unknown;
}

/** What we use of it beyond that. */
export interface ExpressInternals {
  handle(request: IncomingMessage, response: ServerResponse, callback?: Next): unknown;
  /** Express 5 makes it on first use, from the settings made until then: not before the first request. */
  readonly router?: Router;
  /** Express 4's name for it, where `router` throws. */
  readonly _router?: Router;
  readonly lazyrouter?: unknown;
}
interface Router {
  readonly stack?: Layer[];
}

export function expressInternals(app: ExpressApp): ExpressInternals {
  const { handle, set } = (app ?? {}) as Partial<ExpressInternals & ExpressApp>;
  if (typeof handle === 'function' && typeof set === 'function') return app as unknown as ExpressInternals;
  throw new GatebookError(
    'bad-option',
    'gatebook(app) of gatebook/express takes what express() returns. For another server, see gatebook/http.',
  );
}

/** Records an app where it stands: its own requests, its error handlers, its final handler. */
export function recordExpress(app: ExpressInternals, { recorder, page }: Wiring): void {
  const handle = app.handle;
  const watch = watchStack();
  recorder.expect(app);

  app.handle = function (this: ExpressInternals, request: Request, response, callback) {
    const recording = recorder.recordingOf(request, response);
    // With a callback it is mounted in another app, which has the first and the last word.
    if (!callback && page(request, response)) return;

    watch((this.lazyrouter ? this._router : this.router)?.stack ?? []);
    // For a route whose parameters were answered before it ran. Had they failed, `baseUrl` would be taken back.
    if (recording) recording.route ??= (failed) => (failed ? '' : routeOf(request.baseUrl, request.route));
    return handle.call(this, request, response, (error) => {
      if (error) recording?.errorStage(error);
      else recording?.lastResort();
      if (callback) callback(error);
      else answerFinally(this, handle, error, request, response);
    });
  };
}

/** Express's own final answer to an unrouted or failed request: its handler over a router that only passes on. */
function answerFinally(
  app: ExpressInternals,
  handle: ExpressInternals['handle'],
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const router = { value: { handle: (_request: unknown, _response: unknown, done: Next) => done(error) } };
  // Express 5 would set X-Powered-By again: which throws when the headers are sent, and undoes who removed it.
  const enabled = { value: () => false };
  handle.call(Object.create(app, { router, _router: router, enabled }), request, response);
}
