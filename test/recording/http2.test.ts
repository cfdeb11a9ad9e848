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

function openSession({ port }: RunningServer): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => {});
  sessions.push(session);
  return session;
}

test('records the request and its response, with the authority as the host', async () => {
  const running = await serve();
  const response = await requestOn(openSession(running), {
    ':path': '/ok?token=CANARY',
    ':authority': 'shop.example',
    'user-agent': 'curl/8',
    cookie: 'sid=CANARY',
  });
  expect(response.body).toBe('ok');
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

test('records streamed, empty and unchanged responses, early hints, HEAD and request bodies', async () => {
  const running = await serve();
  const session = openSession(running);
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

test('records each of many concurrent streams of a connection', async () => {
  const running = await serve();
  const paths = Array.from({ length: 90 }, (_, n) => `/ok?n=${n}`);
  await requestHttp2(running.port, paths);
  expect(new Set((await entriesOf(running, 90)).map(({ url }) => url)).size).toBe(90);
  expect(running.book.stats()).toMatchObject({ recorded: 90, faults: 0 });
});

test('records a stream that was reset before its response as aborted, and one whose connection broke during it as ended', async () => {
  const running = await serve();
  const session = openSession(running);
  const reset = session.request({ ':path': '/slow?reset' });
  reset.on('error', () => {});
  const interrupted = session.request({ ':path': '/late' });
  interrupted.on('error', () => {});
  await once(interrupted.resume(), 'data');
  reset.close(8);
  await sleep(50);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 499 GET /slow?reset Aborted']);
  session.destroy();
  expect((await entriesOf(running, 2)).map(summary)).toEqual([
    'main 499 GET /slow?reset Aborted',
    'main 200 GET /late -',
  ]);
});

test('ignores a response sent after the client disconnected', async () => {
  const running = await serve();
  const session = openSession(running);
  session.request({ ':path': '/later' }).on('error', () => {});
  await sleep(40);
  session.destroy();
  await sleep(120);
  expect((await entriesOf(running, 1)).map(summary)).toEqual(['main 499 GET /later Aborted']);
});

test('records a server that only has stream listeners', async () => {
  const server = createServer();
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    if (headers[':path'] === '/dropped') return stream.close(8);
    stream.respond({ ':status': 418, 'x-own': '1' });
    stream.end('teapot');
  });
  const running = await serve(server);
  expect((await requestHttp2(running.port, ['/tea']))[0]).toMatchObject({ status: 418, body: 'teapot' });
  const dropped = openSession(running).request({ ':path': '/dropped' });
  await once(dropped.resume(), 'close');
  const rows = await entriesOf(running, 2);
  expect(rows.map(summary)).toEqual(['main 418 GET /tea -', 'main 499 GET /dropped Aborted']);
  const names = (await profileOf(running, rows[0]))?.detail?.responseHeaders.map(([name]) => name);
  expect(names).toEqual(['x-own', 'date']);
});

test('records a CONNECT without a listener, which Node answers with 405', async () => {
  const running = await serve();
  const stream = openSession(running).request({ ':method': 'CONNECT', ':authority': 'db.example:5432' });
  const [headers] = await once(stream, 'response');
  expect(headers[':status']).toBe(405);
  stream.close();
  const [row] = await entriesOf(running, 1);
  expect(row).toMatchObject({ status: 405, method: 'CONNECT', url: 'http://db.example:5432' });
});

test('the page opens with the key, is not recorded, and is hidden from requests without it', async () => {
  const running = await serve();
  const session = openSession(running);
  await requestOn(session, { ':path': '/ok' });
  const page = await requestOn(session, { ':path': '/_profiler' });
  expect(page.status).toBe(200);
  expect(page.body).toContain('<h1>Profile Search</h1>');
  const statuses: number[] = [];
  for (const headers of [
    { ':authority': 'shop.example' },
    { ':authority': 'shop.example', host: 'localhost' },
    { 'x-forwarded-for': '127.0.0.1' },
  ]) {
    const refused = await requestOn(session, {
      ':path': '/_profiler',
      authorization: 'Bearer wrong',
      ...(headers as Record<string, string>),
    });
    expect(refused.body).not.toContain('Profile Search');
    statuses.push(refused.status);
  }
  expect((await entriesOf(running, 4)).map(({ status }) => status)).toEqual([200, ...statuses]);
});

test('one server records both HTTP/2 and HTTP/1 requests', async () => {
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

test('Fastify on HTTP/2 records routes and error stages', async () => {
  const app: Any = fastify({ http2: true } as Any);
  await app.register(recordFastify, { storage: 'memory:' });
  app.get('/users/:id', async () => 'ok');
  app.get('/broken', async () => {
    throw new TypeError('broken');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const running = await listen(app.server, app.gatebook);
  const session = openSession(running);
  for (const path of ['/users/7', '/broken', '/none']) await requestOn(session, { ':path': path });
  expect(
    (await entriesOf(running, 5)).map(({ kind, status, route }) => `${kind} ${status} ${route}`),
  ).toEqual(['main 200 /users/:id', 'main 500 /broken', 'error 500 /broken', 'main 404 ', 'error 404 ']);
  session.destroy();
  await app.close();
});
