import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, expect, test } from 'vitest';
import { gatebook as withHttp } from '../../src/http.ts';
import { gatebook as withHttp2 } from '../../src/http2.ts';
import { addListener } from '../../src/record/http/listeners.ts';
import { readToEnd } from '../support/raw-http.ts';
import { runScript } from '../support/run-script.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The events that Node warned of, because they have too many listeners. */
async function warnedOf(act: () => Promise<unknown>): Promise<unknown[]> {
  const warned: unknown[] = [];
  const onWarning = (warning: Error & { type?: unknown }) => warned.push(warning.type);
  process.on('warning', onWarning);
  await act();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  return warned;
}

function add(count: number, emitter: EventEmitter, event: string): void {
  for (let n = 0; n < count; n++) emitter.on(event, () => {});
}

const portOf = (server: { address: Server['address'] }) => (server.address() as AddressInfo).port;

async function send(server: Server, text: string): Promise<string> {
  const socket: Socket = connect(portOf(server), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  return readToEnd(socket);
}

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`;

/** Sends requests in each of the ways in which they can come, to an app that adds listeners to all it sees. */
async function useServer(count: number): Promise<void> {
  const server = createServer();
  const book = withHttp(server, { storage: 'memory:', bodies: 'all', toolbar: true });
  closers.push(
    () => server.close().closeAllConnections(),
    () => book.close(),
  );
  // Node's own listeners on a socket count too, so it gets fewer.
  const onSocket = (socket: EventEmitter) => add(count - socket.listenerCount('close') + 1, socket, 'close');
  add(count, server, 'connect');
  server.on('request', async (request, response) => {
    for (const emitter of [request, response]) add(count, emitter, 'close');
    if (request.url !== '/outgoing') return void setTimeout(() => response.end('x'), 20);
    const outgoing = get({ port: portOf(server), path: '/inner', agent: false });
    const [incoming] = await once(outgoing, 'response');
    add(count, incoming, 'close');
    incoming.resume().on('end', () => response.end());
  });
  server.on('clientError', (_error, socket) => {
    onSocket(socket);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  server.on('upgrade', (_request, socket) => {
    onSocket(socket);
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await send(server, `${head('/first')}\r\n${head('/pipelined')}Connection: close\r\n\r\n`);
  await send(server, `${head('/outgoing')}Connection: close\r\n\r\n`);
  await send(server, 'nonsense\r\n\r\n');
  await send(server, `${head('/upgrade')}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`);
}

test('ten listeners of the app for an event cause no warning, eleven do', { timeout: 30_000 }, async () => {
  expect(await warnedOf(() => useServer(10))).toEqual([]);
  expect(new Set(await warnedOf(() => useServer(11)))).toEqual(new Set(['close', 'connect']));
});

test('ten listeners on a stream of HTTP/2 cause no warning', async () => {
  const warned = await warnedOf(async () => {
    const server = createHttp2Server();
    const book = withHttp2(server as never, { storage: 'memory:' });
    server.on('stream', (stream: ServerHttp2Stream) => {
      add(10 - stream.listenerCount('close') + 1, stream, 'close');
      stream.respond();
      stream.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connectHttp2(`http://127.0.0.1:${portOf(server as unknown as Server)}`);
    closers.push(
      () => client.destroy(),
      () => server.close(),
      () => book.close(),
    );
    await finished(client.request({ ':path': '/' }).resume(), { writable: false });
  });
  expect(warned).toEqual([]);
});

test('an emitter without a limit keeps none', () => {
  const emitter = new EventEmitter().setMaxListeners(0);
  addListener(emitter, 'close', () => {});
  expect(emitter.getMaxListeners()).toBe(0);
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
