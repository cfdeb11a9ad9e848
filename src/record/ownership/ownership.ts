import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { currentScope, emitOutside, runInScope } from '../context.ts';
import { undoAll, wrapMethod } from '../instrumentation/patching/wrap-method.ts';
import { followOutgoingCalls } from './outgoing-calls.ts';

/**
 * Keeps the items of requests apart where Node runs code in the context of another request, whatever is recorded of it. Returns
 * a function that undoes it.
 */
export function startOwnership(): () => void {
  return undoAll([detachConnections(), followOutgoingCalls()]);
}

/**
 * Node runs the events of a connection in the context of the request that has opened it. A connection may serve other
 * requests too, so its events run outside of any request.
 */
function detachConnections(): () => void {
  return wrapMethod(Socket.prototype, 'connect', (next, self, args) => {
    if (!currentScope()) return Reflect.apply(next, self, args);
    // A TLS socket has a handle before it connects, and the handle has the context.
    if (self instanceof Socket && 'encrypted' in self) emitOutside(self as EventEmitter);
    return runInScope(undefined, () => Reflect.apply(next, self, args));
  });
}
