import {
  Catch,
  Controller,
  ForbiddenException,
  Get,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  Post,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { gatebook } from '../../src/nest.ts';
import type { Any } from '../support/frameworks/frameworks.ts';
import { exchange, get } from '../support/raw-http.ts';
import { listen, type RunningServer } from '../support/running-server.ts';
import { entriesOf } from './conformance/suite.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close();
});

class Users {
  find(id: string) {
    return { id };
  }
  missing() {
    throw new NotFoundException('no such user');
  }
  gone() {
    return 'gone';
  }
  broken() {
    throw new TypeError('broken');
  }
  filtered() {
    throw new RangeError('filtered');
  }
  guarded() {
    return 'guarded';
  }
  create() {
    return 'created';
  }
}

class Teapot {
  catch(_exception: unknown, host: Any) {
    host.switchToHttp().getResponse().status(418).send('teapot');
  }
}
Catch(RangeError)(Teapot);

class Never {
  canActivate() {
    throw new ForbiddenException();
  }
}

/** Applies decorators by hand, because their syntax needs a compiler. */
function decorate(name: string, ...decorators: Any[]): void {
  const descriptor = Object.getOwnPropertyDescriptor(Users.prototype, name) as Any;
  for (const decorator of decorators) decorator(Users.prototype, name, descriptor);
}
decorate('find', Get(':id'));
Param('id')(Users.prototype, 'find', 0);
decorate('missing', Get('missing/:id'));
decorate('gone', Get('gone/:id'), HttpCode(404));
decorate('broken', Get('broken/:id'));
decorate('filtered', Get('filtered/:id'), UseFilters(Teapot));
decorate('guarded', Get('guarded/:id'), UseGuards(Never));
decorate('create', Post());
Controller('users')(Users);

class App {
  configure(consumer: Any) {
    consumer
      .apply((request: Any, response: Any, next: Any) => {
        const url = request.originalUrl ?? request.url;
        if (url.includes('refused-by-middleware')) return response.writeHead?.(403).end('no');
        if (url.includes('thrown-by-middleware')) throw new TypeError('in middleware');
        next();
      })
      .forRoutes('*path');
  }
}
Module({ controllers: [Users] })(App);

const PLATFORMS = { express: () => new ExpressAdapter(), fastify: () => new FastifyAdapter() };

describe.each(Object.entries(PLATFORMS))('nest on %s', (_name, platform) => {
  async function serve(configure: (app: Any) => void = () => {}): Promise<RunningServer> {
    const app = await NestFactory.create(App, platform() as Any, { logger: false });
    const book = gatebook(app, { storage: 'memory:' });
    configure(app);
    await app.listen(0, '127.0.0.1');
    const running = await listen(app.getHttpServer(), book);
    opened.push({
      ...running,
      async close() {
        running.dropConnections();
        await app.close();
        await book.close();
      },
    });
    return running;
  }

  async function summaries(running: RunningServer, count: number): Promise<string[]> {
    return (await entriesOf(running, count)).map(({ kind, status, url, route, error }) =>
      [kind, status, new URL(url).pathname, route || '-', error || '-'].join(' '),
    );
  }

  test('the route is that of the controller, and the exception layer is the error stage', async () => {
    const running = await serve();
    const names = ['7', 'missing/7', 'gone/7', 'broken/7', 'filtered/7', 'guarded/7'];
    for (const name of names) await get(running, `/users/${name}`);
    expect(await summaries(running, 10)).toEqual([
      'main 200 /users/7 /users/:id -',
      'main 404 /users/missing/7 /users/missing/:id NotFoundException',
      'error 404 /users/missing/7 /users/missing/:id NotFoundException',
      'main 404 /users/gone/7 /users/gone/:id -',
      'main 500 /users/broken/7 /users/broken/:id TypeError',
      'error 500 /users/broken/7 /users/broken/:id TypeError',
      'main 418 /users/filtered/7 /users/filtered/:id RangeError',
      'error 418 /users/filtered/7 /users/filtered/:id RangeError',
      'main 403 /users/guarded/7 /users/guarded/:id ForbiddenException',
      'error 403 /users/guarded/7 /users/guarded/:id ForbiddenException',
    ]);
  });

  test('the route includes the global prefix, and an unrouted request has no route', async () => {
    const running = await serve((app) => app.setGlobalPrefix('api'));
    for (const path of ['/api/users/7', '/api/none', '/none']) await get(running, path);
    expect(await summaries(running, 5)).toEqual([
      'main 200 /api/users/7 /api/users/:id -',
      'main 404 /api/none - -',
      'error 404 /api/none - -',
      'main 404 /none - -',
      'error 404 /none - -',
    ]);
  });

  test('records responses and errors of middleware', async () => {
    const running = await serve();
    await get(running, '/refused-by-middleware');
    await get(running, '/thrown-by-middleware');
    const found = await summaries(running, 3);
    expect(found[0]).toBe('main 403 /refused-by-middleware - -');
    expect(found.slice(1).map((row) => row.replace(/ - TypeError| - -/, ''))).toEqual([
      'main 500 /thrown-by-middleware',
      'error 500 /thrown-by-middleware',
    ]);
  });

  test('invalid JSON is handled by the error stage', async () => {
    const running = await serve();
    const headers = { 'content-type': 'application/json', 'content-length': '1' };
    const { status } = await get(running, '/users', { method: 'POST', headers, body: '{' });
    expect(status).toBe(400);
    const found = await entriesOf(running, 2);
    expect(found.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['main 400', 'error 400']);
  });

  test('serves the page before the middleware of the app', async () => {
    const running = await serve((app) =>
      app.use((_request: Any, response: Any) => {
        response.writeHead(401).end('who are you?');
      }),
    );
    expect((await get(running, '/users/7')).status).toBe(401);
    const page = await get(running, '/_profiler');
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Profile Search') });
    expect(await summaries(running, 1)).toEqual([expect.stringContaining('main 401 /users/7')]);
  });

  test('records a request refused before the first valid one', async () => {
    const running = await serve();
    await exchange(running, 'KNOCK\r\n\r\n');
    expect(await summaries(running, 1)).toEqual(['main 400 / - HPE_INVALID_METHOD']);
  });
});

test('refuses anything that is not an app before it opens a book', () => {
  const other = { getHttpServer: () => ({}), getHttpAdapter: () => ({ getType: () => 'other' }) };
  for (const app of [() => {}, {}, null, other])
    expect(() => gatebook(app as Any)).toThrow(
      expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('NestFactory') }),
    );
});
