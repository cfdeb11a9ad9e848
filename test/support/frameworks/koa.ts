import { createServer } from 'node:http';
import Router from '@koa/router';
import { gatebook } from '../../../src/koa.ts';
import {
  type Any,
  failure,
  listen,
  ODD_ERRORS,
  type RunningServer,
  SERVER_OPTIONS,
  type Variant,
} from '../running-server.ts';
import { copyType, stream } from './node.ts';

export async function startKoa(
  Koa: Any,
  { customHandlers, host, ...options }: Variant = {},
): Promise<RunningServer> {
  const app = new Koa();
  const book = gatebook(app, { storage: 'memory:', ...options });
  app.silent = true;
  if (customHandlers) {
    app.use(async (ctx: Any, next: Any) => {
      try {
        await next();
      } catch {
        ctx.status = 503;
        ctx.body = 'own 503';
      }
    });
  }
  app.use(routes().routes());
  if (customHandlers) {
    app.use((ctx: Any) => {
      ctx.status = 404;
      ctx.body = 'own 404';
    });
  }
  return listen(createServer(SERVER_OPTIONS, app.callback()), book, host);
}

function routes(): Any {
  const router: Any = new Router();
  const body = (path: string, content: unknown) =>
    router.get(path, (ctx: Any) => {
      ctx.body = content;
    });
  const status = (path: string, code: number) =>
    router.get(path, (ctx: Any) => {
      ctx.status = code;
    });
  const raw = (path: string, respond: (response: Any) => void) =>
    router.get(path, (ctx: Any) => {
      ctx.respond = false;
      ctx.status = 200;
      respond(ctx.res);
    });
  body('/ok', 'ok');
  router.get('/users/:id', (ctx: Any) => {
    ctx.body = { id: ctx.params.id };
  });
  router.get('/throws', () => {
    throw failure();
  });
  router.get('/rejects', async () => {
    throw new TypeError('rejected');
  });
  router.get('/after', (ctx: Any) => {
    ctx.status = 200;
    ctx.res.write('part');
    throw failure();
  });
  for (const [path, createError] of Object.entries(ODD_ERRORS))
    router.get(path, async () => {
      throw createError();
    });
  router.get('/gone', (ctx: Any) => {
    ctx.status = 404;
    ctx.body = 'gone';
  });
  router.get('/slow', () => new Promise(() => {}));
  raw('/late', (response) => response.write('begun'));
  raw('/later', (response) => setTimeout(() => response.end('later'), 100));
  raw('/stream', stream);
  status('/empty', 204);
  status('/unchanged', 304);
  router.get('/hints', (ctx: Any) => {
    ctx.res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    ctx.body = 'hinted';
  });
  router.post('/echo', (ctx: Any) => {
    ctx.body = ctx.req;
    copyType(ctx.req, ctx.res);
  });
  return router;
}
