import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addListener } from './add-listener.ts';

const WAITING = Symbol('gatebook.waiting');
type PipelinedSocket = Socket & { [WAITING]?: Set<() => void>; readonly _httpMessage?: unknown };

/** Whether another response on this socket has to be sent first. */
export function isPipelined(socket: PipelinedSocket): boolean {
  return Boolean(socket._httpMessage);
}

/** Node 22 does not emit `close` on a response that still waits when its socket closes, so the socket's event is used. */
export function finishOnSocketClose(
  socket: PipelinedSocket,
  response: ServerResponse,
  finish: () => void,
): void {
  const waiting = socket[WAITING] ?? waitOn(socket);
  waiting.add(finish);
  addListener(response, 'close', () => waiting.delete(finish));
}

function waitOn(socket: PipelinedSocket): Set<() => void> {
  const waiting = new Set<() => void>();
  socket[WAITING] = waiting;
  addListener(socket, 'close', () => {
    for (const finish of waiting) finish();
  });
  return waiting;
}
