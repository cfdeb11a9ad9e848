import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** What matters of a request to the rules of access. */
export interface RequestSample {
  /** The address of the socket; `null` if the socket is gone. */
  readonly from?: string | null;
  readonly tls?: boolean;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

export function incomingMessage({
  from = '127.0.0.1',
  tls = false,
  path = '/_profiler',
  method = 'GET',
  headers = {},
}: RequestSample): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from ?? undefined });
  if (tls) Object.defineProperty(socket, 'encrypted', { value: true });
  const request = Object.assign(new IncomingMessage(socket), { url: path, method, httpVersion: '1.1' });
  Object.assign(request.headers, { host: 'localhost:3000', ...headers });
  return request;
}
