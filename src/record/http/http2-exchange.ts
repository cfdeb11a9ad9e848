import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { RequestLike, ResponseLike, SocketLike } from './exchange.ts';

/** What we use of a stream of node:http2. It is not imported: most servers have no need of it. */
export interface Http2Stream extends EventEmitter {
  readonly session?: { readonly socket: SocketLike & { readonly encrypted?: boolean } } | undefined;
  readonly headersSent: boolean;
  readonly sentHeaders?: OutgoingHttpHeaders;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly aborted: boolean;
  /** It came without a body. */
  readonly endAfterHeaders: boolean;
}

/** The stream under a request of http2's compatibility API. */
export function streamOf(request: object): Http2Stream | undefined {
  return 'stream' in request && 'authority' in request ? (request.stream as Http2Stream) : undefined;
}

/** A stream's request, told like one of node:http: the authority is its host. */
export class Http2Request implements RequestLike {
  readonly httpVersion = '2.0';
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: SocketLike;
  readonly #raw: readonly string[];

  constructor(stream: Http2Stream, headers: IncomingHttpHeaders, raw: readonly string[] = []) {
    const host = text(headers[':authority']) ?? headers.host;
    this.method = text(headers[':method']);
    this.url = text(headers[':path']);
    this.headers = Object.create(headers, { host: { value: host, enumerable: true } });
    this.socket = carrierOf(stream, host === undefined);
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
  getHeaders(): OutgoingHttpHeaders {
    return this.#stream.sentHeaders ?? {};
  }
}

/** Read now: a stream that has ended knows no session. What it sent is not told apart from the other streams'. */
function carrierOf({ session }: Http2Stream, unnamed: boolean): SocketLike {
  const socket = session?.socket;
  const address = {
    remoteAddress: socket?.remoteAddress,
    encrypted: socket?.encrypted === true,
    bytesWritten: 0,
  };
  if (!unnamed || !socket) return address;
  const { localAddress, localPort, localFamily } = socket;
  return { ...address, localAddress, localPort, localFamily };
}

function text(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
