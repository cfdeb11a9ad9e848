import { tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { request as undiciRequest } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measure, note, subrequest, tag } from '../../src/index.ts';
import { GatebookSpanProcessor } from '../../src/otel.ts';
import { entriesOf, requestDetail, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer } = serversOfTest();
const HERE = expect.stringMatching(/^test\/recording\/spans\.test\.ts:\d+:\d+$/);

/** Another host that is not recorded. */
const other = createServer((request, response) => {
  if (request.url === '/cut') return void request.socket.destroy();
  response.writeHead(request.url?.startsWith('/missing') ? 404 : 200).end('body');
});
let host = '';
beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening');
  host = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(() => {
  other.closeAllConnections();
  other.close();
});

test('records outgoing node:http requests as spans, with status, duration, error and the calling line', async () => {
  const running = await startServer(async () => {
    await new Promise((done) =>
      get(`${host}/x?token=CANARY`, (response) => response.resume().on('close', done)),
    );
    await new Promise((done) => get(`${host}/cut`, { agent: false }).on('error', done));
  });
  const { spans = [] } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'http', name: `GET ${host}/x?token=***`, status: 200, parent: null, calledFrom: HERE },
    { kind: 'http', name: `GET ${host}/cut`, error: expect.stringContaining('socket hang up') },
  ]);
  for (const { duration, at } of spans) expect([(duration ?? 0) > 0, at >= 0]).toEqual([true, true]);
});

test('records outgoing fetch and undici requests as spans', async () => {
  const running = await startServer(async () => {
    await (await fetch(`${host}/missing?apiKey=CANARY`, { method: 'POST', body: 'x' })).text();
    await (await undiciRequest(`${host}/x`)).body.text();
    await fetch(`${host}/cut`).catch(() => {});
  });
  const { spans } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'http', name: `POST ${host}/missing?apiKey=***`, status: 404, calledFrom: HERE },
    { kind: 'http', name: `GET ${host}/x`, status: 200, calledFrom: HERE },
    { kind: 'http', name: `GET ${host}/cut`, error: expect.stringContaining('other side closed') },
  ]);
});

test('measure() records nested spans and rethrows errors', async () => {
  const failure = new TypeError('inner password=CANARY');
  const caught: unknown[] = [];
  const running = await startServer(async () => {
    const sum = measure('sync', () => 1 + 1);
    const text = await measure('outer', async () => {
      await sleep(5);
      await measure('inner', async () => {
        throw failure;
      }).catch((error: unknown) => caught.push(error));
      return `sum ${sum}`;
    });
    note('text', text);
    try {
      measure('throws', () => {
        throw failure;
      });
    } catch (error) {
      caught.push(error);
    }
  });
  const { spans = [], notes } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'app', name: 'sync', parent: null },
    { kind: 'app', name: 'outer', parent: null },
    { kind: 'app', name: 'inner', parent: 1, error: 'TypeError: inner password=***' },
    { kind: 'app', name: 'throws', parent: null, error: 'TypeError: inner password=***' },
  ]);
  expect(spans[1]?.duration).toBeGreaterThan(4000);
  expect(notes).toEqual([{ key: 'text', value: 'sum 2' }]);
  expect(caught).toEqual([failure, failure]);
});

test('notes and tags belong to their request and do nothing outside of one', async () => {
  const running = await startServer(() => {
    note('cart', { items: 3, token: 'CANARY' });
    note('password', 'CANARY');
    tag('beta');
    tag('beta');
  });
  note('nowhere', 1);
  tag('nowhere');
  expect(measure('nowhere', () => 7)).toBe(7);
  expect(subrequest('nowhere', () => 8)).toBe(8);
  const detail = await requestDetail(running);
  expect(detail.notes).toMatchObject([{ key: 'cart' }, { key: 'password', value: '***' }]);
  expect(JSON.stringify(detail)).not.toMatch(/CANARY|nowhere/);
});

