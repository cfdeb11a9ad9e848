import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isAuthority } from '../../net/client.ts';

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

/** A response of node:http or of an HTTP/2 stream, or bytes that were written to the socket itself. */
export interface ResponseLike {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** `null` while a pipelined response waits for its turn, and after it has ended. */
  readonly socket?: unknown;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  /** Node 22 sets `writableFinished` even if the response ended after this error. */
  readonly errored?: Error | null;
  /** Of an HTTP/2 stream. */
  readonly isCancelled?: boolean;
  getHeaders(): OutgoingHttpHeaders;
}

const CONNECTION = Symbol('gatebook.connection');

/** What all requests of a connection share. */
export interface Connection {
  readonly ip: string;
  /** The last Host header that was valid. Most connections have only one. */
  validHost: string | null;
}

export function connectionOf(socket: SocketLike & { [CONNECTION]?: Connection }): Connection {
  socket[CONNECTION] ??= { ip: socketIp(socket.remoteAddress), validHost: null };
  return socket[CONNECTION];
}

export function hasValidHost({ headers: { host } }: RequestLike, connection: Connection): boolean {
  if (host === connection.validHost) return true;
  if (!isAuthority(host)) return false;
  connection.validHost = host;
  return true;
}

/** The address the client connected to, for requests without a valid Host header. */
export function localHost({ localAddress = 'localhost', localPort, localFamily }: SocketLike): string {
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}${localPort ? `:${localPort}` : ''}`;
}

export function isSecure(socket: SocketLike): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}

/** An address without its zone; IPv4-mapped IPv6 becomes IPv4. */
function socketIp(address: string | undefined): string {
  if (address === undefined) return '';
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const zone = address.indexOf('%');
  return zone < 0 ? address : address.slice(0, zone);
}
