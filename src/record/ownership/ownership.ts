import { undoAll } from '../instrumentation/patching/observe-method.ts';
import { detachConnections } from './connections.ts';
import { followOutgoingCalls } from './outgoing-calls.ts';

/**
 * Keeps the items of requests apart where Node runs code in the context of another request, whatever is recorded of it. Returns
 * a function that undoes it.
 */
export function startOwnership(): () => void {
  return undoAll([detachConnections(), followOutgoingCalls()]);
}
