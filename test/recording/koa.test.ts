import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Gatebook } from '../../src/gatebook.ts';
import { gatebook } from '../../src/koa.ts';
import { type Any, KOA } from '../support/frameworks/frameworks.ts';
import { failingStream } from '../support/frameworks/node.ts';
import { requestHttp2 } from '../support/http2-client.ts';
import { get, openSocket, readUntil, resetSocket } from '../support/raw-http.ts';
import { listen, type RunningServer } from '../support/running-server.ts';
import { entriesOf } from './conformance/suite.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close();
});

async function serve(app: Any, book: Gatebook): Promise<RunningServer> {
  const running = await listen(createServer(app.callback()), book);
  opened.push(running);
  return running;
}

async function summaries(running: RunningServer, count: number): Promise<string[]> {
  return (await entriesOf(running, count)).map(({ kind, status, url, route, error }) =>
    [kind, status, new URL(url).pathname, route || '-', error || '-'].join(' '),
  );
}

const responds = (status: number) => (ctx: Any) => {
  ctx.status = status;
  ctx.body = 'answer';
};
const throws = () => {
  throw new TypeError('failed');
};

describe.each(Object.entries(KOA))('%s', (_name, Koa) => {
  function create(): { app: Any; book: Gatebook; router: Any } {
    const app = new Koa();
    app.silent = true;
    return { app, book: gatebook(app, { storage: 'memory:' }), router: new Router() };
  }

  test('the route is the full pattern with the prefixes of its routers', async () => {
    const { app, book, router } = create();
    const nested: Any = new Router();
    nested.get('/users/:id', responds(200));
    nested.get('/broken/:id', throws);
    nested.get(/^\/odd\/\d+$/, responds(200));
    router.prefix('/api');
    router.use('/v1', nested.routes());
    app.use(router.routes()).use(router.allowedMethods()).use(nested.routes());
    const running = await serve(app, book);
    for (const path of ['/api/v1/users/7', '/api/v1/broken/7', '/users/7', '/odd/7'])
      await get(running, path);
    const found = await summaries(running, 5);
    expect(found.slice(0, 4)).toEqual([
      'main 200 /api/v1/users/7 /api/v1/users/:id -',
      'main 500 /api/v1/broken/7 /api/v1/broken/:id TypeError',
      'error 500 /api/v1/broken/7 /api/v1/broken/:id TypeError',
      'main 200 /users/7 /users/:id -',
    ]);
    expect(found[4]).toContain('odd');
  });

  test('the error stage has the status of an http-errors error', async () => {
    const { app, book, router } = create();
    router.get('/secret', (ctx: Any) => ctx.throw(401));
    app.use(router.routes());
    const running = await serve(app, book);
    expect((await get(running, '/secret')).status).toBe(401);
    expect(await summaries(running, 2)).toEqual([
      'main 401 /secret /secret UnauthorizedError',
      'error 401 /secret /secret UnauthorizedError',
    ]);
  });

  test('records an error stage when nothing responds or no route matches', async () => {
    const { app, book, router } = create();
    router.get('/passes', (_ctx: Any, next: Any) => next());
    router.get('/silent', () => {});
    router.get('/gone', responds(404));
    app.use(async (ctx: Any, next: Any) => {
      if (ctx.path === '/hidden') return responds(404)(ctx);
      await next();
      if (ctx.path === '/upstream') responds(404)(ctx);
    });
    app.use(router.routes());
    const running = await serve(app, book);
    for (const path of ['/none', '/upstream', '/passes', '/silent', '/gone', '/hidden'])
      await get(running, path);
    expect(await summaries(running, 10)).toEqual([
      'main 404 /none - -',
      'error 404 /none - -',
      'main 404 /upstream - -',
      'error 404 /upstream - -',
      'main 404 /passes - -',
      'error 404 /passes - -',
      'main 404 /silent - -',
      'error 404 /silent - -',
      'main 404 /gone /gone -',
      'main 404 /hidden - -',
    ]);
  });

  test('an app without a router has a not-found stage only when nothing responds', async () => {
    const { app, book } = create();
    app.use((ctx: Any) => {
      if (ctx.path === '/gone') responds(404)(ctx);
      if (ctx.path === '/ok') ctx.body = 'ok';
    });
    const running = await serve(app, book);
    for (const path of ['/ok', '/gone', '/none']) await get(running, path);
    expect(await summaries(running, 4)).toEqual([
      'main 200 /ok - -',
      'main 404 /gone - -',
      'main 404 /none - -',
      'error 404 /none - -',
    ]);
  });

  test('an error that is caught and answered with success is not an error stage', async () => {
    const { app, book } = create();
    app.use(async (ctx: Any, next: Any) => {
      try {
        await next();
      } catch (error) {
        responds(ctx.path === '/recovered' ? 200 : 502)(ctx);
        if (ctx.path === '/emitted') ctx.app.emit('error', error, ctx);
      }
    });
    app.use(async (_ctx: Any, next: Any) => next());
    app.use(throws);
    const running = await serve(app, book);
    for (const path of ['/recovered', '/caught', '/emitted']) await get(running, path);
    expect(await summaries(running, 5)).toEqual([
      'main 200 /recovered - -',
      'main 502 /caught - TypeError',
      'error 502 /caught - TypeError',
      'main 502 /emitted - TypeError',
      'error 502 /emitted - TypeError',
    ]);
  });

  test('an error caught in a router is recorded if the app emits it', async () => {
    const { app, book, router } = create();
    router.use(async (ctx: Any, next: Any) => {
      try {
        await next();
      } catch (error) {
        responds(502)(ctx);
        if (ctx.path === '/emitted') ctx.app.emit('error', error, ctx);
      }
    });
    router.get('/silent', throws);
    router.get('/emitted', throws);
    app.use(router.routes());
    const running = await serve(app, book);
    for (const path of ['/silent', '/emitted']) await get(running, path);
    expect(await summaries(running, 3)).toEqual([
      'main 502 /silent /silent -',
      'main 502 /emitted /emitted TypeError',
      'error 502 /emitted /emitted TypeError',
    ]);
  });

  test('records the error of a body stream that fails after the status was sent', async () => {
    const { app, book } = create();
    app.use((ctx: Any) => {
      ctx.body = failingStream();
    });
    const running = await serve(app, book);
    const socket = openSocket(running, 'GET /late HTTP/1.1\r\nHost: h\r\n\r\n');
    await readUntil(socket, 'part');
    await sleep(50);
    socket.destroy();
    expect(await summaries(running, 2)).toEqual([
      'main 200 /late - TypeError',
      'error 200 /late - TypeError',
    ]);
  });

  test('a client that disconnects while a body is sent is not an error of the app', async () => {
    const { app, book } = create();
    app.use((ctx: Any) => {
      ctx.body = new Readable({ read: () => {} });
      ctx.body.push('begun');
    });
    const running = await serve(app, book);
    const socket = openSocket(running, 'GET /cut HTTP/1.1\r\nHost: h\r\n\r\n');
    await readUntil(socket, 'begun');
    resetSocket(socket);
    expect(await summaries(running, 1)).toEqual(['main 200 /cut - -']);
  });

  test('records the response of a custom context.onerror', async () => {
    const { app, book } = create();
    app.context.onerror = function (this: Any, error: unknown) {
      if (!error) return;
      this.app.emit('error', error, this);
      this.res.writeHead(599).end('own');
    };
    app.use(throws);
    const running = await serve(app, book);
    expect((await get(running, '/')).status).toBe(599);
    expect(await summaries(running, 2)).toEqual(['main 599 / - TypeError', 'error 599 / - TypeError']);
  });

  test('the app logs errors as without Gatebook, and its middleware keeps the router property', async () => {
    const app = new Koa();
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const book = gatebook(app, { storage: 'memory:' });
    const router: Any = new Router();
    router.get('/', throws);
    app.use(async (_ctx: Any, next: Any) => next()).use(router.routes());
    expect(app.middleware.map((middleware: Any) => middleware.router)).toEqual([undefined, router]);
    const running = await serve(app, book);
    expect((await get(running, '/')).status).toBe(500);
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
    expect(app.listenerCount('error')).toBe(1);
  });

  test('records middleware that was added before Gatebook', async () => {
    const app = new Koa();
    app.use(async (ctx: Any, next: Any) => {
      await next().catch(() => responds(503)(ctx));
    });
    app.use(throws);
    const running = await serve(app, gatebook(app, { storage: 'memory:' }));
    await get(running, '/');
    expect(await summaries(running, 2)).toEqual(['main 503 / - TypeError', 'error 503 / - TypeError']);
  });

  test('records an app on an HTTP/2 server', async () => {
    const { app, book, router } = create();
    router.get('/users/:id', responds(200));
    router.get('/broken', throws);
    router.get('/stream', (ctx: Any) => {
      ctx.body = Readable.from(['a', 'b']);
    });
    app.use(router.routes());
    const running = await listen(createHttp2Server(app.callback()) as Any, book);
    opened.push(running);
    const paths = ['/users/7', '/broken', '/stream', '/none'];
    expect((await requestHttp2(running.port, paths)).map(({ status }) => status)).toEqual([
      200, 500, 200, 404,
    ]);
    expect((await summaries(running, 6)).sort()).toEqual([
      'error 404 /none - -',
      'error 500 /broken /broken TypeError',
      'main 200 /stream /stream -',
      'main 200 /users/7 /users/:id -',
      'main 404 /none - -',
      'main 500 /broken /broken TypeError',
    ]);
  });

  test('refuses anything that is not an app before it opens a book', () => {
    for (const app of [new Router(), () => {}, {}, null])
      expect(() => gatebook(app as Any)).toThrow(
        expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('new Koa()') }),
      );
  });
});
