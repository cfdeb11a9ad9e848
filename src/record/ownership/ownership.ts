import { undoAll } from '../instrumentation/observe-method.ts';
import { detachConnections } from './connections.ts';
import { followFastq } from './fastq.ts';
import { followOutgoingCalls } from './outgoing-calls.ts';
import { followTaskQueues } from './task-queues.ts';

/**
 * Keeps the items of requests apart where Node runs code in the context of another request, whatever is recorded of it. Returns
 * a function that undoes it.
 */
export function startOwnership(): () => void {
  const stops = [detachConnections(), followOutgoingCalls(), followTaskQueues(), followFastq()];
  return undoAll(stops);
}
