import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Seq } from '../profile/token.ts';
import type { Scope, Trail } from './trail.ts';
import { unseen } from './unseen.ts';

const storage = new AsyncLocalStorage<Scope | undefined>();

/** The request and span that the running code belongs to; `undefined` after that request has ended. */
export function currentScope(): Scope | undefined {
  const scope = storage.getStore();
  return scope && !scope.trail.ended ? scope : undefined;
}

export function currentTrail(): Trail | undefined {
  return currentScope()?.trail;
}

/** From now on, the running code and everything it starts belongs to the request of this message. */
export function enter(trail: Trail | null, message: EventEmitter, withBody: boolean): void {
  if (!trail) return;
  storage.enterWith(trail);
  // Body events come from the socket, outside of the request's context.
  if (withBody) emitInScope(message, trail);
}

/** The scope that an exception has just left, until it is caught or reported. */
let thrownFrom: Scope | undefined;

/** The request whose code threw an error that Node reports as uncaught. The error may have left its scope already. */
export function trailThatThrew(): Trail | undefined {
  return thrownFrom && !thrownFrom.trail.ended ? thrownFrom.trail : currentTrail();
}

/** The seq of that request, also if it has ended. */
export function seqThatThrew(): Seq | null {
  return (thrownFrom ?? storage.getStore())?.trail.seq ?? null;
}

/** With `undefined`, the function runs outside of any request. */
export function runInScope<Result>(scope: Scope | undefined, run: () => Result): Result {
  let isThrowing = true;
  try {
    const result = storage.run(scope, run);
    isThrowing = false;
    return result;
  } finally {
    // Not in a catch clause, which would change what Node prints of an uncaught error.
    if (isThrowing) rememberThrow(scope);
  }
}

function rememberThrow(scope: Scope | undefined): void {
  if (!scope || thrownFrom) return;
  thrownFrom = scope;
  // Node reports an uncaught error before it runs microtasks.
  queueMicrotask(() => {
    thrownFrom = undefined;
  });
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Makes a function run in this scope. */
export function bindToScope<This, Args extends unknown[], Result>(
  scope: Scope | undefined,
  run: (this: This, ...args: Args) => Result,
): (this: This, ...args: Args) => Result {
  return function (this: This, ...args) {
    return runInScope(scope, () => Reflect.apply(run, this, args));
  };
}

/**
 * Runs the listeners of an emitter in this scope. The scope is not left again, which would put a function of ours into their stacks:
 * after them, Node's code for the connection does nothing for another request.
 */
export function emitInScope(emitter: EventEmitter, scope: Scope): void {
  const value = unseen(emitter.emit, (self: EventEmitter, [event]) => {
    if (storage.getStore()?.trail !== scope.trail && self.listenerCount(event) > 0) storage.enterWith(scope);
    return undefined;
  });
  Object.defineProperty(emitter, 'emit', { value, configurable: true, writable: true });
}

/** Runs the listeners of an emitter outside of any request. */
export function emitOutside(emitter: EventEmitter): void {
  const { emit } = emitter;
  const value = function (this: EventEmitter, ...args: Parameters<typeof emit>): boolean {
    if (storage.getStore() === undefined) return Reflect.apply(emit, this, args);
    return runInScope(undefined, () => Reflect.apply(emit, this, args));
  };
  Object.defineProperty(emitter, 'emit', { value, configurable: true, writable: true });
}
