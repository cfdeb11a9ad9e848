import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** The socket of a request, or the part of it that is known. */
export interface SocketLike {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly localFamily?: string | undefined;
  readonly bytesWritten: number;
}

/** A request of node:http, an HTTP/2 stream, or what is known of a request that Node refused. */
export interface RequestLike {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Frameworks rewrite `url` for mounted apps and keep the original here. */
  readonly originalUrl?: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly socket: SocketLike;
}

/** A response of node:http, of an HTTP/2 stream, or bytes written straight to the socket. */
export interface ResponseLike {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** `null` while a pipelined response waits for its turn, and after it has ended. */
  readonly socket?: unknown;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  /** Node 22 sets `writableFinished` even if the response ended after this error. */
  readonly errored?: Error | null;
  getHeaders(): OutgoingHttpHeaders;
}
