import { createServer, type RequestListener } from 'node:http';
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

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close();
});

const responds = (status: number) => (_request: Any, response: Any) => response.status(status).send('answer');
const callsNext = (_request: Any, _response: Any, next: Any) => next();

describe.each(Object.entries(EXPRESS))('%s', (name, express) => {
  const isExpress4 = name === 'express 4';

  function create(): { app: Any; book: Gatebook } {
    const app = express();
    app.set('env', 'test');
    return { app, book: gatebook(app, { storage: 'memory:' }) };
  }

  /** The routes of requests for these paths, in the order in which they were sent. */
  async function routes(listener: RequestListener, book: Gatebook, paths: readonly string[]) {
    const running = await listen(createServer(listener), book);
    opened.push(running);
    for (const path of paths) await sendRequest(running.port, path);
    const entries = [...(await waitForEntries({ book }, paths.length))].sort((a, b) => a.seq - b.seq);
    return entries.filter(({ kind }) => kind === 'main').map(({ route }) => route);
  }

  test('records the pattern of a mounted router instead of the path that matched it', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.get('/file/:id', responds(200));
    router.get('/', responds(200));
    app.use('/share/:token', router);
    expect(
      await routes(app, book, [
        `/share/${JWT}/file/1`,
        '/share/hunter2/file/2',
        '/share/hunter2',
        '/share/share/file/1',
      ]),
    ).toEqual([
      '/share/:token/file/:id',
      '/share/:token/file/:id',
      '/share/:token/',
      '/share/:token/file/:id',
    ]);
  });

  test('records the patterns of nested routers and apps', async () => {
    const { app, book } = create();
    const sub = express();
    const outer = express.Router();
    const inner = express.Router();
    inner.get('/x', responds(200));
    outer.use('/:second/in', inner);
    sub.use('/api/:first', outer);
    app.use('/:zero', sub);
    expect(await routes(app, book, ['/hunter0/api/hunter1/hunter2/in/x', '/in/api/in/in/in/x'])).toEqual([
      '/:zero/api/:first/:second/in/x',
      '/:zero/api/:first/:second/in/x',
    ]);
  });

  test('distinguishes a mounted router from middleware that ran before it', async () => {
    const { app, book } = create();
    const router = express.Router({ mergeParams: true });
    const late = (_request: Any, _response: Any, next: Any) => setTimeout(next, 5);
    router.use('/:any', callsNext);
    router.get('/x/:id', responds(200));
    app.use('/a', callsNext);
    app.use('/:first', late);
    app.use('/a/:token', late, router);
    app.use('/a/:token', (_request: Any, _response: Any, next: Any) => next('route'));
    app.use('/:one/:two', router);
    expect(await routes(app, book, ['/a/hunter2/x/1', '/b/hunter2/x/1'])).toEqual([
      '/a/:token/x/:id',
      '/:one/:two/x/:id',
    ]);
  });

  test('records the pattern of each request if requests overlap', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.param('id', (_request: Any, _response: Any, next: Any) => setTimeout(next, 20));
    router.get('/x/:id', responds(200));
    app.param('token', (_request: Any, _response: Any, next: Any, token: string) =>
      setTimeout(next, token.length),
    );
    app.use(['/a/:token', '/:token/b'], router);
    const running = await listen(createServer(app), book);
    opened.push(running);
    await Promise.all(
      ['/a/hunter22/x/1', '/hunter2/b/x/1', '/a/hunter222/x/2'].map((path) =>
        sendRequest(running.port, path),
      ),
    );
    const entries = await waitForEntries({ book }, 3);
    expect(entries.map(({ route }) => route).sort()).toEqual([
      '/:token/b/x/:id',
      '/a/:token/x/:id',
      '/a/:token/x/:id',
    ]);
  });

  test('records the pattern of a route that failed', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.get('/boom', () => {
      throw new TypeError('failed');
    });
    app.use('/share/:token', router);
    expect(await routes(app, book, ['/share/hunter2/boom'])).toEqual(['/share/:token/boom']);
  });

  test('records the pattern of a route whose parameter handler responds', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.param('found', responds(404));
    router.get('/:found', responds(200));
    app.use('/share/:token', router);
    expect(await routes(app, book, ['/share/hunter2/7'])).toEqual(['/share/:token/:found']);
  });

  test('replaces the variable part of a segment, a wildcard and a regular expression', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.get('/x', responds(200));
    app.use('/p-:token', router);
    app.use(isExpress4 ? '/files/*/end' : '/files/*rest/end', router);
    app.use(/^\/r\/[a-z0-9]+/, router);
    const [part, wildcard, pattern] = await routes(app, book, [
      '/p-hunter2/x',
      '/files/hunter2/hunter3/end/x',
      '/r/hunter2/x',
    ]);
    expect(part).toBe('/p-:token/x');
    expect(wildcard).toBe(isExpress4 ? '/files/*/end/x' : '/files/*rest/end/x');
    expect(pattern).toBe('/r/*/x');
  });

  test('keeps the fixed part of a mounted router as the client sent it', async () => {
    const { app, book } = create();
    const router = express.Router();
    router.get('/x', responds(200));
    app.use('/Api/v1', router);
    app.use(['/one', '/two'], router);
    expect(await routes(app, book, ['/Api/v1/x', '/one/x', '/two/x'])).toEqual([
      '/Api/v1/x',
      '/one/x',
      '/two/x',
    ]);
  });

  test('redacts a base path whose pattern is not known', async () => {
    const { app, book } = create();
    app.get('/x', responds(200));
    const parent = (request: Any, response: Any) => {
      request.baseUrl = `/share/${JWT}`;
      app(request, response);
    };
    expect(await routes(parent, book, ['/x'])).toEqual(['/share/***/x']);
  });
});
