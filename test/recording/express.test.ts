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

/** All that comes back for one request, until the server is done with it. */
async function answerTo(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).replace(/Date: .*\r\n/, '');
}

/** Each row in short, oldest request first. */
async function rows(book: Gatebook, count: number): Promise<string[]> {
  const found = [...(await waitForEntries({ book }, count))].sort((a, b) => a.time - b.time || a.seq - b.seq);
  return found.map(({ kind, status, url, route, error }) =>
    [kind, status, new URL(url).pathname, route || '-', error || '-'].join(' '),
  );
}

const fails = () => {
  throw new TypeError('failed');
};
const passes = (_request: Any, _response: Any, next: Any) => next();
const answers = (status: number) => (_request: Any, response: Any) => response.status(status).send('answer');

describe.each(Object.entries(EXPRESS))('%s', (_name, express) => {
  function create(): { app: Any; book: Gatebook } {
    const app = express();
    app.set('env', 'test');
    return { app, book: gatebook(app, { storage: 'memory:' }) };
  }

  test.each(['/twice', '/partly', '/late', '/rejected', '/none'])(
    'an app that fails or goes on after it began to answer behaves as without Gatebook: %s',
    async (path) => {
      const bare = express();
      bare.set('env', 'test');
      const { app, book } = create();
      for (const one of [bare, app]) {
        one.use((_request: Any, response: Any, next: Any) => {
          response.removeHeader('X-Powered-By');
          next();
        });
        one.get('/twice', (_request: Any, response: Any, next: Any) => {
          response.send('answer');
          next();
        });
        one.get('/partly', (_request: Any, response: Any) => {
          response.write('part');
          throw new Error('late');
        });
        one.get('/late', (_request: Any, response: Any, next: Any) => {
          response.write('part');
          setTimeout(() => next(new Error('late')), 10);
        });
        one.get('/rejected', async (_request: Any, response: Any, next: Any) => {
          response.write('part');
          await sleep(10);
          next(new Error('late'));
        });
      }
      const plain = await serve(bare, book);
      const recorded = await serve(app, book);
      expect(await answerTo(recorded.port, path)).toBe(await answerTo(plain.port, path));
    },
  );

  test('an answer that goes on to nowhere is the one row of its route', async () => {
    const { app, book } = create();
    app.get('/twice', (_request: Any, response: Any, next: Any) => {
      response.write('answer');
      next();
      setTimeout(() => response.end(), 20);
    });
    const { port } = await serve(app, book);
    await sendRequest(port, '/twice');
    expect(await rows(book, 1)).toEqual(['main 200 /twice /twice -']);
  });

  test('a failed request has the whole of its route, one that passed into a 404 has none', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.get('/ok/:id', answers(200));
    router.get('/boom/:id', fails);
    router.get('/late/:id', (_request: Any, _response: Any, next: Any) =>
      setTimeout(() => next(new TypeError('late')), 5),
    );
    router.get('/pass/:id', passes);
    router.param('found', (_request: Any, response: Any) => response.status(404).send('no such'));
    router.get('/param/:found', answers(200));
    app.use('/api', router);
    const { port } = await serve(app, book);
    for (const path of ['/ok/1', '/boom/1', '/late/1', '/pass/1', '/param/1'])
      await sendRequest(port, `/api${path}`);
    expect(await rows(book, 8)).toEqual([
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

  test('a route that passed into the own not-found handler has no route either', async () => {
    const { app, book } = create();
    app.get('/pass', passes);
    app.use(answers(404));
    const { port } = await serve(app, book);
    await sendRequest(port, '/pass');
    expect(await rows(book, 2)).toEqual(['main 404 /pass - -', 'error 404 /pass - -']);
  });

  test('two apps behind one server each keep their own book', async () => {
    const first = create();
    const second = create();
    first.app.get('/', answers(200));
    second.app.get('/', answers(201));
    const running = await serve(
      (request, response) => (request.headers.host === 'first' ? first : second).app(request, response),
      first.book,
    );
    for (const host of ['first', 'second', 'first', 'second', 'second'])
      await sendRequest(running.port, '/', { headers: { host } });
    expect(await rows(first.book, 2)).toEqual(['main 200 / / -', 'main 200 / / -']);
    expect(await rows(second.book, 3)).toEqual(['main 201 / / -', 'main 201 / / -', 'main 201 / / -']);
    expect(first.book.stats()).toMatchObject({ recorded: 2, stored: 2, dropped: 0, held: 0, faults: 0 });
    await second.book.close();
  });

  test('a mounted app records the whole path, its stages and its routes', async () => {
    const parent = express();
    parent.set('env', 'test');
    const { app, book } = create();
    app.get('/x', answers(200));
    app.get('/throws', fails);
    app.get('/gone', answers(404));
    app.get('/parent', passes);
    parent.use('/sub', app);
    parent.get('/sub/parent', answers(404));
    const { port } = await serve(parent, book);
    for (const path of ['/x', '/throws', '/none', '/gone', '/parent']) await sendRequest(port, `/sub${path}`);
    expect(await rows(book, 7)).toEqual([
      'main 200 /sub/x /sub/x -',
      'main 500 /sub/throws /sub/throws TypeError',
      'error 500 /sub/throws /sub/throws TypeError',
      'main 404 /sub/none - -',
      'error 404 /sub/none - -',
      'main 404 /sub/gone /sub/gone -',
      'main 404 /sub/parent /sub/parent -',
    ]);
  });

  test('an app mounted in an app with a book writes into that book, and once', async () => {
    const outer = create();
    const inner = create();
    inner.app.get('/gone', answers(404));
    outer.app.use(inner.app);
    const { port } = await serve(outer.app, outer.book);
    await sendRequest(port, '/gone');
    await sendRequest(port, '/none');
    expect(await rows(outer.book, 3)).toEqual([
      'main 404 /gone /gone -',
      'main 404 /none - -',
      'error 404 /none - -',
    ]);
    expect(inner.book.stats().recorded).toBe(0);
    await inner.book.close();
  });

  test('an error that its handler recovers from is no error stage', async () => {
    const { app, book } = create();
    app.get('/recovered', fails);
    app.get('/lost', fails);
    app.get('/forwarded', fails);
    app.use((_error: Any, request: Any, response: Any, next: Any) => {
      if (request.path !== '/forwarded') return next();
      const pages = express.Router();
      pages.use(answers(500));
      pages(request, response, next);
    });
    app.get('/recovered', answers(200));
    const { port } = await serve(app, book);
    for (const path of ['/recovered', '/lost', '/forwarded']) await sendRequest(port, path);
    expect(await rows(book, 5)).toEqual([
      'main 200 /recovered /recovered -',
      'main 404 /lost - -',
      'error 404 /lost - -',
      'main 500 /forwarded /forwarded TypeError',
      'error 500 /forwarded /forwarded TypeError',
    ]);
  });

  test('what was the last middleware is the not-found handling no longer when routes are added', async () => {
    const { app, book } = create();
    app.use(passes);
    const { port } = await serve(app, book);
    await sendRequest(port, '/gone');
    app.get('/gone', answers(404));
    await sendRequest(port, '/gone');
    expect(await rows(book, 3)).toEqual([
      'main 404 /gone - -',
      'error 404 /gone - -',
      'main 404 /gone /gone -',
    ]);
  });

  test('a middleware that was the last does not make a 404 of a later one its own', async () => {
    const { app, book } = create();
    app.use(passes);
    const { port } = await serve(app, book);
    await sendRequest(port, '/');
    app.use('/files', answers(404));
    await sendRequest(port, '/files');
    expect(await rows(book, 3)).toEqual(['main 404 / - -', 'error 404 / - -', 'main 404 /files - -']);
  });

  test('what is no app is refused with a sentence, before a book is opened', async () => {
    for (const app of [express.Router(), () => {}, {}, null])
      expect(() => gatebook(app as Any)).toThrow(
        expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('express()') }),
      );
  });
});
