import { once } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { withKey } from './key.ts';
import type { TestResponse } from './request.ts';
import type { RunningServer } from './running-server.ts';

/** Sends a request over the server's own kind of connection (TCP or TLS). Requests for the page have the key. */
export async function get(
  { connect, port }: RunningServer,
  path: string,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<TestResponse> {
  const headers = withKey(path, { host: `127.0.0.1:${port}`, ...options.headers });
  const sent = request({ path, createConnection: connect, ...options, headers }).end(body);
  // A connection that is reset after the answer must not fail another test.
  sent.on('error', () => {});
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Sends raw text and returns everything received until the server closes the connection. */
export async function exchange(running: RunningServer, data: string): Promise<string> {
  const socket = openSocket(running, data);
  return readToEnd(socket);
}

/** Opens a connection and sends raw text. The test must close it. */
export function openSocket({ connect }: RunningServer, data: string): Socket {
  const socket = connect();
  socket.on('error', () => {});
  socket.write(data);
  return socket;
}

/** Resets the connection (TCP RST). TLS sockets are only destroyed. */
export function resetSocket(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

/** Reads everything until the other side closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  if (!socket.closed) await once(socket, 'close');
  return received;
}

/** Reads until the expected text has arrived. */
export async function readUntil(socket: Socket, expected: string): Promise<string> {
  let received = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += chunk;
    if (received.includes(expected)) return received;
  }
  throw new Error(`connection closed after ${JSON.stringify(received)}`);
}
