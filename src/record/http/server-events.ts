import type { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import { attach, Recording, type RecordingBook, recordingOf } from '../recording.ts';
import { atClose } from './at-close.ts';
import type { RequestLike } from './exchange.ts';
import { captureRawResponse } from './raw-response.ts';
import { incompleteRequest, refusalOf, refusedRequest } from './refused-request.ts';

export interface RecordContext {
  readonly book: RecordingBook;
  readonly timeAt: Clock;
  /** Recordings to finish if the process ends. */
  readonly inProgress: Set<Recording>;
  /** Never throws. */
  readonly finish: (recording: Recording) => void;
}

/** Node refuses a request. Whatever it or the app writes to the socket next is the response. */
export function recordClientError(
  { book, timeAt, inProgress, finish }: RecordContext,
  error: unknown,
  socket: Socket,
): void {
  const refusal = refusalOf(error, socket);
  if (!refusal) return;
  const response = captureRawResponse(socket);
  const incomplete = incompleteRequest(socket);
  const existing = incomplete && recordingOf(incomplete);
  if (existing) {
    existing.refuse(response, refusal);
    return;
  }
  const recording = new Recording(incomplete ?? refusedRequest(error, socket), response, timeAt, book);
  recording.claim(book);
  recording.refuse(response, refusal);
  inProgress.add(recording);
  atClose(socket, () => finish(recording));
}

/** Records an upgrade or CONNECT: until its socket closes if it was accepted, until the response if not. */
export function recordUpgrade({ book, timeAt, inProgress, finish }: RecordContext, request: unknown): void {
  // In HTTP/2, CONNECT is an ordinary stream.
  if (!(request instanceof IncomingMessage)) return;
  const response = captureRawResponse(request.socket, ({ statusCode }) => {
    if (!isAccepted(request, statusCode)) finish(recording);
  });
  const recording = new Recording(withAbsoluteUrl(request), response, timeAt, book);
  attach(request, recording);
  recording.claim(book);
  inProgress.add(recording);
  atClose(request.socket, () => finish(recording));
}

/** The target of a CONNECT is a host and port, not a path. */
function withAbsoluteUrl(request: IncomingMessage): RequestLike {
  if (request.method !== 'CONNECT') return request;
  return Object.create(request, { url: { value: `http://${request.url}` } });
}

function isAccepted({ method }: IncomingMessage, status: number): boolean {
  return method === 'CONNECT' ? status >= 200 && status < 300 : status === 101;
}

const ANNOUNCED = Symbol('gatebook.announced');

/**
 * Without a `connect` listener, Node closes the socket of a CONNECT and emits nothing. If it counts one, it emits the event, which
 * can be recorded.
 */
export function announceConnects(server: EventEmitter & { [ANNOUNCED]?: true }): void {
  if (server[ANNOUNCED]) return;
  server[ANNOUNCED] = true;
  const { listenerCount } = server;
  server.listenerCount = function (this: EventEmitter, ...args: Parameters<typeof listenerCount>): number {
    const count = Reflect.apply(listenerCount, this, args);
    return args[0] === 'connect' && args.length === 1 ? Math.max(1, count) : count;
  };
}

/** Closes the socket as Node does, and returns true, if the app has no `connect` listener. Node answers those of HTTP/2. */
export function rejectConnect(server: EventEmitter, request: unknown, socket: Duplex): boolean {
  if (!(request instanceof IncomingMessage) || server.rawListeners('connect').length > 0) return false;
  socket.destroy();
  return true;
}
