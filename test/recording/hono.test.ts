import { spawnSync } from 'node:child_process';
import type { Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { LinearRouter } from 'hono/router/linear-router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Gatebook } from '../../src/gatebook.ts';
import { gatebook } from '../../src/hono.ts';
import type { Any } from '../support/frameworks/frameworks.ts';
import { requestHttp2 } from '../support/http2-client.ts';
import { exchange, get } from '../support/raw-http.ts';
import { listen, type RunningServer } from '../support/running-server.ts';
import { entriesOf } from './conformance/suite.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const running of opened.splice(0)) await running.close();
});

function create(options?: Any): { app: Any; book: Gatebook } {
  const app = new Hono(options);
  return { app, book: gatebook(app, { storage: 'memory:' }) };
}

async function serve(app: Any, book: Gatebook): Promise<RunningServer> {
  const running = await listen(createAdaptorServer(app) as Server, book);
  opened.push(running);
  return running;
}

async function summaries(running: RunningServer, count: number): Promise<string[]> {
  return (await entriesOf(running, count)).map(({ kind, status, url, route, error }) =>
    [kind, status, new URL(url).pathname, route || '-', error || '-'].join(' '),
  );
}

const throws = () => {
  throw new TypeError('failed');
};
const callsNext = async (_c: Any, next: Any) => next();

describe.each([
  ['the default router', undefined],
  ['RegExpRouter', () => new RegExpRouter()],
  ['TrieRouter', () => new TrieRouter()],
  ['LinearRouter', () => new LinearRouter()],
  ['SmartRouter with one router', () => new SmartRouter({ routers: [new TrieRouter()] })],
] as [string, (() => Any) | undefined][])('with %s', (_name, router) => {
  test('the route is the pattern of the handler that responded, not of the middleware before it', async () => {
    const { app, book } = create(router && { router: router() });
    app.use(callsNext);
    app.use('/users/*', cors());
    app.use('/secret/*', async (c: Any, next: Any) => (c.req.query('key') ? next() : c.text('no', 401)));
    app.get('/users/:id', (c: Any) => c.text('user'));
    app.get('/users/:id', (c: Any) => c.text('never'));
    app.on(['PUT', 'PATCH'], '/users/:id', callsNext, (c: Any) => c.text('changed'));
    app.all('/any', (c: Any) => c.text('any'));
    app.get('/secret/:id', (c: Any) => c.text('secret'));
    const running = await serve(app, book);
    await get(running, '/users/7');
    await get(running, '/users/7', { method: 'PATCH' });
    await get(running, '/users/7', { method: 'HEAD' });
    for (const path of ['/any', '/secret/1', '/secret/1?key=1']) await get(running, path);
    expect(await summaries(running, 6)).toEqual([
      'main 200 /users/7 /users/:id -',
      'main 200 /users/7 /users/:id -',
      'main 200 /users/7 /users/:id -',
      'main 200 /any /any -',
      'main 401 /secret/1 - -',
      'main 200 /secret/1 /secret/:id -',
    ]);
  });

  test('records an error stage when no handler responds or a handler calls notFound()', async () => {
    const { app, book } = create(router && { router: router() });
    app.use('/behind/*', callsNext);
    app.get('/passes', callsNext);
    app.get('/hands-over', (c: Any) => c.notFound());
    app.get('/gone', (c: Any) => c.text('gone', 404));
    app.use('/hidden', async (c: Any, _next: Any) => c.text('gone', 404));
    const running = await serve(app, book);
    for (const path of ['/none', '/behind/1', '/passes', '/hands-over', '/gone', '/hidden'])
      await get(running, path);
    expect(await summaries(running, 10)).toEqual([
      'main 404 /none - -',
      'error 404 /none - -',
      'main 404 /behind/1 - -',
      'error 404 /behind/1 - -',
      'main 404 /passes - -',
      'error 404 /passes - -',
      'main 404 /hands-over - -',
      'error 404 /hands-over - -',
      'main 404 /gone /gone -',
      'main 404 /hidden - -',
    ]);
  });
});

test('records routes that were added before Gatebook', async () => {
  const app: Any = new Hono();
  app.get('/users/:id', (c: Any) => c.text('user'));
  app.onError((_error: unknown, c: Any) => c.text('own', 502));
  app.get('/broken', throws);
  const running = await serve(app, gatebook(app, { storage: 'memory:' }));
  for (const path of ['/users/7', '/broken']) await get(running, path);
  expect(await summaries(running, 3)).toEqual([
    'main 200 /users/7 /users/:id -',
    'main 502 /broken /broken TypeError',
    'error 502 /broken /broken TypeError',
  ]);
});

test('a not-found handler that responds with 200 is not an error stage', async () => {
  const { app, book } = create();
  app.notFound((c: Any) => c.text('index', 200));
  const running = await serve(app, book);
  await get(running, '/app/page');
  expect(await summaries(running, 1)).toEqual(['main 200 /app/page - -']);
});

