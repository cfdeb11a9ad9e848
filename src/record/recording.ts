import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Draft } from '../hold/draft.ts';
import type { Numbers } from '../hold/numbers.ts';
import { STATUS_ABORTED } from '../profile/entry.ts';
import type { Detail, Header } from '../profile/profile.ts';
import { redactHeader } from '../profile/redact-headers.ts';
import { redactUrl } from '../profile/redact-url.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { errorClass, toException } from './exception.ts';
import { requestHost, requestUrl, socketIp } from './request-url.ts';
import { type SentHeaders, sentHeaders } from './sent-headers.ts';

const RECORDING = Symbol('gatebook.recording');
const MAX_AGENT = 512;

interface Stage {
  readonly seq: Seq | null;
  readonly startedAt: number;
  readonly error: unknown;
}

/** One request while it is being handled. It reads nothing at the start that can still be read at the end. */
export class Recording {
  /** The pattern that matched, asked when the request has ended. */
  route: () => string = () => '';
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #numbers: Numbers;
  readonly #seq: Seq | null;
  readonly #time: Micros;
  readonly #startedAt = performance.now();
  /** Both are gone by the end: frameworks rewrite the one, a closed socket forgets the other. */
  readonly #target: string;
  readonly #ip: string;
  readonly #bytesBefore: number;
  #errorStage: Stage | null = null;
  #lastResortAt = 0;
  #forgotten = false;

  constructor(request: IncomingMessage, response: ServerResponse, time: Micros, numbers: Numbers) {
    this.#request = request;
    this.#response = response;
    this.#numbers = numbers;
    this.#seq = numbers.take();
    this.#time = time;
    this.#target = request.url ?? '';
    this.#ip = socketIp(request.socket.remoteAddress);
    this.#bytesBefore = request.socket.bytesWritten;
    (request as Marked)[RECORDING] = this;
  }

  /** The framework's error or not-found handling begins here. Only the first call counts. */
  errorStage(error: unknown): void {
    this.#errorStage ??= this.#stage(performance.now(), error);
  }

  /** The app's last handler is asked: if it answers 404, it was the not-found handling. */
  lastResort(): void {
    this.#lastResortAt = performance.now();
  }

  /** It was none of the host's requests after all. */
  forget(): void {
    this.#forgotten = true;
  }

  /** The profiles of a request that has ended: its own, then its error stage's. */
  finish(): Draft[] {
    if (this.#forgotten) return [];
    const endedAt = performance.now();
    const response = this.#response;
    const notFound = this.#lastResortAt > 0 && response.statusCode === 404;
    const stage = this.#errorStage ?? (notFound ? this.#stage(this.#lastResortAt, null) : null);
    const aborted = !response.writableFinished;
    const host = requestHost(this.#request);
    const sent = sentHeaders(response);
    const entry: Draft['entry'] = {
      time: this.#time,
      status: response.headersSent ? response.statusCode : STATUS_ABORTED,
      ip: this.#ip,
      method: this.#request.method ?? '',
      url: redactUrl(requestUrl(this.#request, this.#target, host)),
      host,
      route: this.route(),
      duration: Math.round((endedAt - this.#startedAt) * 1000),
      requestBytes: Number(this.#request.headers['content-length']) || 0,
      responseBytes: this.#responseBytes(sent),
      userAgent: (this.#request.headers['user-agent'] ?? '').slice(0, MAX_AGENT),
      trace: traceId(this.#request.headers.traceparent),
      kind: 'main',
      error: errorClass(stage?.error) || (aborted ? 'Aborted' : ''),
      detail: 'kept',
    };
    const detail = this.#detail(sent, stage?.error);
    const main: Draft = { seq: this.#seq, parent: null, entry, detail };
    if (!stage) return [main];
    return [
      main,
      {
        seq: stage.seq,
        parent: main,
        entry: { ...entry, kind: 'error', duration: Math.round((endedAt - stage.startedAt) * 1000) },
        detail: { ...detail, requestHeaders: [] },
      },
    ];
  }

  /** A sub-request is numbered with its main request, or not yet: it must stand below it. */
  #stage(startedAt: number, error: unknown): Stage {
    return { seq: this.#seq === null ? null : this.#numbers.take(), startedAt, error };
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

  #responseBytes(sent: SentHeaders): number {
    const announced = Number(sent.find(([name]) => name.toLowerCase() === 'content-length')?.[1]);
    return announced >= 0 ? announced : Math.max(0, this.#request.socket.bytesWritten - this.#bytesBefore);
  }
}

type Marked = IncomingMessage & { [RECORDING]?: Recording };

export function recordingOf(request: IncomingMessage): Recording | undefined {
  return (request as Marked)[RECORDING];
}

function traceId(traceparent: string | string[] | undefined): string {
  if (typeof traceparent !== 'string') return '';
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent)?.[1] ?? '';
}
