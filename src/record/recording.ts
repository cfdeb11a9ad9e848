import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isAuthority } from '../net/authority.ts';
import type { ClientIp } from '../net/client-ip.ts';
import type { DetailPolicy } from '../pipeline/detail-policy.ts';
import type { Draft, RawDetail, Stage } from '../pipeline/draft.ts';
import type { Queue } from '../pipeline/queue.ts';
import { STATUS_ABORTED } from '../profile/entry.ts';
import type { Exception } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { Clock } from './clock.ts';
import { toException } from './exception.ts';
import { capHeaders } from './http/cap-headers.ts';
import type { RequestLike, ResponseLike } from './http/exchange.ts';
import { announcedLength, sentBlock, sentStatus, wasSent } from './http/sent-headers.ts';
import { dialledHost, isSecure, socketIp } from './http/socket-address.ts';
import type { Ignoring } from './ignore.ts';
import type { Toolbar } from './toolbar/toolbar.ts';
import { Trail, type TrailEnd, type TrailOwner } from './trail.ts';
import { wholeNumber } from './whole-number.ts';

const RECORDING = Symbol('gatebook.recording');
const NO_STAGES: readonly Stage[] = [];
/** What is longer is cut when it is redacted; so much is read of it. */
const MAX_TARGET = 16_384;
const MAX_AGENT = 2048;

/** What a book wants to know of its requests. */
export interface Destination {
  readonly queue: Queue;
  readonly details: DetailPolicy;
  readonly clientIp: ClientIp;
  readonly ignore: Ignoring;
  /** Whether it is looked what happens while they are handled. */
  readonly trails: boolean;
  /** In development: what else an answer tells. */
  readonly toolbar?: Toolbar;
  readonly counts: RecordCounts;
}

export interface RecordCounts {
  /** Requests that were not to be recorded. */
  ignored: number;
  /** How often recording itself went wrong. The app never notices; the book may lack that request. */
  faults: number;
}

interface ErrorStage {
  readonly seq: Seq | null;
  readonly startedAt: number;
  readonly error: unknown;
}

/** One request while it is being handled. It reads nothing at the start that can still be read at the end. */
export class Recording implements TrailOwner {
  /** The pattern that matched, asked when the request has ended, well or in an error. */
  route: ((failed: boolean) => string) | null = null;
  /** What is seen meanwhile; `null` when nobody looks. */
  readonly trail: Trail | null;
  readonly #request: RequestLike;
  #response: ResponseLike;
  readonly #time: Micros;
  readonly #startedAt = performance.now();
  /** They are gone by the end: frameworks rewrite the one, a closed socket forgets the others. */
  readonly #target: string;
  readonly #ip: string;
  readonly #dialled: string;
  readonly #bytesBefore: number;
  /** The book it goes to: that of the server it came to, until an app has claimed it. */
  #book: Destination;
  #claimed = false;
  #seq: Seq | null = null;
  #errorStage: ErrorStage | null = null;
  #lastResortAt = 0;
  #refusal: Exception | null = null;
  #forgotten = false;

