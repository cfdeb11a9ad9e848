import { once } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestResponse } from './request.ts';
import type { RunningServer } from './running-server.ts';

/** One request, by whatever its server is reached. */
export async function get(
  { connect, port }: RunningServer,
  path: string,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<TestResponse> {
  const headers = { host: `127.0.0.1:${port}`, ...options.headers };
  const sent = request({ path, createConnection: connect, ...options, headers }).end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Says something, hears the answer out until the server hangs up. */
export async function exchange(running: RunningServer, said: string): Promise<string> {
  const socket = openSocket(running, said);
  return readToEnd(socket);
}

/** A connection on which something was said; it is the test's to close. */
export function openSocket({ connect }: RunningServer, said: string): Socket {
  const socket = connect();
  socket.on('error', () => {});
  socket.write(said);
  return socket;
}

/** Breaks it the hard way; TLS knows none. */
export function resetSocket(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

/** All that is heard until the other side hangs up. */
export async function readToEnd(socket: Socket): Promise<string> {
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk;
  });
  if (!socket.closed) await once(socket, 'close');
  return heard;
}

/** Waits until this was heard. */
export async function readUntil(socket: Socket, expected: string): Promise<string> {
  let heard = '';
  socket.setEncoding('latin1');
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    heard += chunk;
    if (heard.includes(expected)) return heard;
  }
  throw new Error(`hung up after ${JSON.stringify(heard)}`);
}
