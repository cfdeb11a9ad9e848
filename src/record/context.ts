import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Scope, Trail } from './trail.ts';

const storage = new AsyncLocalStorage<Scope>();

/** Where in which request the running code is; nowhere once that request has ended. */
export function currentScope(): Scope | undefined {
  const scope = storage.getStore();
  return scope && !scope.trail.ended ? scope : undefined;
}

export function currentTrail(): Trail | undefined {
  return currentScope()?.trail;
}

/** From here on the running code, and all that it sets going, is handling the request that this message brought. */
export function enter(trail: Trail | null, message: EventEmitter, withBody: boolean): void {
  if (!trail) return;
  storage.enterWith(trail);
  if (withBody) keepWithin(trail, message);
}

export function within<Result>(scope: Scope, run: () => Result): Result {
  return storage.run(scope, run);
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** A body that comes later is told of by the socket, which knows of no request: its listeners are brought back. */
function keepWithin(trail: Trail, message: EventEmitter): void {
  const emit = message.emit;
  message.emit = function (this: EventEmitter, ...args: Parameters<typeof emit>): boolean {
    if (trail.ended || storage.getStore()?.trail === trail) return Reflect.apply(emit, this, args);
    return storage.run(trail, () => Reflect.apply(emit, this, args));
  } as typeof emit;
}