test('an exception with its own response is an error stage', async () => {
  const { app, book } = create();
  app.get('/secret', () => {
    throw new HTTPException(401, { message: 'no' });
  });
  const running = await serve(app, book);
  expect((await get(running, '/secret')).status).toBe(401);
  expect(await summaries(running, 2)).toEqual([
    'main 401 /secret /secret HTTPException',
    'error 401 /secret /secret HTTPException',
  ]);
});

test('a mounted app uses its own error handler, or the outer one if it has none', async () => {
  const { app, book } = create();
  const own: Any = new Hono();
  own.onError((_error: unknown, c: Any) => c.text('inner', 502));
  own.get('/broken/:id', throws);
  const none: Any = new Hono();
  none.get('/broken/:id', throws);
  app.onError((_error: unknown, c: Any) => c.text('outer', 503));
  app.route('/own', own);
  app.route('/none', none);
  const running = await serve(app, book);
  expect((await get(running, '/own/broken/1')).body).toBe('inner');
  expect((await get(running, '/none/broken/1')).body).toBe('outer');
  expect(await summaries(running, 4)).toEqual([
    'main 502 /own/broken/1 /own/broken/:id TypeError',
    'error 502 /own/broken/1 /own/broken/:id TypeError',
    'main 503 /none/broken/1 /none/broken/:id TypeError',
    'error 503 /none/broken/1 /none/broken/:id TypeError',
  ]);
});

test('a recorded app that is mounted leaves its errors to the outer app, as without Gatebook', async () => {
  const { app: inner, book } = create();
  inner.get('/broken', throws);
  const outer: Any = new Hono();
  outer.onError((_error: unknown, c: Any) => c.text('outer', 503));
  outer.route('/in', inner);
  const running = await serve(outer, book);
  expect((await get(running, '/in/broken')).body).toBe('outer');
});

test('records errors thrown by an error handler and thrown values that are not errors', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { app, book } = create();
  app.onError(() => {
    throw new RangeError('again');
  });
  app.get('/again', throws);
  app.get('/text', () => {
    throw 'text';
  });
  const running = await serve(app, book);
  expect((await get(running, '/again')).status).toBe(500);
  expect((await get(running, '/text')).status).toBe(500);
  expect(await summaries(running, 4)).toEqual([
    'main 500 /again /again TypeError',
    'error 500 /again /again TypeError',
    'main 500 /text /text string',
    'error 500 /text /text string',
  ]);
});

test('app.request() without a server responds and is not recorded', async () => {
  const { app, book } = create();
  app.get('/ok', (c: Any) => c.text('ok'));
  app.get('/broken', throws);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await (await app.request('/ok')).text()).toBe('ok');
  expect((await app.request('/broken')).status).toBe(500);
  expect((await app.request('/_profiler')).status).toBe(404);
  expect(book.stats().recorded).toBe(0);
  await book.close();
});

test('the page works whether or not node-server has replaced the global Response', async () => {
  const { app, book } = create();
  for (const overrideGlobalObjects of [true, false]) {
    const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects }) as Server;
    const running = await listen(server, book);
    const page = await get(running, '/_profiler');
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Profile Search') });
    running.dropConnections();
    server.close();
  }
  expect(book.stats()).toMatchObject({ recorded: 0, faults: 0 });
  await book.close();
});

test('records refused requests after the first request', async () => {
  const { app, book } = create();
  app.get('/ok', (c: Any) => c.text('ok'));
  const running = await serve(app, book);
  await exchange(running, 'KNOCK\r\n\r\n');
  await get(running, '/ok');
  await exchange(running, 'KNOCK\r\n\r\n');
  expect(await summaries(running, 2)).toEqual(['main 200 /ok /ok -', 'main 400 / - HPE_INVALID_METHOD']);
});

test('records an app on an HTTP/2 server', async () => {
  const { app, book } = create();
  app.get('/users/:id', (c: Any) => c.text('user'));
  const server = createAdaptorServer({ fetch: app.fetch, createServer: createHttp2Server as Any });
  const running = await listen(server as Server, book);
  opened.push(running);
  expect((await requestHttp2(running.port, ['/users/7']))[0]).toMatchObject({ status: 200, body: 'user' });
  expect((await requestHttp2(running.port, ['/none']))[0]?.status).toBe(404);
  expect(await summaries(running, 3)).toEqual([
    'main 200 /users/7 /users/:id -',
    'main 404 /none - -',
    'error 404 /none - -',
  ]);
});

test('importing an adapter loads neither Hono nor any framework', () => {
  const entry = (name: string) => JSON.stringify(import.meta.resolve(`../../src/${name}.ts`));
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    for (const entry of [${['hono', 'koa', 'nest', 'http2', 'http', 'express'].map(entry)}]) await import(entry);
    console.log(loaded.filter((url) => /node_modules\\/(@?hono|@?koa|@nestjs|express|fastify|zod|commander)|\\/serve\\/(?!access\\/)/.test(url)).join());
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: '', stderr: '' });
});

test('refuses anything that is not an app before it opens a book', () => {
  for (const app of [() => {}, {}, null, new Response()])
    expect(() => gatebook(app as Any)).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('new Hono()') }),
    );
});
