import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type Http2Server,
  type ServerHttp2Stream,
} from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { gatebook as recordFastify } from '../../src/fastify.ts';
import { gatebook } from '../../src/http2.ts';
import { type Any, profileOf } from '../support/frameworks/frameworks.ts';
import { connectTls, handle, startHttp2 } from '../support/frameworks/node.ts';
import { requestHttp2, requestOn } from '../support/http2-client.ts';
import { get } from '../support/raw-http.ts';
import { listen, type RunningServer } from '../support/running-server.ts';
import { entriesOf, summary } from './conformance/suite.ts';

const opened: RunningServer[] = [];
const sessions: ClientHttp2Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  for (const running of opened.splice(0)) await running.close();
});

async function serve(server: Http2Server = createServer(handle as Any)): Promise<RunningServer> {
  const running = await listen(server as Any, gatebook(server, { storage: 'memory:' }));
  opened.push(running);
  return running;
}

function dial({ port }: RunningServer): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => {});
  sessions.push(session);
  return session;
}

test('a row tells what was asked and how it was answered; the authority is the host', async () => {
  const running = await serve();
  const answer = await requestOn(dial(running), {
    ':path': '/ok?token=CANARY',
    ':authority': 'shop.example',
    'user-agent': 'curl/8',
    cookie: 'sid=CANARY',
  });
  expect(answer.body).toBe('ok');
  const [row, ...others] = await entriesOf(running, 1);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    status: 200,
    ip: '127.0.0.1',
    method: 'GET',
    url: 'http://shop.example/ok?token=***',
    host: 'shop.example',
    kind: 'main',
    userAgent: 'curl/8',
    error: '',
  });
  const profile = await profileOf(running, row);
  expect(profile?.detail).toMatchObject({ httpVersion: '2.0', socketIp: '127.0.0.1' });
  expect(profile?.detail?.requestHeaders).toContainEqual(['cookie', 'sid=***']);
  expect(profile?.detail?.requestHeaders.filter(([name]) => name.startsWith(':'))).toEqual([]);
  expect(profile?.detail?.responseHeaders.map(([name]) => name)).toEqual(['date']);
  expect(JSON.stringify(profile)).not.toContain('CANARY');
});

test('every way to answer is a row: streamed, empty, unchanged, hinted, for HEAD and for a body', async () => {
  const running = await serve();
  const session = dial(running);
  for (const path of ['/stream', '/empty', '/unchanged', '/hints', '/none'])
    await requestOn(session, { ':path': path });
  await requestOn(session, { ':path': '/ok', ':method': 'HEAD' });
  await requestOn(session, { ':path': '/echo', ':method': 'POST', 'content-length': '5' }, 'hello');
  expect((await entriesOf(running, 7)).map(summary)).toEqual([
    'main 200 GET /stream -',
    'main 204 GET /empty -',
    'main 304 GET /unchanged -',
    'main 200 GET /hints -',
    'main 404 GET /none -',
    'main 200 HEAD /ok -',
    'main 200 POST /echo -',
  ]);
});

test('many at once on one connection are a row each', async () => {
  const running = await serve();
  const paths = Array.from({ length: 90 }, (_, n) => `/ok?n=${n}`);
  await requestHttp2(running.port, paths);
  expect(new Set((await entriesOf(running, 90)).map(({ url }) => url)).size).toBe(90);
  expect(running.book.stats()).toMatchObject({ recorded: 90, faults: 0 });
});

test('a stream that was reset, and one whose connection broke, were not answered', async () => {
  const running = await serve();
  const session = dial(running);
  const reset = session.request({ ':path': '/slow?reset' });
  reset.on('error', () => {});
  const cut = session.request({ ':path': '/late' });
  cut.on('error', () => {});
  await once(cut.resume(), 'data');
  reset.close(8);
  await sleep(50);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 499 GET /slow?reset Aborted']);
  session.destroy();
  expect((await entriesOf(running, 2)).map(summary)).toEqual([
    'main 499 GET /slow?reset Aborted',
    'main 200 GET /late Aborted',
  ]);
});

