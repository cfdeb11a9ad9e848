import diagnostics_channel from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createClock } from './clock.ts';
import { enter, hasBody } from './context.ts';
import { Http2Request, Http2Response, type Http2Stream, streamOf } from './http/http2-exchange.ts';
import { type Interceptor, intercept } from './http/interceptor.ts';
import { finishOnSocketClose, isPipelined } from './http/pipelined-responses.ts';
import { listenForConnect, recordClientError, recordUpgrade } from './http/server-events.ts';
import { attach, type Destination, Recording, recordingOf } from './recording.ts';

const REQUEST_START = 'http.server.request.start';
const LISTEN = 'tracing:net.server.listen:asyncStart';
const WATCHED = Symbol('gatebook.watched');

export interface Recorder {
  /** Records every request of this server from now on. */
  watch(server: object): void;
  /** A server that gives its requests to this listener is watched as soon as it listens. */
  expect(listener: object): void;
  /**
   * The recording of a request that an app handles; begun now, and its server watched, if it was not known yet.
   * What the server does beside its apps is recorded too; what another book's app handles goes to that book.
   */
  recordingOf(request: IncomingMessage, response: ServerResponse): Recording | undefined;
  stop(): void;
}

/** A server carries the mark of the one recorder that watches it, and whether all its requests are that one's. */
interface Watch {
  readonly by: unknown;
  readonly claims: boolean;
}
type Watchable = { [WATCHED]?: Watch };

interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: object;
}

/** Sees requests through node:diagnostics_channel, and overhears servers. Nothing it does can throw into the app. */
export function createRecorder(book: Destination): Recorder {
  const timeAt = createClock();
  const expected = new WeakSet<object>();
  let stopped = false;

  function begin(request: IncomingMessage, response: ServerResponse, claim: boolean): Recording | undefined {
    try {
      const recording = new Recording(request, response, timeAt, book);
      enter(recording.trail, request, hasBody(request.headers));
      if (claim) recording.claim(book);
      // `close` comes for every response, also one whose client went away; `finish` does not.
      response.on('close', onClose);
      return recording;
    } catch {
      book.counts.faults++;
      return undefined;
    }
  }

  function beginStream(
    stream: Http2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[] | undefined,
    claim: boolean,
  ): Recording | undefined {
    try {
      const asked = new Http2Request(stream, headers, rawHeaders);
      const recording = new Recording(asked, new Http2Response(stream), timeAt, book);
      attach(stream, recording);
      enter(recording.trail, stream, !stream.endAfterHeaders);
      if (claim) recording.claim(book);
      stream.on('close', onClose);
      return recording;
    } catch {
      book.counts.faults++;
      return undefined;
    }
  }

  function onClose(this: object): void {
    const recording = recordingOf(this);
    if (recording) finish(recording);
  }

  function finish(recording: Recording): void {
    try {
      recording.finish();
    } catch {
      book.counts.faults++;
    }
  }

  function onStart(message: unknown): void {
    const { request, response, server } = message as RequestStart;
    const watch = (server as Watchable)[WATCHED];
    if (watch?.by !== onStart) return;
    const recording = begin(request, response, watch.claims);
    if (recording && isPipelined(request.socket))
      finishOnSocketClose(request.socket, response, () => finish(recording));
  }
  diagnostics_channel.subscribe(REQUEST_START, onStart);

  function onListen(message: unknown): void {
    const { server } = message as { readonly server: EventEmitter };
    if (server.listeners('request').some((listener) => expected.has(listener))) watch(server, false);
  }
  diagnostics_channel.subscribe(LISTEN, onListen);

  function watch(server: object, claims: boolean): void {
    if (stopped) return;
    (server as Watchable)[WATCHED] = { by: onStart, claims };
    if (!(server instanceof EventEmitter)) return;
    listenForConnect(server);
    intercept(server, {
      clientError: safely((error: unknown, socket: Socket) => recordClientError(recorders, error, socket)),
      upgrade: safely((request: unknown) => recordUpgrade(recorders, request)),
      connect: safely((request: unknown) => recordUpgrade(recorders, request)),
      stream: safely((stream: Http2Stream, headers: IncomingHttpHeaders, _flags: unknown, raw?: string[]) =>
        beginStream(stream, headers, raw, claims),
      ),
    });
  }
  const recorders = { book, timeAt, finish };

  function safely(ear: Interceptor): Interceptor {
    return (...args) => {
      if (stopped) return;
      try {
        ear(...args);
      } catch {
        book.counts.faults++;
      }
    };
  }

  function known(request: IncomingMessage, response: ServerResponse): Recording | undefined {
    const recording = recordingOf(request);
    if (recording) return recording;
    const stream = streamOf(request);
    const begun = stream && recordingOf(stream);
    if (begun) for (const message of [request, response]) attach(message, begun);
    return begun;
  }

  return {
    watch: (server) => watch(server, true),
    expect: (listener) => expected.add(listener),
    recordingOf(request, response) {
      const recording = known(request, response);
      if (stopped) return recording;
      if (recording) {
        recording.claim(book);
        return recording;
      }
      const server = 'server' in request.socket ? request.socket.server : null;
      if (typeof server === 'object' && server !== null) watch(server, false);
      const stream = streamOf(request);
      if (!stream) return begin(request, response, true);
      beginStream(stream, request.headers, request.rawHeaders, true);
      return known(request, response);
    },
    stop() {
      stopped = true;
      diagnostics_channel.unsubscribe(REQUEST_START, onStart);
      diagnostics_channel.unsubscribe(LISTEN, onListen);
    },
  };
}
