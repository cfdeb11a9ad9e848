import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const QUEUE = Symbol('gatebook.queue');
type Queued = Socket & { [QUEUE]?: Set<() => void>; readonly _httpMessage?: unknown };

/** Whether an answer must wait for another one: its request was pipelined. */
export function isPipelined(socket: Queued): boolean {
  return Boolean(socket._httpMessage);
}

/** An answer that waits when its socket closes is told so by Node, but not by Node 22: its socket tells it. */
export function finishOnSocketClose(socket: Queued, response: ServerResponse, finish: () => void): void {
  const queue = socket[QUEUE] ?? queueOn(socket);
  queue.add(finish);
  response.once('close', () => queue.delete(finish));
}

function queueOn(socket: Queued): Set<() => void> {
  const queue = new Set<() => void>();
  socket[QUEUE] = queue;
  socket.once('close', () => {
    for (const finish of queue) finish();
  });
  return queue;
}