  constructor(request: RequestLike, response: ResponseLike, timeAt: Clock, book: Destination) {
    this.#request = request;
    this.#response = response;
    this.#time = timeAt(this.#startedAt);
    this.#book = book;
    this.#target = request.originalUrl ?? request.url ?? '';
    this.#ip = socketIp(request.socket.remoteAddress);
    this.#dialled = isAuthority(request.headers.host) ? '' : dialledHost(request.socket);
    this.#bytesBefore = request.socket.bytesWritten;
    this.trail = book.trails ? new Trail(this.#startedAt, this) : null;
    attach(request, this);
    attach(response, this);
  }

  /** It is this book's request, unless it is another's already: the outermost that handles it. */
  claim(book: Destination): void {
    if (this.#claimed) return;
    this.#claimed = true;
    this.#book = book;
    // A stream, or a request that was refused, tells the same of itself; it only can't be read from.
    const request = this.#request as IncomingMessage;
    if (book.ignore.atStart(pathOf(this.#target), request.method ?? '', request)) this.#ignore();
    else {
      this.#seq = book.queue.seqs.take(this.#startedAt);
      if (book.toolbar && this.#seq !== null) book.toolbar(request, this.#response, this.#seq);
    }
  }

  /** The framework's error or not-found handling begins here. Only the first call counts. */
  errorStage(error: unknown): void {
    this.#errorStage ??= this.#stage(performance.now(), error);
  }

  /** The error handling hands the request back to the app: it will not be what answers. */
  recovered(): void {
    if (!this.#response.headersSent) this.#errorStage = null;
  }

  /** A route is asked, so nothing that was asked before it has answered. */
  routed(route: () => string): void {
    if (this.#response.headersSent) return;
    this.route = route;
    this.#lastResortAt = 0;
    this.trail?.enteredHandler();
  }

  /** What the app does with what no route answered begins here: if the answer is 404, it was the not-found handling. */
  lastResort(): void {
    if (!this.#response.headersSent) this.#lastResortAt = performance.now();
  }

  /** Node gives up on it: unless the app has answered, what is said on the socket from now on is the answer. */
  refused(words: ResponseLike, refusal: Exception): void {
    this.#refusal = refusal;
    if (!this.#response.headersSent) this.#response = words;
  }

  /** It was none of the host's requests after all. */
  forget(): void {
    this.#forgotten = true;
    this.trail?.end(performance.now());
  }

  takeNumber(): Seq | null {
    return this.#seq === null ? null : this.#book.queue.seqs.take();
  }

  fault(): void {
    this.#book.counts.faults++;
  }

  /** The request has ended: it goes to the book. */
  finish(): void {
    if (this.#forgotten) return;
    this.#forgotten = true;
    const draft = this.#draft();
    if (this.#book.ignore.atEnd(draft.status)) this.#ignore();
    else this.#book.queue.append(draft);
  }

  #ignore(): void {
    this.forget();
    this.#book.counts.ignored++;
  }

  #draft(): Draft {
    const endedAt = performance.now();
    const trail = this.trail?.end(endedAt) ?? null;
    const request = this.#request;
    const response = this.#response;
    const { headers, socket } = request;
    const status = this.#status();
    const notFound = this.#lastResortAt > 0 && status === 404;
    const stage = this.#errorStage ?? (notFound ? this.#stage(this.#lastResortAt, null) : null);
    const thrown = (stage ? toException(stage.error) : null) ?? this.#refusal;
    const exception = thrown ?? trail?.reported ?? null;
    // An error that the app has only reported did not end a request that was answered well.
    const ended = thrown ?? (status >= 500 ? exception : null);
    const error = ended?.name || (this.#isWhole() ? '' : 'Aborted');
    const millis = endedAt - this.#startedAt;
    const { queue: hold, details, clientIp } = this.#book;
    const state = details(status >= 500 || error !== '', millis, hold.level());
    return {
      seq: this.#seq,
      time: this.#time,
      status,
      ip: clientIp(this.#ip, headers),
      method: request.method ?? '',
      target: cut(this.#target, MAX_TARGET),
      secure: isSecure(socket),
      host: headers.host,
      dialled: this.#dialled,
      route: notFound ? '' : (this.route?.(stage !== null) ?? ''),
      duration: micros(millis),
      requestBytes: wholeNumber(Number(headers['content-length'])),
      responseBytes: announcedLength(response) ?? wholeNumber(socket.bytesWritten - this.#bytesBefore),
      agent: cut(headers['user-agent'] ?? '', MAX_AGENT),
      traceparent: typeof headers.traceparent === 'string' ? cut(headers.traceparent, 100) : '',
      error,
      state,
      detail: state === 'kept' ? this.#detail(exception, trail) : null,
      stages: stagesOf(stage, trail, endedAt),
    };
  }

  /** A sub-request is numbered with its main request, or not yet: it must stand below it. */
  #stage(startedAt: number, error: unknown): ErrorStage {
    return { seq: this.takeNumber(), startedAt, error };
  }

  #detail(exception: Exception | null, trail: TrailEnd | null): RawDetail {
    return {
      activity: (this.#book.trails && trail?.seen) || null,
      httpVersion: this.#request.httpVersion,
      socketIp: this.#ip,
      headers: capHeaders(this.#request.rawHeaders),
      sent: sentBlock(this.#response),
      exception,
    };
  }

  /** Who fails after the headers were sent sets another status, which nobody sees: a failure is looked up. */
  #status(): number {
    const response = this.#response;
    if (!wasSent(response)) return STATUS_ABORTED;
    return wholeNumber(response.statusCode < 400 ? response.statusCode : sentStatus(response));
  }

  /** An injected request has no socket that its answer could go out to: it is whole when it was ended. */
  #isWhole(): boolean {
    const { errored, writableFinished, writableEnded } = this.#response;
    if (errored) return false;
    return writableFinished || (writableEnded && !(this.#request.socket instanceof Socket));
  }
}

type Marked = { [RECORDING]?: Recording };

export function recordingOf(message: object): Recording | undefined {
  return (message as Marked)[RECORDING];
}

export function attach(message: object, recording: Recording): void {
  (message as Marked)[RECORDING] = recording;
}

/** The error stage and the sub-requests, as they began. */
function stagesOf(error: ErrorStage | null, trail: TrailEnd | null, endedAt: number): readonly Stage[] {
  const subRequests = trail?.subRequests ?? [];
  if (!error) return subRequests.length > 0 ? subRequests : NO_STAGES;
  const stage = {
    seq: error.seq,
    kind: 'error',
    name: '',
    duration: micros(endedAt - error.startedAt),
  } as const;
  const after = subRequests.findIndex(({ startedAt }) => startedAt > error.startedAt);
  const before = after < 0 ? subRequests.length : after;
  return [...subRequests.slice(0, before), stage, ...subRequests.slice(before)];
}

function micros(millis: number): number {
  return wholeNumber(Math.round(millis * 1000));
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? text.slice(0, longest) : text;
}
