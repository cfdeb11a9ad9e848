import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type Draft, joinDraft, NOT_ENDED, type RawDetail } from '../pipeline/draft/draft.ts';
import { STATUS_ABORTED } from '../profile/entry.ts';
import type { Exception } from '../profile/profile.ts';
import { queryTimes } from '../profile/query-time.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { type WatchedBodies, watchBodies } from './bodies/watched-bodies.ts';
import { type Clock, micros } from './clock.ts';
import { stageException, type UncaughtError } from './exception.ts';
import {
  connectionOf,
  hasValidHost,
  isSecure,
  localHost,
  type RequestLike,
  type ResponseLike,
} from './http/exchange.ts';
import { nextRoute } from './http/next-route.ts';
import { type Ending, type ErrorStage, outcomeOf, stagesOf } from './http/outcome.ts';
import { agentOf, capHeaders, cutTarget, hostOf, methodOf, traceparentOf } from './http/request-fields.ts';
import { contentLength, safeCount, sentHeaders } from './http/sent-headers.ts';
import type { Unfinished } from './in-progress.ts';
import type { RecordingBook } from './recording-book.ts';
import { Trail, type TrailOwner } from './trail.ts';
import { EMPTY_END, NO_ITEMS, type TrailEnd } from './trail-items.ts';

const RECORDING = Symbol('gatebook.recording');
const NO_TIMES: readonly number[] = [];

/** One request while it is handled. At the start it reads only what is gone by the end. */
export class Recording implements TrailOwner, Unfinished {
  /** Returns the matched route. Called when the request has ended. */
  route: ((failed: boolean) => string) | null = null;
  /** Returns what the framework keeps as the user. Called when the request has ended. */
  user: (() => unknown) | null = null;
  /** `null` if nothing is observed. */
  readonly trail: Trail | null;
  place = -1;
  readonly #request: RequestLike;
  #response: ResponseLike;
  readonly #time: Micros;
  readonly startedAt = performance.now();
  // Read now: frameworks rewrite the URL, and a closed socket forgets its addresses.
  readonly #target: string;
  readonly #ip: string;
  readonly #localHost: string;
  readonly #bytesBefore: number;
  /** The server's book until an app with a book of its own claims the request. */
  #book: RecordingBook;
  #claimed = false;
  #seq: Seq | null = null;
  #errorStage: ErrorStage | null = null;
  #notFoundAt = 0;
  #refusal: Exception | null = null;
  #uncaught: UncaughtError | null = null;
  #bodies: WatchedBodies | null = null;
  #hold: ((record: () => void) => void) | null = null;
  #done = false;

  constructor(request: RequestLike, response: ResponseLike, timeAt: Clock, book: RecordingBook) {
    this.#request = request;
    this.#response = response;
    this.#time = timeAt(this.startedAt);
    this.#book = book;
    this.#target = request.originalUrl ?? request.url ?? '';
    const connection = connectionOf(request.socket);
    this.#ip = connection.ip;
    this.#localHost = hasValidHost(request, connection) ? '' : localHost(request.socket);
    this.#bytesBefore = request.socket.bytesWritten;
    this.trail = book.trails ? new Trail(this.startedAt, this, book.trails) : null;
    attach(request, this);
    attach(response, this);
  }

  get book(): RecordingBook {
    return this.#book;
  }

