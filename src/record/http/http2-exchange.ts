import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { RequestLike, ResponseLike, SocketLike } from './exchange.ts';

/** The part of a node:http2 stream that is read. Importing node:http2 would slow down servers that do not use it. */
export interface Http2Stream extends EventEmitter {
  readonly session?: { readonly socket: SocketLike & { readonly encrypted?: boolean } } | undefined;
  readonly headersSent: boolean;
  readonly sentHeaders?: OutgoingHttpHeaders;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly aborted: boolean;
  readonly rstCode?: number;
  /** The request has no body. */
  readonly endAfterHeaders: boolean;
}

/** The code of a stream that its client has cancelled, or whose connection broke. */
const CANCEL = 8;

/** The stream of a request of HTTP/2's compatibility API. */
export function streamOf(request: object): Http2Stream | undefined {
  return 'stream' in request && 'authority' in request ? (request.stream as Http2Stream) : undefined;
}

/** A stream as a request: `:authority` becomes the Host header. */
export class Http2Request implements RequestLike {
  readonly httpVersion = '2.0';
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: SocketLike;
  readonly stream: Http2Stream;
  readonly #raw: readonly string[];

  constructor(stream: Http2Stream, headers: IncomingHttpHeaders, raw: readonly string[] = []) {
    const host = text(headers[':authority']) ?? headers.host;
    this.stream = stream;
    this.method = text(headers[':method']);
    this.url = text(headers[':path']);
    this.headers = Object.create(headers, { host: { value: host, enumerable: true } });
    this.socket = socketOf(stream, host === undefined);
    this.#raw = raw;
  }

  get rawHeaders(): readonly string[] {
    const { host } = this.headers;
    const headers = host === undefined ? [] : ['host', host];
    for (let i = 0; i + 1 < this.#raw.length; i += 2) {
      const [name = '', value = ''] = this.#raw.slice(i, i + 2);
      if (!name.startsWith(':') && name !== 'host') headers.push(name, value);
    }
    return headers;
  }
}

export class Http2Response implements ResponseLike {
  readonly #stream: Http2Stream;

  constructor(stream: Http2Stream) {
    this.#stream = stream;
  }
  get headersSent(): boolean {
    return this.#stream.headersSent;
  }
  get statusCode(): number {
    return Number(this.#stream.sentHeaders?.[':status']);
  }
  get writableEnded(): boolean {
    return this.writableFinished;
  }
  get writableFinished(): boolean {
    return this.#stream.writableFinished && !this.#stream.aborted;
  }
  get isCancelled(): boolean {
    return this.#stream.aborted && this.#stream.rstCode === CANCEL;
  }
  getHeaders(): OutgoingHttpHeaders {
    return this.#stream.sentHeaders ?? {};
  }
}

/** Read at the start, because an ended stream has no session. Streams share a socket, so bytes per stream are unknown. */
function socketOf({ session }: Http2Stream, withoutHost: boolean): SocketLike {
  const socket = session?.socket;
  const address = {
    remoteAddress: socket?.remoteAddress,
    encrypted: socket?.encrypted === true,
    bytesWritten: 0,
  };
  if (!withoutHost || !socket) return address;
  const { localAddress, localPort, localFamily } = socket;
  return { ...address, localAddress, localPort, localFamily };
}

function text(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
