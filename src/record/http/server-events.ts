import type { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import { attach, type Destination, Recording, recordingOf } from '../recording.ts';
import type { RequestLike } from './exchange.ts';
import { captureRawResponse } from './raw-response.ts';
import { refusalOf, refusedRequest, requestInParts } from './refused-request.ts';

const METHOD_NOT_ALLOWED = 405;

/** What it takes to record something a server tells. */
export interface RecordContext {
  readonly book: Destination;
  readonly timeAt: Clock;
  /** Never throws. */
  readonly finish: (recording: Recording) => void;
}

/** Node gives up on what it reads. It or the app will say so on the socket, or say nothing: that is the answer. */
export function recordClientError(
  { book, timeAt, finish }: RecordContext,
  error: unknown,
  socket: Socket,
): void {
  const refusal = refusalOf(error, socket);
  if (!refusal) return;
  const words = captureRawResponse(socket);
  const inParts = requestInParts(socket);
  const known = inParts && recordingOf(inParts);
  if (known) {
    known.refused(words, refusal);
    return;
  }
  const recording = new Recording(inParts ?? refusedRequest(error, socket), words, timeAt, book);
  recording.claim(book);
  recording.refused(words, refusal);
  socket.once('close', () => finish(recording));
}

/** A request that leaves HTTP: accepted it lasts as long as its socket, refused it has ended with the answer. */
export function recordUpgrade({ book, timeAt, finish }: RecordContext, request: unknown): void {
  // CONNECT in HTTP/2 is a stream like any other.
  if (!(request instanceof IncomingMessage)) return;
  const words = captureRawResponse(request.socket, ({ statusCode }) => {
    if (!isAccepted(request, statusCode)) finish(recording);
  });
  const recording = new Recording(asked(request), words, timeAt, book);
  attach(request, recording);
  recording.claim(book);
  request.socket.once('close', () => finish(recording));
}

/** The target of a CONNECT is no path: it is the host and port that it asks for. */
function asked(request: IncomingMessage): RequestLike {
  if (request.method !== 'CONNECT') return request;
  return Object.create(request, { url: { value: `http://${request.url}` } });
}

function isAccepted({ method }: IncomingMessage, status: number): boolean {
  return method === 'CONNECT' ? status >= 200 && status < 300 : status === 101;
}

/** Node drops a CONNECT that nobody listens for, and tells nobody of it. So somebody listens, and does the same. */
export function listenForConnect(server: EventEmitter): void {
  if (!server.listeners('connect').includes(answerUnhandledConnect))
    server.on('connect', answerUnhandledConnect);
}

function answerUnhandledConnect(
  this: EventEmitter,
  _request: unknown,
  answer: Duplex | Http2ServerResponse,
): void {
  if (this.listenerCount('connect') > 1) return;
  if ('stream' in answer) {
    answer.statusCode = METHOD_NOT_ALLOWED;
    answer.end();
  } else answer.destroy();
}
