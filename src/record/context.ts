import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Scope, Trail } from './trail.ts';

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
  if (withBody) keepContext(trail, message);
}

/** With `undefined`, the function runs outside of any request. */
export function runInScope<Result>(scope: Scope | undefined, run: () => Result): Result {
  return storage.run(scope, run);
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Body events come from the socket, outside of the request's context: restores it for their listeners. */
function keepContext(trail: Trail, message: EventEmitter): void {
  const emit = message.emit;
  message.emit = function (this: EventEmitter, ...args: Parameters<typeof emit>): boolean {
    if (trail.ended || storage.getStore()?.trail === trail) return Reflect.apply(emit, this, args);
    return storage.run(trail, () => Reflect.apply(emit, this, args));
  } as typeof emit;
}
