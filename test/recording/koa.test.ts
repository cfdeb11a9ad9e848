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

async function rows(running: RunningServer, count: number): Promise<string[]> {
  return (await entriesOf(running, count)).map(({ kind, status, url, route, error }) =>
    [kind, status, new URL(url).pathname, route || '-', error || '-'].join(' '),
  );
}

const answers = (status: number) => (ctx: Any) => {
  ctx.status = status;
  ctx.body = 'answer';
};
const fails = () => {
  throw new TypeError('failed');
};

describe.each(Object.entries(KOA))('%s', (_name, Koa) => {
  function create(): { app: Any; book: Gatebook; router: Any } {
    const app = new Koa();
    app.silent = true;
    return { app, book: gatebook(app, { storage: 'memory:' }), router: new Router() };
  }

  test('the route is the pattern, with the prefixes of the routers it stands in', async () => {
    const { app, book, router } = create();
    const nested: Any = new Router();
    nested.get('/users/:id', answers(200));
    nested.get('/broken/:id', fails);
    nested.get(/^\/odd\/\d+$/, answers(200));
    router.prefix('/api');
    router.use('/v1', nested.routes());
    app.use(router.routes()).use(router.allowedMethods()).use(nested.routes());
    const running = await serve(app, book);
    for (const path of ['/api/v1/users/7', '/api/v1/broken/7', '/users/7', '/odd/7'])
      await get(running, path);
    const found = await rows(running, 5);
    expect(found.slice(0, 4)).toEqual([
      'main 200 /api/v1/users/7 /api/v1/users/:id -',
      'main 500 /api/v1/broken/7 /api/v1/broken/:id TypeError',
      'error 500 /api/v1/broken/7 /api/v1/broken/:id TypeError',
      'main 200 /users/7 /users/:id -',
    ]);
    expect(found[4]).toContain('odd');
  });

  test('a status that http-errors carry is the answer of the error stage', async () => {
    const { app, book, router } = create();
    router.get('/secret', (ctx: Any) => ctx.throw(401));
    app.use(router.routes());
    const running = await serve(app, book);
    expect((await get(running, '/secret')).status).toBe(401);
    expect(await rows(running, 2)).toEqual([
      'main 401 /secret /secret UnauthorizedError',
      'error 401 /secret /secret UnauthorizedError',
    ]);
  });

  test('not found is what nobody answered, and what an app says when no route matched', async () => {
    const { app, book, router } = create();
    router.get('/passes', (_ctx: Any, next: Any) => next());
    router.get('/silent', () => {});
    router.get('/gone', answers(404));
    app.use(async (ctx: Any, next: Any) => {
      if (ctx.path === '/hidden') return answers(404)(ctx);
      await next();
      if (ctx.path === '/upstream') answers(404)(ctx);
    });
    app.use(router.routes());
    const running = await serve(app, book);
    for (const path of ['/none', '/upstream', '/passes', '/silent', '/gone', '/hidden'])
      await get(running, path);
    expect(await rows(running, 10)).toEqual([
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

  test('an app without a router has a not-found handling all the same, and only that', async () => {
    const { app, book } = create();
    app.use((ctx: Any) => {
      if (ctx.path === '/gone') answers(404)(ctx);
      if (ctx.path === '/ok') ctx.body = 'ok';
    });
    const running = await serve(app, book);
    for (const path of ['/ok', '/gone', '/none']) await get(running, path);
    expect(await rows(running, 4)).toEqual([
      'main 200 /ok - -',
      'main 404 /gone - -',
      'main 404 /none - -',
      'error 404 /none - -',
    ]);
  });

  test('an error that is caught and answered well is no error stage', async () => {
    const { app, book } = create();
    app.use(async (ctx: Any, next: Any) => {
      try {
        await next();
      } catch (error) {
        answers(ctx.path === '/recovered' ? 200 : 502)(ctx);
        if (ctx.path === '/told') ctx.app.emit('error', error, ctx);
      }
    });
    app.use(async (_ctx: Any, next: Any) => next());
    app.use(fails);
    const running = await serve(app, book);
    for (const path of ['/recovered', '/caught', '/told']) await get(running, path);
    expect(await rows(running, 5)).toEqual([
      'main 200 /recovered - -',
      'main 502 /caught - TypeError',
      'error 502 /caught - TypeError',
      'main 502 /told - TypeError',
      'error 502 /told - TypeError',
    ]);
  });

  test('an error that a router catches is one if the app tells of it', async () => {
    const { app, book, router } = create();
    router.use(async (ctx: Any, next: Any) => {
      try {
        await next();
      } catch (error) {
        answers(502)(ctx);
        if (ctx.path === '/told') ctx.app.emit('error', error, ctx);
      }
    });
    router.get('/untold', fails);
    router.get('/told', fails);
    app.use(router.routes());
    const running = await serve(app, book);
    for (const path of ['/untold', '/told']) await get(running, path);
    expect(await rows(running, 3)).toEqual([
      'main 502 /untold /untold -',
      'main 502 /told /told TypeError',
      'error 502 /told /told TypeError',
    ]);
  });

  test('a body that fails when it is being sent is an error of a request that was answered 200', async () => {
    const { app, book } = create();
    app.use((ctx: Any) => {
      ctx.body = failingStream();
    });
    const running = await serve(app, book);
    const socket = openSocket(running, 'GET /late HTTP/1.1\r\nHost: h\r\n\r\n');
    await readUntil(socket, 'part');
    await sleep(50);
    socket.destroy();
    expect(await rows(running, 2)).toEqual(['main 200 /late - TypeError', 'error 200 /late - TypeError']);
  });

  test('a body whose client goes away is cut, and no error of the app', async () => {
    const { app, book } = create();
    app.use((ctx: Any) => {
      ctx.body = new Readable({ read: () => {} });
      ctx.body.push('begun');
    });
    const running = await serve(app, book);
    const socket = openSocket(running, 'GET /cut HTTP/1.1\r\nHost: h\r\n\r\n');
    await readUntil(socket, 'begun');
    resetSocket(socket);
    expect(await rows(running, 1)).toEqual(['main 200 /cut - Aborted']);
  });

  test("an app's own handling of the context's errors is seen", async () => {
    const { app, book } = create();
    app.context.onerror = function (this: Any, error: unknown) {
      if (!error) return;
      this.app.emit('error', error, this);
      this.res.writeHead(599).end('own');
    };
    app.use(fails);
    const running = await serve(app, book);
    expect((await get(running, '/')).status).toBe(599);
    expect(await rows(running, 2)).toEqual(['main 599 / - TypeError', 'error 599 / - TypeError']);
  });

  test('the app says what it would without Gatebook, and tools find its routers', async () => {
    const app = new Koa();
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const book = gatebook(app, { storage: 'memory:' });
    const router: Any = new Router();
    router.get('/', fails);
    app.use(async (_ctx: Any, next: Any) => next()).use(router.routes());
    expect(app.middleware.map((one: Any) => one.router)).toEqual([undefined, router]);
    const running = await serve(app, book);
    expect((await get(running, '/')).status).toBe(500);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
    expect(app.listenerCount('error')).toBe(1);
  });

  test('middleware from before Gatebook came is watched too', async () => {
    const app = new Koa();
    app.use(async (ctx: Any, next: Any) => {
      await next().catch(() => answers(503)(ctx));
    });
    app.use(fails);
    const running = await serve(app, gatebook(app, { storage: 'memory:' }));
    await get(running, '/');
    expect(await rows(running, 2)).toEqual(['main 503 / - TypeError', 'error 503 / - TypeError']);
  });

  test('an app on a server of HTTP/2 is recorded alike', async () => {
    const { app, book, router } = create();
    router.get('/users/:id', answers(200));
    router.get('/broken', fails);
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
    expect((await rows(running, 6)).sort()).toEqual([
      'error 404 /none - -',
      'error 500 /broken /broken TypeError',
      'main 200 /stream /stream -',
      'main 200 /users/7 /users/:id -',
      'main 404 /none - -',
      'main 500 /broken /broken TypeError',
    ]);
  });

  test('what is no app is refused with a sentence, before a book is opened', () => {
    for (const app of [new Router(), () => {}, {}, null])
      expect(() => gatebook(app as Any)).toThrow(
        expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('new Koa()') }),
      );
  });
});