  /** Assigns the request to a book. The first claim wins, so the outermost app does. */
  claim(book: RecordingBook): void {
    if (this.#claimed) return;
    this.#claimed = true;
    this.#book = book;
    // HTTP/2 streams and refused requests have the same fields, but can't be read from.
    const request = this.#request as IncomingMessage;
    if (book.ignore.atStart(this.#target, request.method ?? '', request)) this.#ignore();
    else {
      this.#seq = book.queue.seqs.take(this.startedAt);
      if (book.toolbar && this.#seq !== null) book.toolbar(request, this.#response, this.#seq);
      // After the toolbar, which changes what the app writes.
      if (book.bodies) this.#bodies = watchBodies(this.#request, this.#response, book.bodies);
    }
  }

  /** The framework's error or not-found handling starts. Only the first call counts. */
  startErrorStage(error: unknown): void {
    this.#errorStage ??= this.#stage(performance.now(), error);
  }

  /** An error handler passed the request on, so the error stage will not be what responds. */
  recover(): void {
    if (!this.#response.headersSent) this.#errorStage = null;
  }

  /** A route handler starts, so whatever ran before it has not responded. */
  enterRoute(route: () => string): void {
    if (this.#response.headersSent) return;
    this.route = route;
    this.#notFoundAt = 0;
    this.trail?.handlerStarted();
  }

  /** No route responded: if the status is 404, what runs from now on is the not-found handling. */
  startNotFound(): void {
    if (!this.#response.headersSent) this.#notFoundAt = performance.now();
  }

  /** Node rejects the request. Unless the app has responded, the raw response on the socket counts. */
  refuse(response: ResponseLike, refusal: Exception): void {
    this.#refusal = refusal;
    if (!this.#response.headersSent) this.#response = response;
  }

  /** When the request has ended, `hold` decides when it is recorded, if at all. Its bodies are not. */
  holdBack(hold: (record: () => void) => void): void {
    this.#bodies?.release();
    this.#bodies = null;
    this.#hold = hold;
  }

  /** Records nothing of this request. */
  discard(): void {
    this.#done = true;
    this.#bodies?.release();
    this.trail?.end(performance.now());
  }

  /** Whether this book still waits for its end. */
  isOpenIn(book: RecordingBook): boolean {
    return !this.#done && this.#book === book;
  }

  get seq(): Seq | null {
    return this.#seq;
  }

  takeSeq(): Seq | null {
    return this.#seq === null ? null : this.#book.queue.seqs.take();
  }

  fault(): void {
    this.#book.counts.faults++;
  }

  fail(error: UncaughtError): void {
    this.#uncaught ??= error;
  }

  /** The request has ended, or the process ends before it: adds it to the book's queue. */
  finish(endedBy = ''): void {
    if (this.#done) return;
    this.#done = true;
    const draft = this.#draft(endedBy);
    if (this.#book.ignore.atEnd(draft.status)) this.#ignore();
    else if (this.#hold) this.#hold(() => this.#book.queue.append(draft));
    else this.#book.queue.append(draft);
    // The queue has copied them.
    this.#bodies?.release();
  }

  progress(): Draft {
    const { route, operation, user } = this.trail?.items ?? NO_ITEMS;
    return joinDraft(this.#begun(), {
      ...NOT_ENDED,
      status: STATUS_ABORTED,
      route: route || this.route?.(false) || nextRoute(this.#request),
      operation,
      user: user || this.#book.userOf(this.#request, this.user),
    });
  }

  /** The part of the draft that is known before the request ends. */
  #begun() {
    const request = this.#request;
    const client = this.#book.clientOf(this.#ip, request.headers);
    return {
      seq: this.#seq,
      time: this.#time,
      ip: client.ip,
      method: methodOf(request),
      target: cutTarget(this.#target),
      secure: client.secure ?? isSecure(request.socket),
      host: client.host ?? hostOf(request),
      localHost: this.#localHost,
      requestBytes: safeCount(Number(request.headers['content-length'])),
      agent: agentOf(request),
      kind: 'main',
    } as const;
  }

  #ignore(): void {
    this.discard();
    this.#book.counts.ignored++;
  }

  #draft(endedBy: string): Draft {
    const endedAt = performance.now();
    const millis = endedAt - this.startedAt;
    const duration = micros(millis);
    const trail = this.trail?.end(endedAt) ?? EMPTY_END;
    const { items } = trail;
    const ending = this.#ending(trail, endedBy);
    const { status, error } = ending;
    const request = this.#request;
    const { queue, details } = this.#book;
    const level = queue.level();
    const state = details(status >= 500 || error !== '', millis, level);
    const failed = status >= 400 || error !== '';
    const bodies = this.#bodies?.end({ failed, status, isOverBudget: level > 0 });
    return joinDraft(this.#begun(), {
      status,
      route: items.route || this.#routeOf(ending),
      operation: items.operation,
      duration,
      responseBytes:
        contentLength(this.#response) ?? safeCount(request.socket.bytesWritten - this.#bytesBefore),
      traceparent: items.traceparent || traceparentOf(request),
      error,
      user: items.user || this.#book.userOf(request, this.user),
      tags: items.tags,
      queryTimes: state === 'kept' ? NO_TIMES : queryTimes(items.spans, duration),
      state,
      fatal: state === 'budget' ? ending.fatal : null,
      detail: state === 'kept' ? { ...this.#detail(ending, trail, endedBy), ...bodies } : null,
      stages: stagesOf(ending.stage, items.subRequests, endedAt),
    });
  }

  /** What the client got, and the error that explains it. */
  #ending(trail: TrailEnd, endedBy: string): Ending {
    const response = this.#response;
    const exchange = { response, socket: this.#request.socket, bytesBefore: this.#bytesBefore };
    const outcome = outcomeOf(exchange, endedBy);
    const { status } = outcome;
    const isNotFound = this.#notFoundAt > 0 && status === 404;
    const stage = this.#errorStage ?? (isNotFound ? this.#stage(this.#notFoundAt, null) : null);
    const thrown =
      this.#uncaught?.exception ??
      (stage ? stageException(stage.error) : null) ??
      this.#refusal ??
      trail?.items.failedOperation ??
      null;
    const isServerError = status >= 500;
    const logged = isServerError ? stageException(trail.items.loggedError) : null;
    const exception = thrown ?? trail.reported ?? logged;
    // An error that was only reported did not end a request that succeeded.
    const fatal = isServerError ? exception : thrown;
    return { ...outcome, isNotFound, stage, exception, fatal, error: fatal?.name || outcome.error };
  }

  #routeOf({ isNotFound, stage }: Ending): string {
    return isNotFound ? '' : this.route?.(stage !== null) || nextRoute(this.#request);
  }

  #stage(startedAt: number, error: unknown): ErrorStage {
    return { seq: this.takeSeq(), startedAt, error };
  }

  #detail({ endedBy, exception }: Ending, trail: TrailEnd, processEndedBy: string): RawDetail {
    const activity = this.trail && this.#book.trails ? trail.activity() : null;
    const by = endedBy || (this.#uncaught ? processEndedBy : '');
    return {
      activity: by === '' ? activity : { ...activity, endedBy: by },
      httpVersion: this.#request.httpVersion,
      socketIp: this.#ip,
      headers: capHeaders(this.#request.rawHeaders),
      sent: sentHeaders(this.#response),
      exception,
    };
  }
}

type WithRecording = { [RECORDING]?: Recording };

export function recordingOf(message: object): Recording | undefined {
  return (message as WithRecording)[RECORDING];
}

export function attach(message: object, recording: Recording): void {
  (message as WithRecording)[RECORDING] = recording;
}
