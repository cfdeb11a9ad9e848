import type { EventEmitter } from 'node:events';
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { InProgressList } from '../in-progress.ts';
import { attach, Recording, recordingOf } from '../recording.ts';
import type { RecordingBook } from '../recording-book.ts';
import type { RequestLike } from './exchange.ts';
import { addListener } from './listeners.ts';
import { captureRawResponse } from './raw-response.ts';
import { incompleteRequest, refusalOf, refusedRequest } from './refused-request.ts';

const METHOD_NOT_ALLOWED = 405;

export interface RecordContext {
  readonly book: RecordingBook;
  readonly timeAt: Clock;
  /** Recordings to finish if the process ends. */
  readonly inProgress: Pick<InProgressList<Recording>, 'add'>;
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
  addListener(socket, 'close', () => finish(recording));
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
  addListener(request.socket, 'close', () => finish(recording));
}

/** The target of a CONNECT is a host and port, not a path. */
function withAbsoluteUrl(request: IncomingMessage): RequestLike {
  if (request.method !== 'CONNECT') return request;
  return Object.create(request, { url: { value: `http://${request.url}` } });
}

function isAccepted({ method }: IncomingMessage, status: number): boolean {
  return method === 'CONNECT' ? status >= 200 && status < 300 : status === 101;
}

/** Without a `connect` listener Node closes the socket and emits nothing. This listener does the same, but can be recorded. */
export function handleUnclaimedConnect(server: EventEmitter): void {
  if (!server.listeners('connect').includes(rejectConnect)) addListener(server, 'connect', rejectConnect);
}

function rejectConnect(this: EventEmitter, _request: unknown, response: Duplex | Http2ServerResponse): void {
  if (this.listenerCount('connect') > 1) return;
  if ('stream' in response) {
    response.statusCode = METHOD_NOT_ALLOWED;
    response.end();
  } else response.destroy();
}

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
