import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { currentScope, emitInScope, runInScope } from '../context.ts';
import { wrapMethod } from '../instrumentation/observe-method.ts';

/**
 * Node runs the events of a connection in the context of the request that has opened it. A connection may serve other
 * requests too, so its events run outside of any request. Returns a function that undoes it.
 */
export function detachConnections(): () => void {
  return wrapMethod(Socket.prototype, 'connect', (next, self, args) => {
    if (!currentScope()) return Reflect.apply(next, self, args);
    // A TLS socket has a handle before it connects, and the handle has the context.
    if (self instanceof Socket && 'encrypted' in self) emitInScope(self as EventEmitter, undefined);
    return runInScope(undefined, () => Reflect.apply(next, self, args));
  });
}