test('a sub-request is an entry with its own seq, duration and error', async () => {
  const running = await startServer(async () => {
    await subrequest('render sidebar', () => sleep(10));
    await subrequest('render cart', async () => {
      throw new RangeError('empty');
    }).catch(() => {});
  });
  const { spans } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'sub', name: 'render sidebar' },
    { kind: 'sub', name: 'render cart', error: 'RangeError: empty' },
  ]);
  const rows = await entriesOf(running, '/');
  expect(rows.map(({ kind, route, error }) => [kind, route, error])).toEqual([
    ['main', '', ''],
    ['sub', 'render sidebar', ''],
    ['sub', 'render cart', 'RangeError'],
  ]);
  const [main, sidebar, cart] = rows;
  expect([sidebar?.parent, cart?.parent]).toEqual([main?.seq, main?.seq]);
  expect(sidebar?.duration).toBeGreaterThan(9000);
  expect(new Set(rows.map(({ seq }) => seq)).size).toBe(3);
});

test('records tracing channels as spans, with statements but without values', async () => {
  const mysql = tracingChannel('mysql2:query');
  const redis = tracingChannel('ioredis:command');
  const running = await startServer(async () => {
    await measure('load', () =>
      mysql.tracePromise(() => sleep(5), {
        query: "SELECT * FROM t WHERE a = 'CANARY' AND b = ?",
        values: ['CANARY'],
      }),
    );
    await redis.tracePromise(async () => 'CANARY', { command: 'get', args: ['user:CANARY'] });
    mysql.traceSync(() => 1, { query: 'SELECT 1' });
    await mysql
      .tracePromise(() => Promise.reject(new Error('no such table')), { query: 'SELECT x FROM y' })
      .catch(() => {});
  });
  const { spans = [] } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'app', name: 'load' },
    { kind: 'sql', system: 'mysql', name: 'SELECT * FROM t WHERE a = ? AND b = ?', parent: 0 },
    { kind: 'cache', system: 'redis', name: 'GET user:?' },
    { kind: 'sql', system: 'mysql', name: 'SELECT ?' },
    { kind: 'sql', system: 'mysql', name: 'SELECT x FROM y', error: 'Error: no such table' },
  ]);
  expect(spans[1]?.duration).toBeGreaterThan(4000);
  expect(spans.every(({ duration }) => duration !== null)).toBe(true);
  expect(JSON.stringify(spans)).not.toContain('CANARY');
});

test.skipIf(Number(process.versions.node.split('.')[0]) < 26)(
  'records node:sqlite statements as spans without bound values',
  async () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (a)');
    const find = database.prepare('SELECT a FROM t WHERE a = ? OR a = ?');
    const running = await startServer(() => void find.all("CANARY's", 42));
    expect((await requestDetail(running)).spans).toMatchObject([
      { kind: 'sql', system: 'sqlite', name: 'SELECT a FROM t WHERE a = ? OR a = ?' },
    ]);
    database.close();
  },
);

test('records nested OpenTelemetry spans, named after their statement', async () => {
  const provider = new NodeTracerProvider({ spanProcessors: [new GatebookSpanProcessor()] });
  provider.register();
  const tracer = provider.getTracer('test');
  const running = await startServer(() =>
    tracer.startActiveSpan('GET /', { kind: SpanKind.SERVER }, async (request) => {
      await tracer.startActiveSpan('checkout', async (outer) => {
        const query = tracer.startSpan('mysql.query', {
          kind: SpanKind.CLIENT,
          attributes: { 'db.system.name': 'mysql', 'db.query.text': "SELECT 'CANARY'" },
        });
        await sleep(5);
        query.setStatus({ code: SpanStatusCode.ERROR, message: 'deadlock' });
        query.end();
        tracer
          .startSpan('GET', { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'GET' } })
          .end();
        outer.end();
      });
      request.end();
    }),
  );
  tracer.startSpan('outside of a request').end();
  const { spans = [] } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'otel', name: 'checkout', parent: null },
    { kind: 'sql', name: 'SELECT ?', system: 'mysql', parent: 0, error: 'deadlock' },
  ]);
  expect(spans).toHaveLength(2);
  expect(spans[1]?.duration).toBeGreaterThan(4000);
  await provider.shutdown();
});

test('keeps 500 of 10,000 spans and counts the others', async () => {
  const running = await startServer(() => {
    for (let n = 0; n < 10_000; n++) measure(`step ${n}`, () => n);
    for (let n = 0; n < 60; n++) subrequest(`sub ${n}`, () => n);
  });
  await sendRequest(running.port, '/');
  const { spans, omitted } = await requestDetail(running, '/again');
  expect(spans).toHaveLength(500);
  expect(omitted).toEqual({ spans: 9550, subRequests: 10 });
  expect(await entriesOf(running, '/again')).toHaveLength(51);
});
