import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Draft } from '../hold/draft.ts';
import type { Hold } from '../hold/hold.ts';
import { STATUS_ABORTED } from '../profile/entry.ts';
import type { Detail, Header } from '../profile/profile.ts';
import { redactHeader } from '../profile/redact-headers.ts';
import { redactUrl } from '../profile/redact-url.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { toException } from './exception.ts';
import { requestHost, requestUrl, socketIp } from './request-url.ts';
import { type SentHeaders, sentHeaders } from './sent-headers.ts';
import { wholeNumber } from './whole-number.ts';

const RECORDING = Symbol('gatebook.recording');
const MAX_AGENT = 512;

interface Stage {
  readonly seq: Seq | null;
  readonly startedAt: number;
  readonly error: unknown;
}

/** One request while it is being handled. It reads nothing at the start that can still be read at the end. */
export class Recording {
  /** The pattern that matched, asked when the request has ended, well or in an error. */
  route: ((failed: boolean) => string) | null = null;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #time: Micros;
  readonly #startedAt = performance.now();
  /** Both are gone by the end: frameworks rewrite the one, a closed socket forgets the other. */
  readonly #target: string;
  readonly #ip: string;
  readonly #bytesBefore: number;
  /** The book it goes to: that of the server it came to, until an app has claimed it. */
  #hold: Hold;
  #claimed = false;
  #seq: Seq | null = null;
  #errorStage: Stage | null = null;
  #lastResortAt = 0;
  #forgotten = false;

  constructor(request: Routed, response: ServerResponse, time: Micros, hold: Hold) {
    this.#request = request;
    this.#response = response;
    this.#time = time;
    this.#hold = hold;
    this.#target = request.originalUrl ?? request.url ?? '';
    this.#ip = socketIp(request.socket.remoteAddress);
    this.#bytesBefore = request.socket.bytesWritten;
    (request as Marked)[RECORDING] = this;
  }

  /** It is this book's request, unless it is another's already: the outermost that handles it. */
  claim(hold: Hold): void {
    if (this.#claimed) return;
    this.#claimed = true;
    this.#hold = hold;
    this.#seq = hold.numbers.take();
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
  }

  /** What the app does with what no route answered begins here: if the answer is 404, it was the not-found handling. */
  lastResort(): void {
    if (!this.#response.headersSent) this.#lastResortAt = performance.now();
  }

  /** It was none of the host's requests after all. */
  forget(): void {
    this.#forgotten = true;
  }

  /** The request has ended: its profiles go to the book, its own before its error stage's. */
  finish(): void {
    if (!this.#forgotten) this.#hold.append(this.#drafts());
  }

  #drafts(): Draft[] {
    const endedAt = performance.now();
    const response = this.#response;
    const notFound = this.#lastResortAt > 0 && response.statusCode === 404;
    const stage = this.#errorStage ?? (notFound ? this.#stage(this.#lastResortAt, null) : null);
    const host = requestHost(this.#request);
    const sent = sentHeaders(response);
    const detail = this.#detail(sent, stage?.error);
    const entry: Draft['entry'] = {
      time: this.#time,
      status: response.headersSent ? wholeNumber(response.statusCode) : STATUS_ABORTED,
      ip: this.#ip,
      method: String(this.#request.method ?? ''),
      url: redactUrl(requestUrl(this.#request, this.#target, host)),
      host,
      route: notFound ? '' : (this.route?.(stage !== null) ?? ''),
      duration: micros(endedAt - this.#startedAt),
      requestBytes: wholeNumber(Number(this.#request.headers['content-length'])),
      responseBytes: this.#responseBytes(sent),
      userAgent: keptAgent(detail.requestHeaders),
      trace: traceId(this.#request.headers.traceparent),
      kind: 'main',
      error: detail.exception?.name || (this.#isWhole() ? '' : 'Aborted'),
      detail: 'kept',
    };
    const main: Draft = { seq: this.#seq, parent: null, entry, detail };
    if (!stage) return [main];
    return [
      main,
      {
        seq: stage.seq,
        parent: main,
        entry: { ...entry, kind: 'error', duration: micros(endedAt - stage.startedAt) },
        detail: { ...detail, requestHeaders: [] },
      },
    ];
  }

  /** A sub-request is numbered with its main request, or not yet: it must stand below it. */
  #stage(startedAt: number, error: unknown): Stage {
    return { seq: this.#seq === null ? null : this.#hold.numbers.take(), startedAt, error };
  }

  #detail(sent: SentHeaders, error: unknown): Detail {
    const raw = this.#request.rawHeaders;
    const requestHeaders: Header[] = [];
    for (let i = 0; i + 1 < raw.length; i += 2)
      requestHeaders.push(redactHeader(raw[i] ?? '', raw[i + 1] ?? ''));
    return {
      httpVersion: this.#request.httpVersion,
      socketIp: this.#ip,
      requestHeaders,
      responseHeaders: sent.map(([name, value]) => redactHeader(name, value)),
      exception: toException(error),
    };
  }

  /** An injected request has no socket that its answer could go out to: it is whole when it was ended. */
  #isWhole(): boolean {
    const { writableFinished, writableEnded } = this.#response;
    return writableFinished || (writableEnded && !(this.#request.socket instanceof Socket));
  }

  #responseBytes(sent: SentHeaders): number {
    const announced = sent.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
    if (announced !== undefined) return wholeNumber(Number(announced));
    return wholeNumber(this.#request.socket.bytesWritten - this.#bytesBefore);
  }
}

type Marked = IncomingMessage & { [RECORDING]?: Recording };
/** Frameworks rewrite `url` for what they mount, and keep the whole of it here. */
type Routed = IncomingMessage & { readonly originalUrl?: string };

export function recordingOf(request: IncomingMessage): Recording | undefined {
  return (request as Marked)[RECORDING];
}

function micros(millis: number): number {
  return wholeNumber(Math.round(millis * 1000));
}

/** As the header is kept, so that the two never differ in what they withhold. */
function keptAgent(headers: readonly Header[]): string {
  return headers.find(([name]) => name === 'user-agent')?.[1]?.slice(0, MAX_AGENT) ?? '';
}

function traceId(traceparent: string | string[] | undefined): string {
  if (typeof traceparent !== 'string') return '';
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent)?.[1] ?? '';
}
