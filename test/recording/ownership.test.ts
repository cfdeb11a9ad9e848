import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { Agent, createServer as createHttpServer, get } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { log } from '../../src/index.ts';
import { connectTls, TLS_SERVER_OPTIONS } from '../support/frameworks/node.ts';
import { detailOf, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer } = serversOfTest();

const echo = (socket: Socket) => void socket.on('error', () => {}).pipe(socket);
const tcp = createServer(echo);
const tls = createTlsServer(TLS_SERVER_OPTIONS, echo);
const http = createHttpServer((_request, response) => response.end('body'));
const http2 = createHttp2Server((_request, response) => response.end('body'));
const portOf = (server: Server) => (server.address() as AddressInfo).port;
beforeAll(async () => {
  for (const server of [tcp, tls, http, http2]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  http.closeAllConnections();
  for (const server of [tcp, tls, http, http2]) server.close();
});

const textsOf = (detail: { readonly logs?: readonly { readonly text: string }[] }) =>
  (detail.logs ?? []).map(({ text }) => text);

test.each([
  ['TCP', () => connect(portOf(tcp), '127.0.0.1')],
  ['TLS', () => connectTls(portOf(tls), [])],
])('a %s connection that an open request has opened adds nothing to it for others', async (_, open) => {
  const emitter = new EventEmitter();
  let socket: Socket | undefined;
  const running = await startServer(async ({ url }) => {
    if (url === '/opens') {
      socket = open();
      socket.on('data', (chunk) => {
        log('info', `received ${chunk}`);
        emitter.emit('received');
      });
      await once(emitter, 'end');
      log('info', 'after the others');
    } else {
      const received = once(emitter, 'received');
      socket?.write(`from ${url}`);
      await received;
      log('info', `answer for ${url}`);
    }
  });
  const opens = sendRequest(running.port, '/opens');
  while (!socket) await new Promise(setImmediate);
  for (const path of ['/first', '/second']) {
    await sendRequest(running.port, path);
    expect(textsOf(await detailOf(running, path))).toEqual([`answer for ${path}`]);
  }
  emitter.emit('end');
  await opens;
  expect(textsOf(await detailOf(running, '/opens'))).toEqual(['after the others']);
  socket.destroy();
});

/** Calls all that code of ours runs around, and returns what a store of the app contains in each callback. */
async function storesSeen(): Promise<string[]> {
  const store = new AsyncLocalStorage<string>();
  const seen: string[] = [];
  const see = (place: string) => seen.push(`${place}: ${store.getStore()}`);
  const url = `http://127.0.0.1:${portOf(http as Server)}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const pool = new Pool(url, { connections: 1 });
  let socket: Socket | undefined;
  let session: ReturnType<typeof connectHttp2> | undefined;

  const asRequest = (name: string) =>
    store.run(name, async () => {
      socket ??= connect(portOf(tcp), '127.0.0.1').on('data', () => see('socket data'));
      const received = once(socket, 'data');
      socket.write('text', () => see('written'));
      await received;
      see('received');
      await new Promise<void>((resolve) => {
        const request = get(url, { agent }, (response) => {
          see('response');
          response.on('data', () => see('response data')).on('end', resolve);
        });
        request.on('socket', () => see('request socket'));
      });
      await new Promise<void>((resolve) =>
        get('http://127.0.0.1:1').on('error', () => {
          see('request error');
          resolve();
        }),
      );
      const { body } = await pool.request({ path: '/', method: 'GET' });
      body.on('data', () => see('undici data'));
      await once(body, 'end');
      session ??= connectHttp2(`http://127.0.0.1:${portOf(http2 as unknown as Server)}`);
      const stream = session.request({ ':path': '/' }).on('response', () => see('http2 response'));
      await once(stream.resume(), 'end');
      see('end');
    });
  await asRequest('first');
  await asRequest('second');
  socket?.destroy();
  session?.destroy();
  agent.destroy();
  await pool.destroy();
  return seen;
}

test("the app's own AsyncLocalStorage sees the same stores as without instrumentations", async () => {
  const seen: string[][] = [];
  for (const instrumentations of ['none', []] as const) {
    const running = await startServer(async () => seen.push(await storesSeen()), { instrumentations });
    await sendRequest(running.port, '/');
    await running.book.close();
  }
  expect(seen[0]).toContain('socket data: first');
  expect(seen[1]).toEqual(seen[0]);
});

test('an outgoing request and its response have no new properties that are listed', async () => {
  let keys: string[][] = [];
  const running = await startServer(async () => {
    const request = get(`http://127.0.0.1:${portOf(http as Server)}`);
    const [response] = await once(request, 'response');
    keys = [request, response].map((message) => Object.keys(message));
    await once(response.resume(), 'end');
  });
  await sendRequest(running.port, '/');
  expect(keys.flat()).not.toContain('emit');
});