test('an answer that comes when the client has gone is none', async () => {
  const running = await serve();
  const session = dial(running);
  session.request({ ':path': '/later' }).on('error', () => {});
  await sleep(40);
  session.destroy();
  await sleep(120);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 499 GET /later Aborted']);
});

test('a server that has only listeners for streams is recorded', async () => {
  const server = createServer();
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    if (headers[':path'] === '/dropped') return stream.close(8);
    stream.respond({ ':status': 418, 'x-own': '1' });
    stream.end('teapot');
  });
  const running = await serve(server);
  expect((await requestHttp2(running.port, ['/tea']))[0]).toMatchObject({ status: 418, body: 'teapot' });
  const dropped = dial(running).request({ ':path': '/dropped' });
  await once(dropped.resume(), 'close');
  const rows = await entriesOf(running, 2);
  expect(rows.map(summary)).toEqual(['main 418 GET /tea -', 'main 499 GET /dropped Aborted']);
  const names = (await profileOf(running, rows[0]))?.detail?.responseHeaders.map(([name]) => name);
  expect(names).toEqual(['x-own', 'date']);
});

test('a CONNECT is a stream like any other; one that nobody listens for is answered 405, as by Node', async () => {
  const running = await serve();
  const stream = dial(running).request({ ':method': 'CONNECT', ':authority': 'db.example:5432' });
  const [headers] = await once(stream, 'response');
  expect(headers[':status']).toBe(405);
  stream.close();
  const [row] = await entriesOf(running, 1);
  expect(row).toMatchObject({ status: 405, method: 'CONNECT', url: 'http://db.example:5432' });
});

test('the page is there for this machine, is no row, and is not found under another name', async () => {
  const running = await serve();
  const session = dial(running);
  await requestOn(session, { ':path': '/ok' });
  const page = await requestOn(session, { ':path': '/_profiler' });
  expect(page.status).toBe(200);
  expect(page.body).toContain('<h1>Profile Search</h1>');
  for (const headers of [
    { ':authority': 'shop.example' },
    { ':authority': 'shop.example', host: 'localhost' },
    { 'x-forwarded-for': '127.0.0.1' },
  ]) {
    const refused = await requestOn(session, {
      ':path': '/_profiler',
      ...(headers as Record<string, string>),
    });
    expect(refused).toMatchObject({ status: 404, body: 'Not Found\n' });
  }
  expect((await entriesOf(running, 4)).map(({ status }) => status)).toEqual([200, 404, 404, 404]);
});

test('one server records both what comes as HTTP/2 and what comes as HTTP/1', async () => {
  const running = await startHttp2();
  opened.push(running);
  const session = connect(running.url, { createConnection: () => connectTls(running.port, ['h2']) });
  sessions.push(session);
  expect((await requestOn(session, { ':path': '/ok?2' })).body).toBe('ok');
  expect((await get(running, '/ok?1')).body).toBe('ok');
  const rows = await entriesOf(running, 2);
  expect(rows.map(({ url }) => url)).toEqual([`${running.url}/ok?2`, `${running.url}/ok?1`]);
  const versions = await Promise.all(
    rows.map(async (row) => (await profileOf(running, row))?.detail?.httpVersion),
  );
  expect(versions).toEqual(['2.0', '1.1']);
});

test('Fastify on HTTP/2 has its routes and its error stage', async () => {
  const app: Any = fastify({ http2: true } as Any);
  await app.register(recordFastify, { storage: 'memory:' });
  app.get('/users/:id', async () => 'ok');
  app.get('/broken', async () => {
    throw new TypeError('broken');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const running = await listen(app.server, app.gatebook);
  const session = dial(running);
  for (const path of ['/users/7', '/broken', '/none']) await requestOn(session, { ':path': path });
  expect(
    (await entriesOf(running, 5)).map(({ kind, status, route }) => `${kind} ${status} ${route}`),
  ).toEqual(['main 200 /users/:id', 'main 500 /broken', 'error 500 /broken', 'main 404 ', 'error 404 ']);
  session.destroy();
  await app.close();
});
