import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { gatebook as recordHttp } from '../../../src/http.ts';
import { gatebook as recordHttp2 } from '../../../src/http2.ts';
import { failure, listen, type RunningServer, SERVER_OPTIONS, type Variant } from '../running-server.ts';

/** Serves the same paths as the frameworks, except those that need an error stage. */
export function handle(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://h');
  if (pathname === '/slow') return;
  if (pathname === '/late') return void response.write('begun');
  if (pathname === '/later') return void setTimeout(() => response.end('later'), 100);
  if (pathname === '/ok') return void response.end('ok');
  if (pathname.startsWith('/users/')) return void response.end('{}');
  if (pathname === '/stream') return void stream(response);
  if (pathname === '/empty') return void response.writeHead(204).end();
  if (pathname === '/unchanged') return void response.writeHead(304).end();
  if (pathname === '/hints') {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    return void response.end('hinted');
  }
  if (pathname === '/echo') {
    copyType(request, response);
    return void request.pipe(response);
  }
  response.writeHead(404).end('gone');
}

/** What `/echo` responds with has the type that it received. */
export function copyType({ headers }: IncomingMessage, response: ServerResponse): void {
  const type = headers['content-type'];
  if (type !== undefined) response.setHeader('content-type', type);
}

export function stream(response: ServerResponse): void {
  response.write('one ');
  setTimeout(() => {
    response.write('two ');
    setTimeout(() => response.end('three'), 10);
  }, 10);
}

export function failingStream(): Readable {
  return Readable.from(
    (async function* () {
      yield 'part';
      await sleep(10);
      throw failure();
    })(),
  );
}

export async function startHttp({
  customHandlers: _unused,
  host,
  ...options
}: Variant = {}): Promise<RunningServer> {
  const server = createServer(SERVER_OPTIONS, handle);
  return listen(server, recordHttp(server, { storage: 'memory:', ...options }), host);
}

/** A pre-shared key instead of a certificate: nothing to generate, and it does not expire. */
const KEY = Buffer.from('6761746562ff6f6f6b', 'hex');
const PSK_OPTIONS = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const;
export const TLS_SERVER_OPTIONS = { ...PSK_OPTIONS, pskCallback: () => KEY };

export function connectTls(port: number, ALPNProtocols: string[]): TLSSocket {
  const options: ConnectionOptions = {
    ...PSK_OPTIONS,
    port,
    host: '127.0.0.1',
    ALPNProtocols,
    pskCallback: () => ({ psk: KEY, identity: 'test' }),
    checkServerIdentity: () => undefined,
  };
  return connect(options);
}

/** HTTP/1 on an HTTP/2 server. */
export async function startHttp2({
  customHandlers: _unused,
  host,
  ...options
}: Variant = {}): Promise<RunningServer> {
  const server = createSecureServer(
    { ...TLS_SERVER_OPTIONS, ...SERVER_OPTIONS, allowHTTP1: true },
    handle as never,
  );
  // Node 22 does not accept this option here.
  Object.assign(server, SERVER_OPTIONS);
  const book = recordHttp2(server, { storage: 'memory:', ...options });
  const { port, ...running } = await listen(server as never, book, host);
  return {
    ...running,
    port,
    url: `https://127.0.0.1:${port}`,
    server,
    connect: () => connectTls(port, ['http/1.1']),
  };
}
