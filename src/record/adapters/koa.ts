import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatebookError } from '../../errors.ts';
import { intercept } from '../http/interceptor.ts';
import { isRefusal } from '../http/refused-request.ts';
import { type Recording, recordingOf } from '../recording.ts';
import type { Wiring } from './adapter.ts';

/** A Koa 2 or 3 application, as far as the types of both tell. */
export interface KoaApp {
  callback(): unknown;
  use(middleware: never): unknown;
}

/** What we use of it beyond that. */
interface KoaInternals extends EventEmitter {
  callback(): object;
  use(middleware: Middleware): unknown;
  handleRequest(context: Context, run: (context: Context) => Promise<unknown>): unknown;
  readonly middleware: Middleware[];
}
type Middleware = (context: Context, next: () => Promise<unknown>) => unknown;

const GONE = new Set<unknown>(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const PASSED_ON = Symbol('gatebook.passedOn');

interface Context {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly status: number;
  readonly response: { readonly _explicitStatus?: boolean };
  /** The router that was asked, and the pattern that matched: of @koa/router, and of koa-router before it. */
  readonly router?: unknown;
  readonly _matchedRoute?: unknown;
  [PASSED_ON]?: boolean;
}

export function koaInternals(app: KoaApp): KoaInternals {
  const { callback, use, handleRequest, middleware } = (app ?? {}) as Partial<KoaInternals>;
  const functions = [callback, use, handleRequest];
  if (Array.isArray(middleware) && functions.every((one) => typeof one === 'function'))
    return app as unknown as KoaInternals;
  throw new GatebookError(
    'bad-option',
    'gatebook(app) of gatebook/koa takes a Koa application: new Koa(). For another server, see gatebook/http.',
  );
}

/** Records an app where it stands: its own requests, what its middleware throws, its default answers. */
export function recordKoa(app: KoaInternals, { recorder, page }: Wiring): void {
  const { callback, handleRequest } = app;

  app.callback = function (this: KoaInternals) {
    const listener = callback.call(this);
    recorder.expect(listener);
    return listener;
  };
  app.handleRequest = function (this: KoaInternals, context, run) {
    const recording = recorder.recordingOf(context.req, context.res);
    if (page(context.req, context.res)) return Promise.resolve();
    if (!recording) return handleRequest.call(this, context, run);
    recording.route = () => routeOf(context);
    return handleRequest.call(this, context, (same) => run(same).then(() => answered(context, recording)));
  };
  watchMiddleware(app);
  // Koa's own handling tells of every error it answers, and apps tell of those that they have caught.
  intercept(app, { error: (error: unknown, context?: Context) => failed(context, error) });
}

/** All middleware has run, and Koa answers with what it left. */
function answered(context: Context, recording: Recording): void {
  if (context.status < 400) recording.recovered();
  else if (context.status === 404 && !context[PASSED_ON] && isUnrouted(context)) recording.lastResort();
}

/** Nobody has answered, or somebody has, for the routes that did not match. */
function isUnrouted(context: Context): boolean {
  return !context.response._explicitStatus || hasPassedOn(context);
}

function hasPassedOn({ router, _matchedRoute }: Context): boolean {
  return router !== undefined && _matchedRoute === undefined;
}

/** What leaves the first middleware is for Koa; what leaves another may be caught and answered by one above it. */
function watchMiddleware(app: KoaInternals): void {
  const { use, middleware } = app;
  for (let i = 1; i < middleware.length; i++) watchAt(middleware, i);
  app.use = function (this: KoaInternals, added) {
    const result = use.call(this, added);
    // Koa 2 turns generators into middleware: what it made of this one is what runs.
    if (this.middleware.length > 1) watchAt(this.middleware, this.middleware.length - 1);
    return result;
  };
}

function watchAt(all: Middleware[], index: number): void {
  const middleware = all[index];
  if (!middleware) return;
  const watched: Middleware = (context, next) => {
    if (hasPassedOn(context)) passedOn(context);
    try {
      const done = middleware(context, next);
      return done instanceof Promise
        ? done.then(undefined, (error: unknown) => rethrow(context, error))
        : done;
    } catch (error) {
      return rethrow(context, error);
    }
  };
  // Tools find routers by what these carry.
  all[index] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(middleware));
}

function passedOn(context: Context): void {
  context[PASSED_ON] = true;
  recordingOf(context.req)?.lastResort();
}

function rethrow(context: Context, error: unknown): never {
  failed(context, error);
  throw error;
}

function failed(context: Context | undefined, error: unknown): void {
  if (context?.req && !isGone(context.req, error)) recordingOf(context.req)?.errorStage(error);
}

/** That its client has gone, or was hung up on, is told as an error too, and is no failure of the app. */
function isGone({ socket }: IncomingMessage, error: unknown): boolean {
  if (!socket?.destroyed || !(error instanceof Error) || !('code' in error)) return false;
  return GONE.has(error.code) || isRefusal(error.code);
}

function routeOf({ _matchedRoute }: Context): string {
  return _matchedRoute === undefined ? '' : String(_matchedRoute);
}
