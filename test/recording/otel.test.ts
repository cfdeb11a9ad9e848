import { tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attributes, context, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { job } from '../../src/index.ts';
import { GatebookSpanProcessor } from '../../src/otel.ts';
import { waitForEntries } from '../support/frameworks/frameworks.ts';
import { entriesOf, requestDetail, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer } = serversOfTest();
const provider = new NodeTracerProvider({ spanProcessors: [new GatebookSpanProcessor()] });
let tracer: Tracer;
beforeAll(() => {
  provider.register();
  tracer = trace.getTracer('test');
});
afterAll(() => provider.shutdown());

/** A span of a client, as instrumentations of OpenTelemetry create them. */
function call<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result> {
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await run();
    } finally {
      span.end();
    }
  });
}

const wire = () => sleep(2);
const POSTGRES = { 'db.system.name': 'postgresql' };
const query = (text: string) => () =>
  call('pg.query:SELECT db', { ...POSTGRES, 'db.query.text': text }, wire);
const connect = () => call('pg-pool.connect', { 'db.system': 'postgresql' }, wire);

test('connecting is not a query', async () => {
  const running = await startServer(async () => {
    await connect();
    await call('redis-connect', { 'db.system': 'redis' }, wire);
    await query('SELECT a FROM b')();
  });
  const { spans } = await requestDetail(running);
  expect(spans).toMatchObject([
    { kind: 'otel', name: 'pg-pool.connect' },
    { kind: 'otel', name: 'redis-connect' },
    { kind: 'sql', name: 'SELECT a FROM b' },
  ]);
  expect((await entriesOf(running, '/'))[0]).toMatchObject({ queries: 1 });
});

test.each([
  [
    'knex over pg',
    () =>
      call('select db.books', { 'db.system': 'postgresql', 'db.statement': 'select ? from b' }, async () => {
        await connect();
        await query('select $1 from b')();
      }),
  ],
  [
    'Prisma over pg',
    () =>
      call('prisma:client:operation', {}, () =>
        call('prisma:client:db_query', { ...POSTGRES, 'db.query.text': 'SELECT 1' }, query('SELECT 1')),
      ),
  ],
  [
    'mongoose over mongodb',
    () =>
      call('mongoose.Book.findOne', { 'db.system': 'mongoose', 'db.operation': 'findOne' }, () =>
        call('mongodb.find', { 'db.system': 'mongodb', 'db.operation': 'find' }, wire),
      ),
  ],
  [
    'an outer span that ends before the inner one',
    async () => {
      const attributes = { ...POSTGRES, 'db.query.text': 'select stream' };
      let inner: Promise<unknown> = Promise.resolve();
      await call('stream', attributes, async () => {
        inner = query('select stream')();
      });
      await inner;
    },
  ],
])('%s is one query', async (_, run) => {
  const running = await startServer(run);
  const { spans = [] } = await requestDetail(running);
  expect((await entriesOf(running, '/'))[0]).toMatchObject({ queries: 1 });
  expect(spans.filter(({ kind }) => kind === 'sql' || kind === 'document')).toHaveLength(1);
});

test('an operation of an ORM with three queries counts as three', async () => {
  const running = await startServer(() =>
    call('Book.findAll', { ...POSTGRES, 'db.query.text': 'select' }, async () => {
      await query('SELECT a')();
      await Promise.all([query('SELECT b')(), query('SELECT c')()]);
    }),
  );
  await requestDetail(running);
  expect((await entriesOf(running, '/'))[0]).toMatchObject({ queries: 3 });
});

test('a call that Gatebook has recorded itself counts once, whichever comes first', async () => {
  const channel = tracingChannel('mysql2:query');
  const own = (text: string, run: () => Promise<unknown> = wire) =>
    channel.tracePromise(run, { query: text, values: [] });
  const mysql = (run: () => Promise<unknown> = wire) =>
    call('SELECT', { 'db.system': 'mysql', 'db.statement': 'SELECT 1' }, run);
  const running = await startServer(async () => {
    await mysql(() => own('SELECT 1'));
    await own('SELECT 2', () => mysql());
    await Promise.all([mysql(() => own('SELECT 3')), own('SELECT 4', () => mysql())]);
    // Only OpenTelemetry sees these.
    await mysql();
    await query('SELECT 6')();
  });
  const { spans = [] } = await requestDetail(running);
  expect(spans.filter(({ kind }) => kind === 'sql')).toHaveLength(6);
  expect((await entriesOf(running, '/'))[0]).toMatchObject({ queries: 6 });
});

test('requests and jobs have the trace of the SDK', async () => {
  const ids: string[] = [];
  const inTrace = (name: string, kind: SpanKind) =>
    tracer.startActiveSpan(name, { kind }, async (span) => {
      ids.push(span.spanContext().traceId);
      await sleep(1);
      span.end();
    });
  const running = await startServer(() => inTrace('GET /', SpanKind.SERVER));
  await sendRequest(running.port, '/');
  await job('nightly', () => inTrace('nightly', SpanKind.INTERNAL));
  const entries = await waitForEntries(running, 2);
  expect(entries.map((entry) => entry.trace).sort()).toEqual(ids.sort());
});

test('two requests at once do not mix', async () => {
  const running = await startServer(async ({ url }) => {
    await tracer.startActiveSpan(`handle ${url}`, async (span) => {
      await query(`SELECT ${url?.slice(1)} FROM t`)();
      span.end();
    });
  });
  await Promise.all(Array.from({ length: 20 }, (_, i) => sendRequest(running.port, `/r${i}`)));
  const entries = await waitForEntries(running, 20);
  expect(entries.map(({ queries }) => queries)).toEqual(Array.from({ length: 20 }, () => 1));
  expect(new Set(entries.map((entry) => entry.trace)).size).toBe(20);
});

test('a span belongs to the request of its parent, also where a callback runs outside of it', async () => {
  const callbacks: (() => void)[] = [];
  const connection = setInterval(() => callbacks.shift()?.(), 1);
  const running = await startServer(() =>
    tracer.startActiveSpan('GET /', { kind: SpanKind.SERVER }, async (span) => {
      const parent = context.active();
      await new Promise<void>((resolve) =>
        callbacks.push(() => void context.with(parent, query('SELECT a')).then(() => resolve())),
      );
      span.end();
    }),
  );
  const { spans } = await requestDetail(running);
  clearInterval(connection);
  expect(spans).toMatchObject([{ kind: 'sql', name: 'SELECT a' }]);
});
