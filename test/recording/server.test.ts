import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import Koa from 'koa';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gatebook as recordExpress } from '../../src/express.ts';
import { gatebook } from '../../src/http.ts';
import { gatebook as recordKoa } from '../../src/koa.ts';
import { handle } from '../support/frameworks/node.ts';
import { exchange, get, openSocket, readToEnd, readUntil } from '../support/raw-http.ts';
import { listen, type RunningServer, SERVER_OPTIONS } from '../support/running-server.ts';
import { entriesOf, summary } from './conformance/suite.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close();
});

async function serve(server = createServer(SERVER_OPTIONS, handle)): Promise<RunningServer> {
  const running = await listen(server, gatebook(server, { storage: 'memory:' }));
  opened.push(running);
  return running;
}

/** The same server without Gatebook. */
async function bare(): Promise<RunningServer> {
  const noBook = { close: async () => {} } as RunningServer['book'];
  const running = await listen(createServer(SERVER_OPTIONS, handle), noBook);
  opened.push(running);
  return running;
}

describe('a server responds as without Gatebook', () => {
  // Not for the other cases, which a busy machine would answer with a timeout.
  const SHORT = { headersTimeout: 100, requestTimeout: 100 };
  test.each<[string, string, object?]>([
    ['data that is not HTTP', 'KNOCK KNOCK\r\n\r\n'],
    ['malformed headers', 'GET / HTTP/1.1\r\nBad Name: 1\r\n\r\n'],
    ['headers that are too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a malformed body', 'POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'],
    ['headers that take too long', 'GET / HTTP/1.1\r\nHost: h\r\n', SHORT],
    ['a body that takes too long', 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhel', SHORT],
    ['a CONNECT without a listener', 'CONNECT h:1 HTTP/1.1\r\nHost: h:1\r\n\r\n'],
    [
      'an upgrade without a listener',
      'GET /ok HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: x\r\n\r\n',
    ],
  ])('to %s', async (_name, data, timeouts = {}) => {
    const [plain, recorded] = [await bare(), await serve()];
    for (const { server } of [plain, recorded]) Object.assign(server, timeouts);
    const withoutDate = async (running: RunningServer) =>
      (await exchange(running, data)).replace(/Date: .*\r\n/, '');
    expect(await withoutDate(recorded)).toBe(await withoutDate(plain));
    expect(await entriesOf(recorded, 1)).toHaveLength(1);
  });

  test('when the app responds to malformed requests itself', async () => {
    const server = createServer(SERVER_OPTIONS, handle);
    server.on('clientError', (_error, socket: Duplex) =>
      socket.end('HTTP/1.1 418 Teapot\r\nX-Own: 1\r\n\r\n'),
    );
    const running = await serve(server);
    expect(await exchange(running, 'KNOCK\r\n\r\n')).toBe('HTTP/1.1 418 Teapot\r\nX-Own: 1\r\n\r\n');
    expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 418 - / HPE_INVALID_METHOD']);
  });

  test('when the app destroys the socket of malformed requests', async () => {
    const server = createServer(SERVER_OPTIONS, handle);
    server.on('clientError', (_error, socket: Duplex) => socket.destroy());
    const running = await serve(server);
    expect(await exchange(running, 'KNOCK\r\n\r\n')).toBe('');
    expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 499 - / HPE_INVALID_METHOD']);
  });
});

test('restores the methods of an upgraded socket after its first write', async () => {
  const running = await serve();
  let patched: string[] | undefined;
  running.server.on('upgrade', (_request, socket: Duplex) => {
    socket.write('');
    socket.write(Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    patched = ['write', 'end'].filter((name) => Object.hasOwn(socket, name));
    socket.end();
  });
  const upgrade = 'GET /up HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  expect(await exchange(running, upgrade)).toMatch(/ 101 /);
  expect(patched).toEqual([]);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 101 GET /up -']);
});

test('records an upgrade answered with a ServerResponse', async () => {
  const running = await serve();
  running.server.on('upgrade', (request, socket: Duplex) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    response.shouldKeepAlive = false;
    response.on('finish', () => socket.end());
    response.writeHead(403).end('no');
  });
  const upgrade = 'GET /up HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  expect(await exchange(running, upgrade)).toMatch(/^HTTP\/1\.1 403 /);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 403 GET /up -']);
});

