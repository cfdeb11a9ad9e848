import diagnostics_channel from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createClock } from './clock.ts';
import { enter, hasBody } from './context.ts';
import { Http2Request, Http2Response, type Http2Stream, streamOf } from './http/http2-exchange.ts';
import { addListener, type Interceptor, intercept, onResponseClose } from './http/listeners.ts';
import {
  finishOnSocketClose,
  handleUnclaimedConnect,
  isPipelined,
  recordClientError,
  recordUpgrade,
} from './http/server-events.ts';
import { type InProgress, InProgressList } from './in-progress.ts';
import { attach, Recording, recordingOf } from './recording.ts';
import type { RecordingBook } from './recording-book.ts';

const REQUEST_START = 'http.server.request.start';
const LISTEN = 'tracing:net.server.listen:asyncStart';
/** Before this, a server has no address. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';
const WATCHED = Symbol('gatebook.watched');

export interface Recorder extends InProgress {
  /** Records every request of this server from now on. */
  watch(server: object): void;
  /** Watches any server that has this function as its request listener, as soon as it listens. */
  watchListener(listener: object): void;
  /** The app learns its server from its first request. Until then, the next server that no book watches is announced as its. */
  expectServer(): void;
  /**
   * The recording of a request that an app handles. If there is none yet, starts one and watches the request's server.
   * The request goes to this recorder's book unless an app around this one has claimed it for another.
   */
  recordingOf(request: IncomingMessage, response: ServerResponse): Recording | undefined;
  stop(): void;
}

/** Marks a server with the one recorder that watches it, and whether all its requests belong to that one. */
interface Watch {
  readonly by: unknown;
  readonly claims: boolean;
  isOn(): boolean;
}
type Watchable = { [WATCHED]?: Watch };

/** Whether the book of an app or server records this server. */
export function isWatched(server: object): boolean {
  return (server as Watchable)[WATCHED]?.isOn() ?? false;
}

interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: object;
}

/**
 * Observes requests through node:diagnostics_channel and server events. Never throws into the app. `onServer` gets each watched
 * server that listens, and, with `isCertain` set to `false`, a server that may be the app's.
 */
export function createRecorder(
  book: RecordingBook,
  onServer: (server: object, isCertain: boolean) => void = () => {},
): Recorder {
  const timeAt = createClock();
  const expectedListeners = new WeakSet<object>();
  const inProgress = new InProgressList<Recording>();
  let isServerExpected = false;
  let stopped = false;

  /** Errors of ours are counted, and never reach the app. */
  function attempt<Result>(run: () => Result): Result | undefined {
    try {
      return run();
    } catch {
      book.counts.faults++;
      return undefined;
    }
  }

  function start(request: IncomingMessage, response: ServerResponse, claim: boolean): Recording | undefined {
    return attempt(() => {
      const recording = new Recording(request, response, timeAt, book);
      enter(recording.trail, request, hasBody(request.headers));
      if (claim) recording.claim(book);
      // Every response emits `close`, even if the client went away; `finish` does not.
      onResponseClose(response, onClose);
      // A response without a connection may never close.
      if (request.socket instanceof Socket && !request.socket.destroyed) inProgress.add(recording);
      return recording;
    });
  }

  function startStream(
    stream: Http2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[] | undefined,
    claim: boolean,
  ): void {
    attempt(() => {
      const request = new Http2Request(stream, headers, rawHeaders);
      const recording = new Recording(request, new Http2Response(stream), timeAt, book);
      attach(stream, recording);
      enter(recording.trail, stream, !stream.endAfterHeaders);
      if (claim) recording.claim(book);
      addListener(stream, 'close', onClose);
      inProgress.add(recording);
    });
  }

  function onClose(this: object): void {
    const recording = recordingOf(this);
    if (recording) finish(recording);
  }

  function finish(recording: Recording, endedBy = ''): void {
    inProgress.delete(recording);
    attempt(() => recording.finish(endedBy));
  }

  function onRequestStart(message: unknown): void {
    const { request, response, server } = message as RequestStart;
    const watch = (server as Watchable)[WATCHED];
    if (watch?.by !== onRequestStart) return;
    const recording = start(request, response, watch.claims);
    if (recording && isPipelined(request.socket))
      finishOnSocketClose(request.socket, response, () => finish(recording));
  }
  diagnostics_channel.subscribe(REQUEST_START, onRequestStart);

  function onListen(message: unknown): void {
    const { server } = message as { readonly server: EventEmitter };
    if (server.listeners('request').some((listener) => expectedListeners.has(listener))) watch(server, false);
  }
  diagnostics_channel.subscribe(LISTEN, onListen);

  function onListening(message: unknown): void {
    const { server } = message as { readonly server: Watchable & EventEmitter };
    if (server[WATCHED]?.by === onRequestStart) announce(server, true);
    else if (isServerExpected && !isWatched(server) && server.listenerCount('request') > 0)
      announce(server, false);
  }
  diagnostics_channel.subscribe(LISTENING, onListening);

  function announce(server: object, isCertain: boolean): void {
    attempt(() => onServer(server, isCertain));
  }

  function watch(server: object, claims: boolean): void {
    if (stopped) return;
    (server as Watchable)[WATCHED] = { by: onRequestStart, claims, isOn: () => !stopped };
    if ('listening' in server && server.listening === true) announce(server, true);
    if (!(server instanceof EventEmitter)) return;
    handleUnclaimedConnect(server);
    intercept(server, {
      clientError: safely((error: unknown, socket: Socket) => recordClientError(context, error, socket)),
      upgrade: safely((request: unknown) => recordUpgrade(context, request)),
      connect: safely((request: unknown) => recordUpgrade(context, request)),
      stream: safely((stream: Http2Stream, headers: IncomingHttpHeaders, _flags: unknown, raw?: string[]) =>
        startStream(stream, headers, raw, claims),
      ),
    });
  }
  const context = { book, timeAt, inProgress, finish };

  function safely(interceptor: Interceptor): Interceptor {
    return (...args) => {
      if (!stopped) attempt(() => void interceptor(...args));
    };
  }

  function existing(request: IncomingMessage, response: ServerResponse): Recording | undefined {
    const recording = recordingOf(request);
    if (recording) return recording;
    const stream = streamOf(request);
    const ofStream = stream && recordingOf(stream);
    if (ofStream) for (const message of [request, response]) attach(message, ofStream);
    return ofStream;
  }

  return {
    watch: (server) => watch(server, true),
    watchListener: (listener) => expectedListeners.add(listener),
    expectServer() {
      isServerExpected = true;
    },
    recordingOf(request, response) {
      const recording = existing(request, response);
      if (stopped) return recording;
      if (recording) {
        recording.claim(book);
        return recording;
      }
      const server = 'server' in request.socket ? request.socket.server : null;
      if (typeof server === 'object' && server !== null) watch(server, false);
      const stream = streamOf(request);
      if (!stream) return start(request, response, true);
      startStream(stream, request.headers, request.rawHeaders, true);
      return existing(request, response);
    },
    endAll(by) {
      for (const recording of inProgress) finish(recording, by);
    },
    *unfinished() {
      for (const recording of inProgress) if (recording.isOpenIn(book)) yield recording;
    },
    stop() {
      stopped = true;
      diagnostics_channel.unsubscribe(REQUEST_START, onRequestStart);
      diagnostics_channel.unsubscribe(LISTEN, onListen);
      diagnostics_channel.unsubscribe(LISTENING, onListening);
    },
  };
}
