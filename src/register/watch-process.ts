import diagnostics_channel from 'node:diagnostics_channel';
import { messageOf } from '../errors.ts';
import { STDERR } from '../logger.ts';
import { type Call, unseen } from '../record/unseen.ts';
import type { ProcessRecorder } from './process-recorder.ts';

const MODULE = /(?:^|[\\/])(?:express|koa)(?:[\\/]|$)/;

interface Message {
  /** Of a server that listens. */
  readonly server?: object;
  /** Of a new Fastify app. */
  readonly fastify?: object;
  /** Of a module that was loaded. */
  readonly id?: unknown;
  readonly result?: { readonly application?: Methods; readonly prototype?: Methods } | null;
}
type Methods = Record<string, unknown>;
type Warn = (message: string) => void;

/**
 * Passes on what happens in this process: servers that listen, and apps that are created. `load` is called only then, and
 * returns `null` if nothing can be recorded.
 */
export function watchProcess(load: () => ProcessRecorder | null, warn: Warn = STDERR.warn): void {
  subscribe('tracing:net.server.listen:asyncStart', warn, ({ server }) => {
    if (isHttp(server)) load()?.onListen();
  });
  onListening((server) => load()?.onListening(server), warn);
  subscribe('fastify.initialization', warn, ({ fastify }) => {
    if (fastify) load()?.onFastify(fastify);
  });
  subscribe('tracing:module.require:end', warn, ({ id, result }) => {
    if (typeof id !== 'string' || !MODULE.test(id) || !result) return;
    // Express copies this method to each app. It finds an app that is not itself the listener of a server.
    observe(result.application, 'handle', warn, (app, [, , next]) => {
      // With a third argument, the app is mounted in another one. A copy of the app has no method of its own.
      return next === undefined && Object.hasOwn(app, 'handle') && load()?.onExpress(app) === true;
    });
    // It returns a listener that hides the app, with the middleware of that moment.
    if (typeof result.prototype?.handleRequest === 'function')
      observe(result.prototype, 'callback', warn, (app) => load()?.onKoa(app) === true);
  });
}

/** Calls a function for each server of node:http, node:https and node:http2 that listens. */
export function onListening(run: (server: object) => void, warn: Warn = STDERR.warn): void {
  subscribe('tracing:net.server.listen:asyncEnd', warn, ({ server }) => {
    if (isHttp(server)) run(server);
  });
}

function isHttp(server: object | undefined): server is object {
  return server !== undefined && ('headersTimeout' in server || 'updateSettings' in server);
}

/** A subscriber that throws would end the process. */
function subscribe(channel: string, warn: Warn, onMessage: (message: Message) => void): void {
  diagnostics_channel.subscribe(channel, (message) => attempt(warn, () => onMessage(message as Message)));
}

function attempt<Result>(warn: Warn, run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    warn(`Something is not recorded: ${messageOf(error)}`);
    return undefined;
  }
}

const observed = new WeakSet<object>();

/** Observes a method of apps. If `isNew` has attached to the app, the app's new method is called. */
function observe(
  methods: Methods | undefined,
  name: string,
  warn: Warn,
  isNew: (app: object, args: readonly unknown[]) => boolean,
): void {
  const method = methods?.[name];
  if (!methods || typeof method !== 'function' || observed.has(method)) return;
  const observing = unseen(method as Call, (app: Methods, args: readonly unknown[]) =>
    attempt(warn, () => isNew(app, args)) === true ? (app[name] as Call) : undefined,
  );
  methods[name] = observing;
  observed.add(observing);
}
