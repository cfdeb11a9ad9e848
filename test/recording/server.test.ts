import { createServer, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import Koa from 'koa';
import { afterEach, describe, expect, test } from 'vitest';
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
  const nobody = { close: async () => {} } as RunningServer['book'];
  const running = await listen(createServer(SERVER_OPTIONS, handle), nobody);
  opened.push(running);
  return running;
}

describe('a server answers as it would without Gatebook', () => {
  test.each([
    ['what is no HTTP', 'KNOCK KNOCK\r\n\r\n'],
    ['a malformed head', 'GET / HTTP/1.1\r\nBad Name: 1\r\n\r\n'],
    ['a head that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a malformed body', 'POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'],
    ['a head that takes too long', 'GET / HTTP/1.1\r\nHost: h\r\n'],
    ['a body that takes too long', 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhel'],
    ['a CONNECT that nobody listens for', 'CONNECT h:1 HTTP/1.1\r\nHost: h:1\r\n\r\n'],
    [
      'an upgrade that nobody listens for',
      'GET /ok HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: x\r\n\r\n',
    ],
  ])('to %s', async (_what, said) => {
    const [plain, recorded] = [await bare(), await serve()];
    for (const { server } of [plain, recorded])
      Object.assign(server, { headersTimeout: 100, requestTimeout: 100 });
    const undated = async (running: RunningServer) =>
      (await exchange(running, said)).replace(/Date: .*\r\n/, '');
    expect(await undated(recorded)).toBe(await undated(plain));
    expect(await entriesOf(recorded, 1)).toHaveLength(1);
  });

  test('when the app answers malformed requests itself, with what the app says', async () => {
    const server = createServer(SERVER_OPTIONS, handle);
    server.on('clientError', (_error, socket: Duplex) =>
      socket.end('HTTP/1.1 418 Teapot\r\nX-Own: 1\r\n\r\n'),
    );
    const running = await serve(server);
    expect(await exchange(running, 'KNOCK\r\n\r\n')).toBe('HTTP/1.1 418 Teapot\r\nX-Own: 1\r\n\r\n');
    expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 418 - / HPE_INVALID_METHOD']);
  });

  test('also when the app hangs up on malformed requests without a word', async () => {
    const server = createServer(SERVER_OPTIONS, handle);
    server.on('clientError', (_error, socket: Duplex) => socket.destroy());
    const running = await serve(server);
    expect(await exchange(running, 'KNOCK\r\n\r\n')).toBe('');
    expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 499 - / HPE_INVALID_METHOD']);
  });
});

test('a socket is left as it was when its first words were heard', async () => {
  const running = await serve();
  let own: string[] | undefined;
  running.server.on('upgrade', (_request, socket: Duplex) => {
    socket.write('');
    socket.write(Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    own = ['write', 'end'].filter((name) => Object.hasOwn(socket, name));
    socket.end();
  });
  const asked = 'GET /up HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  expect(await exchange(running, asked)).toMatch(/ 101 /);
  expect(own).toEqual([]);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 101 GET /up -']);
});

test('an upgrade that is answered through a response of node:http is heard too', async () => {
  const running = await serve();
  running.server.on('upgrade', (request, socket: Duplex) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    response.shouldKeepAlive = false;
    response.on('finish', () => socket.end());
    response.writeHead(403).end('no');
  });
  const asked = 'GET /up HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  expect(await exchange(running, asked)).toMatch(/^HTTP\/1\.1 403 /);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 403 GET /up -']);
});

describe('a server that an app was given to is known before its first request', () => {
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

  test('and a server that is none of the app is left alone', async () => {
    const app = express();
    const book = recordExpress(app, { storage: 'memory:' });
    const other = await bare();
    await exchange(other, 'KNOCK\r\n\r\n');
    await get(other, '/ok');
    expect(book.stats().recorded).toBe(0);
    await book.close();
  });
});

test('a book that was closed hears no more, and the server answers on', async () => {
  const running = await serve();
  await running.book.close();
  expect(await exchange(running, 'KNOCK\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect((await get(running, '/ok')).body).toBe('ok');
  expect(running.book.stats().recorded).toBe(0);
});

test('what is refused may be ignored like any other request', async () => {
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

test('a recording that goes wrong is a fault, and the answer goes out', async () => {
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

test('many connections that are refused at once are a row each', async () => {
  const running = await serve();
  await Promise.all(Array.from({ length: 100 }, (_, n) => exchange(running, `GET /${n} HTTP/9.9\r\n\r\n`)));
  const rows = await entriesOf(running, 100);
  expect(new Set(rows.map(({ url }) => new URL(url).pathname)).size).toBe(100);
  expect(running.book.stats()).toMatchObject({ recorded: 100, dropped: 0, faults: 0 });
});

test('a head that came in two packets is refused without what was in the first', async () => {
  const running = await serve();
  const socket = openSocket(running, 'GET /first HTTP/1.1\r\nHost: h\r\n');
  setTimeout(() => socket.write('DELETE me\x01: 1\r\n\r\n'), 40);
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect((await entriesOf(running, 1))[0]).toMatchObject({ status: 400, method: '' });
});

test('an answer that was given before its body was refused stays the answer', async () => {
  const running = await serve();
  const socket = openSocket(running, 'POST /ok HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n');
  await readUntil(socket, 'ok');
  socket.write('no length\r\n');
  await readToEnd(socket);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 200 POST /ok -']);
});