describe('records refused requests before the first valid one', () => {
  test.each([
    ['express', () => recorded(express(), recordExpress, (app) => app)],
    ['koa', () => recorded(new Koa(), recordKoa, (app) => app.callback())],
  ])('%s', async (_name, start) => {
    const running = await start();
    expect(await exchange(running, 'KNOCK\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 400 - / HPE_INVALID_METHOD']);
  });

  async function recorded<App>(
    app: App,
    record: (app: App, options: { storage: string }) => RunningServer['book'],
    listenerOf: (app: App) => object,
  ): Promise<RunningServer> {
    const book = record(app, { storage: 'memory:' });
    const running = await listen(createServer(SERVER_OPTIONS, listenerOf(app) as never), book);
    opened.push(running);
    return running;
  }

  test('ignores servers of other apps', async () => {
    const app = express();
    const book = recordExpress(app, { storage: 'memory:' });
    const other = await bare();
    await exchange(other, 'KNOCK\r\n\r\n');
    await get(other, '/ok');
    expect(book.stats().recorded).toBe(0);
    await book.close();
  });
});

test('a closed book stops recording, and the server still responds', async () => {
  const running = await serve();
  await running.book.close();
  expect(await exchange(running, 'KNOCK\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect((await get(running, '/ok')).body).toBe('ok');
  expect(running.book.stats().recorded).toBe(0);
});

test('applies ignore rules to refused requests', async () => {
  const server = createServer(SERVER_OPTIONS, handle);
  const book = gatebook(server, { storage: 'memory:', ignore: { statuses: [400], paths: ['/up'] } });
  const running = await listen(server, book);
  opened.push(running);
  server.on('upgrade', (_request, socket: Duplex) => socket.end('HTTP/1.1 401 No\r\n\r\n'));
  await exchange(running, 'KNOCK\r\n\r\n');
  await exchange(running, 'GET /up HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  await get(running, '/ok');
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 200 GET /ok -']);
  expect(book.stats().ignored).toBe(2);
});

test('an error while recording is counted as a fault, and the response is sent', async () => {
  const running = await serve();
  running.server.prependListener('connection', (socket) =>
    Object.defineProperty(socket, 'bytesRead', {
      get() {
        throw new Error('no');
      },
    }),
  );
  expect(await exchange(running, 'KNOCK\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(running.book.stats()).toMatchObject({ recorded: 0, faults: 1 });
});

test('records each of many refused connections', async () => {
  const running = await serve();
  await Promise.all(Array.from({ length: 100 }, (_, n) => exchange(running, `GET /${n} HTTP/9.9\r\n\r\n`)));
  const rows = await entriesOf(running, 100);
  expect(new Set(rows.map(({ url }) => new URL(url).pathname)).size).toBe(100);
  expect(running.book.stats()).toMatchObject({ recorded: 100, dropped: 0, faults: 0 });
});

test('does not record the first packet of a malformed request that came in two', async () => {
  const running = await serve();
  const connected = once(running.server, 'connection');
  const socket = openSocket(running, 'GET /first HTTP/1.1\r\nHost: h\r\n');
  const [accepted] = await connected;
  await vi.waitFor(() => expect(accepted.bytesRead).toBeGreaterThan(0));
  socket.write('DELETE me\x01: 1\r\n\r\n');
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect((await entriesOf(running, 1))[0]).toMatchObject({ status: 400, method: '' });
});

test('keeps a response sent before the request body turned out to be malformed', async () => {
  const running = await serve();
  const socket = openSocket(running, 'POST /ok HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n');
  await readUntil(socket, 'ok');
  socket.write('no length\r\n');
  await readToEnd(socket);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 200 POST /ok -']);
});
