import { type EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, expect, test } from 'vitest';
import { gatebook as withHttp } from '../../src/http.ts';
import { gatebook as withHttp2 } from '../../src/http2.ts';
import { readToEnd } from '../support/raw-http.ts';
import { runScript } from '../support/run-script.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The number of listeners by event. */
function listenersOf(emitter: EventEmitter): Record<string, number> {
  return Object.fromEntries(
    emitter.eventNames().map((event) => [String(event), emitter.listenerCount(event)] as const),
  );
}

/** What an app sees of the listeners of its emitters, in each of the ways in which a request can come and end. */
async function seenBy(server: Server): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  const note = (name: string, emitters: Record<string, EventEmitter>) => {
    for (const [part, emitter] of Object.entries(emitters)) seen[`${name}: ${part}`] = listenersOf(emitter);
  };
  server.on('request', async (request, response) => {
    const { url = '', socket } = request;
    note(url, { request, response, socket, server });
    if (url === '/destroyed') response.destroy();
    else if (url === '/outgoing') {
      const outgoing = get({ port: portOf(server), path: '/inner', agent: false });
      const [incoming] = await once(outgoing, 'response');
      note(url, { outgoing, incoming });
      await finished(incoming.resume());
      response.end();
    } else setTimeout(() => response.end('x'), 20);
  });
  server.on('clientError', (_error, socket) => {
    note('malformed', { socket, server });
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  server.on('upgrade', (request, socket) => {
    note('upgrade', { request, socket, server });
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  await listen(server);
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  await send(server, `${head('/plain')}Connection: close\r\n\r\n`);
  await send(server, `${head('/first')}\r\n${head('/pipelined')}Connection: close\r\n\r\n`);
  await send(server, `${head('/destroyed')}\r\n`);
  await send(server, `${head('/outgoing')}Connection: close\r\n\r\n`);
  await send(server, 'nonsense\r\n\r\n');
  await send(server, `${head('/upgrade')}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`);
  await send(server, 'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  seen['names of events'] = server.eventNames();
  return seen;
}

async function listen(server: { listen: Server['listen'] }): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function portOf(server: { address: Server['address'] }): number {
  return (server.address() as AddressInfo).port;
}

async function send(server: Server, text: string): Promise<string> {
  const socket: Socket = connect(portOf(server), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  return readToEnd(socket);
}

function httpServer(isRecorded: boolean): Server {
  const server = createServer();
  const book = isRecorded ? withHttp(server, { storage: 'memory:', bodies: 'all', toolbar: true }) : null;
  closers.push(
    () => server.close().closeAllConnections(),
    () => book?.close(),
  );
  return server;
}

test('the emitters of an app have the same listeners as without Gatebook', async () => {
  expect(await seenBy(httpServer(true))).toEqual(await seenBy(httpServer(false)));
});

test('the streams, requests and responses of HTTP/2 have the same listeners as without Gatebook', async () => {
  const seen = async (isRecorded: boolean) => {
    const server = createHttp2Server();
    const book = isRecorded ? withHttp2(server as never, { storage: 'memory:', bodies: 'all' }) : null;
    const requests: unknown[] = [];
    server.on('request', (request, response) => {
      const { stream } = request;
      const emitters = { request, response, stream, session: stream.session as EventEmitter, server };
      requests.push(Object.entries(emitters).map(([name, emitter]) => [name, listenersOf(emitter)]));
      response.end();
    });
    await listen(server as unknown as Server);
    const client = connectHttp2(`http://127.0.0.1:${portOf(server as unknown as Server)}`);
    closers.push(
      () => client.destroy(),
      () => server.close(),
      () => book?.close(),
    );
    const stream = client.request({ ':path': '/' });
    await finished(stream.resume(), { writable: false });
    return requests;
  };
  expect(await seen(true)).toEqual(await seen(false));
});

test('ten listeners of the app for an event cause no warning', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const server = httpServer(true);
  const addTen = (emitter: EventEmitter, event: string) => {
    for (let n = 0; n < 10; n++) emitter.on(event, () => {});
  };
  addTen(server, 'connect');
  server.on('request', (request, response) => {
    for (const emitter of [request, response]) addTen(emitter, 'close');
    response.end();
  });
  await listen(server);
  await send(server, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

test('the process and its output have the same listeners as without Gatebook', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-listeners-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const script = (start: string) => `
    import { createServer } from 'node:http';
    import { gatebook } from '${new URL('../../src/http.ts', import.meta.url)}';
    const server = createServer((request, response) => response.end());
    ${start}
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    await (await fetch('http://127.0.0.1:' + server.address().port)).text();
    await book?.flush();
    if (book) await book.search('');
    for (const emitter of [process, process.stdout, process.stderr])
      say(JSON.stringify(emitter.eventNames().map((name) => [String(name), emitter.listenerCount(name)]).sort()));
    process.exit();
  `;
  const recorded = await runScript(script(`const book = gatebook(server, { storage: 'sqlite:${folder}' });`));
  expect(recorded).toMatchObject({ code: 0 });
  expect(recorded.said).toEqual((await runScript(script('const book = null;'))).said);
});
