import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { gatebook } from '../../../src/hono.ts';
import {
  type Any,
  failure,
  listen,
  ODD_ERRORS,
  type RunningServer,
  SERVER_OPTIONS,
  type Variant,
} from '../running-server.ts';
import { failingStream, stream } from './node.ts';

export async function startHono({ customHandlers, host, ...options }: Variant = {}): Promise<RunningServer> {
  const app = new Hono<Any>();
  const book = gatebook(app, { storage: 'memory:', ...options });
  const raw = (path: string, respond: (response: Any) => void) =>
    app.get(path, (c) => {
      respond(c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    });
  app.get('/ok', (c) => c.text('ok'));
  app.get('/users/:id', (c) => c.json({ id: c.req.param('id') }));
  app.get('/throws', () => {
    throw failure();
  });
  app.get('/rejects', async () => {
    throw new TypeError('rejected');
  });
  app.get('/after', (c) => c.body(Readable.toWeb(failingStream()) as ReadableStream));
  for (const [path, createError] of Object.entries(ODD_ERRORS))
    app.get(path, async () => {
      throw createError();
    });
  app.get('/gone', (c) => c.text('gone', 404));
  app.get('/slow', () => new Promise<never>(() => {}));
  raw('/late', (response) => response.write('begun'));
  app.get('/later', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return c.text('later');
  });
  raw('/stream', stream);
  app.get('/empty', (c) => c.body(null, 204));
  app.get('/unchanged', (c) => c.body(null, 304));
  app.get('/hints', (c) => {
    c.env.outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    return c.text('hinted');
  });
  app.post('/echo', async (c) => {
    const type = c.req.header('content-type');
    return type === undefined
      ? c.text(await c.req.text())
      : c.body(c.req.raw.body as Any, 200, { 'content-type': type });
  });
  if (customHandlers) {
    app.notFound((c) => c.text('own 404', 404));
    app.onError((_error, c) => c.text('own 503', 503));
  }
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: SERVER_OPTIONS });
  return listen(server as Server, book, host);
}
