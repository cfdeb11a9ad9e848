import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** The connection a request came by: a socket, or what is told of one. */
export interface SocketLike {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly localFamily?: string | undefined;
  readonly bytesWritten: number;
}

/** What was asked: a request of node:http, a stream of HTTP/2, or as much as is known of one that Node refused. */
export interface RequestLike {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Frameworks rewrite `url` for what they mount, and keep the whole of it here. */
  readonly originalUrl?: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly socket: SocketLike;
}

/** How it was answered: by a response, on a stream, or with words said straight on the socket. */
export interface ResponseLike {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** `null` before its turn has come, and after. */
  readonly socket?: unknown;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  /** What broke it off. Node 22 calls it finished all the same, if it was ended after that. */
  readonly errored?: Error | null;
  getHeaders(): OutgoingHttpHeaders;
}
