import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { gatebook } from '../../src/express.ts';
import type { Gatebook } from '../../src/gatebook.ts';
import {
  type Any,
  EXPRESS,
  listen,
  type RunningServer,
  waitForEntries,
} from '../support/frameworks/frameworks.ts';
import { sendRequest } from '../support/request.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close();
});

async function serve(listener: RequestListener, book: Gatebook): Promise<RunningServer> {
  const running = await listen(createServer(listener), book);
  opened.push(running);
  return running;
}

/** The raw response to a request, without its date. */
async function rawResponse(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).replace(/Date: .*\r\n/, '');
}

/** Each entry as one line of text, oldest first. */
async function summaries(book: Gatebook, count: number): Promise<string[]> {
  const found = [...(await waitForEntries({ book }, count))].sort((a, b) => a.time - b.time || a.seq - b.seq);
  return found.map(({ kind, status, url, route, error }) =>
    [kind, status, new URL(url).pathname, route || '-', error || '-'].join(' '),
  );
}

const throws = () => {
  throw new TypeError('failed');
};
const callsNext = (_request: Any, _response: Any, next: Any) => next();
const responds = (status: number) => (_request: Any, response: Any) => response.status(status).send('answer');

describe.each(Object.entries(EXPRESS))('%s', (_name, express) => {
  function create(): { app: Any; book: Gatebook } {
    const app = express();
    app.set('env', 'test');
    return { app, book: gatebook(app, { storage: 'memory:' }) };
  }

  test.each(['/twice', '/partly', '/late', '/rejected', '/none'])(
    'an app that fails or calls next() after starting the response behaves as without Gatebook: %s',
    async (path) => {
      const bare = express();
      bare.set('env', 'test');
      const { app, book } = create();
      for (const target of [bare, app]) {
        target.use((_request: Any, response: Any, next: Any) => {
          response.removeHeader('X-Powered-By');
          next();
        });
        target.get('/twice', (_request: Any, response: Any, next: Any) => {
          response.send('answer');
          next();
        });
        target.get('/partly', (_request: Any, response: Any) => {
          response.write('part');
          throw new Error('late');
        });
        target.get('/late', (_request: Any, response: Any, next: Any) => {
          response.write('part');
          setTimeout(() => next(new Error('late')), 10);
        });
        target.get('/rejected', async (_request: Any, response: Any, next: Any) => {
          response.write('part');
          await sleep(10);
          next(new Error('late'));
        });
      }
      const plain = await serve(bare, book);
      const recorded = await serve(app, book);
      expect(await rawResponse(recorded.port, path)).toBe(await rawResponse(plain.port, path));
    },
  );

  test('records one entry with its route for a handler that responds and calls next()', async () => {
    const { app, book } = create();
    app.get('/twice', (_request: Any, response: Any, next: Any) => {
      response.write('answer');
      next();
      setTimeout(() => response.end(), 20);
    });
    const { port } = await serve(app, book);
    await sendRequest(port, '/twice');
    expect(await summaries(book, 1)).toEqual(['main 200 /twice /twice -']);
  });

  test('records the full route of a failed request, and none for a request that ends in a 404', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.get('/ok/:id', responds(200));
    router.get('/boom/:id', throws);
    router.get('/late/:id', (_request: Any, _response: Any, next: Any) =>
      setTimeout(() => next(new TypeError('late')), 5),
    );
    router.get('/pass/:id', callsNext);
    router.param('found', (_request: Any, response: Any) => response.status(404).send('no such'));
    router.get('/param/:found', responds(200));
    app.use('/api', router);
    const { port } = await serve(app, book);
    for (const path of ['/ok/1', '/boom/1', '/late/1', '/pass/1', '/param/1'])
      await sendRequest(port, `/api${path}`);
    expect(await summaries(book, 8)).toEqual([
      'main 200 /api/ok/1 /api/ok/:id -',
      'main 500 /api/boom/1 /api/boom/:id TypeError',
      'error 500 /api/boom/1 /api/boom/:id TypeError',
      'main 500 /api/late/1 /api/late/:id TypeError',
      'error 500 /api/late/1 /api/late/:id TypeError',
      'main 404 /api/pass/1 - -',
      'error 404 /api/pass/1 - -',
      'main 404 /api/param/1 /api/param/:found -',
    ]);
  });

  test('records no route for a request that ends in a custom not-found handler', async () => {
    const { app, book } = create();
    app.get('/pass', callsNext);
    app.use(responds(404));
    const { port } = await serve(app, book);
    await sendRequest(port, '/pass');
    expect(await summaries(book, 2)).toEqual(['main 404 /pass - -', 'error 404 /pass - -']);
  });

  test('two apps behind one server record to their own books', async () => {
    const first = create();
    const second = create();
    first.app.get('/', responds(200));
    second.app.get('/', responds(201));
    const running = await serve(
      (request, response) => (request.headers.host === 'first' ? first : second).app(request, response),
      first.book,
    );
    for (const host of ['first', 'second', 'first', 'second', 'second'])
      await sendRequest(running.port, '/', { headers: { host } });
    expect(await summaries(first.book, 2)).toEqual(['main 200 / / -', 'main 200 / / -']);
    expect(await summaries(second.book, 3)).toEqual(['main 201 / / -', 'main 201 / / -', 'main 201 / / -']);
    expect(first.book.stats()).toMatchObject({ recorded: 2, stored: 2, dropped: 0, held: 0, faults: 0 });
    await second.book.close();
  });

  test('a mounted app records the full path, its stages and its routes', async () => {
    const parent = express();
    parent.set('env', 'test');
    const { app, book } = create();
    app.get('/x', responds(200));
    app.get('/throws', throws);
    app.get('/gone', responds(404));
    app.get('/parent', callsNext);
    parent.use('/sub', app);
    parent.get('/sub/parent', responds(404));
    const { port } = await serve(parent, book);
    for (const path of ['/x', '/throws', '/none', '/gone', '/parent']) await sendRequest(port, `/sub${path}`);
    expect(await summaries(book, 7)).toEqual([
      'main 200 /sub/x /sub/x -',
      'main 500 /sub/throws /sub/throws TypeError',
      'error 500 /sub/throws /sub/throws TypeError',
      'main 404 /sub/none - -',
      'error 404 /sub/none - -',
      'main 404 /sub/gone /sub/gone -',
      'main 404 /sub/parent /sub/parent -',
    ]);
  });

  test('an app mounted in a recorded app records once, to the outer book', async () => {
    const outer = create();
    const inner = create();
    inner.app.get('/gone', responds(404));
    outer.app.use(inner.app);
    const { port } = await serve(outer.app, outer.book);
    await sendRequest(port, '/gone');
    await sendRequest(port, '/none');
    expect(await summaries(outer.book, 3)).toEqual([
      'main 404 /gone /gone -',
      'main 404 /none - -',
      'error 404 /none - -',
    ]);
    expect(inner.book.stats().recorded).toBe(0);
    await inner.book.close();
  });

  test('records no error stage for an error that its handler recovers from', async () => {
    const { app, book } = create();
    app.get('/recovered', throws);
    app.get('/lost', throws);
    app.get('/forwarded', throws);
    app.use((_error: Any, request: Any, response: Any, next: Any) => {
      if (request.path !== '/forwarded') return next();
      const pages = express.Router();
      pages.use(responds(500));
      pages(request, response, next);
    });
    app.get('/recovered', responds(200));
    const { port } = await serve(app, book);
    for (const path of ['/recovered', '/lost', '/forwarded']) await sendRequest(port, path);
    expect(await summaries(book, 5)).toEqual([
      'main 200 /recovered /recovered -',
      'main 404 /lost - -',
      'error 404 /lost - -',
      'main 500 /forwarded /forwarded TypeError',
      'error 500 /forwarded /forwarded TypeError',
    ]);
  });

  test('the last middleware is no longer the not-found handler once routes are added', async () => {
    const { app, book } = create();
    app.use(callsNext);
    const { port } = await serve(app, book);
    await sendRequest(port, '/gone');
    app.get('/gone', responds(404));
    await sendRequest(port, '/gone');
    expect(await summaries(book, 3)).toEqual([
      'main 404 /gone - -',
      'error 404 /gone - -',
      'main 404 /gone /gone -',
    ]);
  });

  test('a 404 of a middleware added later is not attributed to the one before', async () => {
    const { app, book } = create();
    app.use(callsNext);
    const { port } = await serve(app, book);
    await sendRequest(port, '/');
    app.use('/files', responds(404));
    await sendRequest(port, '/files');
    expect(await summaries(book, 3)).toEqual(['main 404 / - -', 'error 404 / - -', 'main 404 /files - -']);
  });

  test('refuses anything that is not an app before it opens a book', async () => {
    for (const app of [express.Router(), () => {}, {}, null])
      expect(() => gatebook(app as Any)).toThrow(
        expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('express()') }),
      );
  });
});
