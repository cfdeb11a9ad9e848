import { createServer, type Server } from 'node:http';
import { expect, test } from 'vitest';
import { listen, waitForEntries } from '../support/frameworks/frameworks.ts';
import { requestHttp2 } from '../support/http2-client.ts';
import { sendRequest } from '../support/request.ts';
import { recordedExpress, refused } from '../types/with-express.ts';
import { recordedFastify } from '../types/with-fastify.ts';
import { recordedHono, refused as refusedHono } from '../types/with-hono.ts';
import { recordedHttp2, recordedSecureHttp2 } from '../types/with-http2.ts';
import { recordedKoa, refused as refusedKoa } from '../types/with-koa.ts';
import {
  recordedExpressNest,
  recordedFastifyNest,
  recordedNest,
  refused as refusedNest,
} from '../types/with-nest.ts';

test('records a typed Express app and refuses a bare listener', async () => {
  const { app, book } = recordedExpress();
  const running = await listen(createServer(app), book);
  expect((await sendRequest(running.port, '/')).body).toBe('Hello');
  expect(await waitForEntries(running, 1)).toHaveLength(1);
  await running.close();
  expect(refused).toThrow(expect.objectContaining({ code: 'bad-option' }));
});

test('records a typed Fastify app, which carries its book', async () => {
  const { app, book, stats } = await recordedFastify();
  expect((await app.inject('/')).body).toBe('Hello');
  expect(await waitForEntries({ book }, 1)).toHaveLength(1);
  expect(stats()).toMatchObject({ recorded: 1, stored: 1, dropped: 0, held: 0, faults: 0 });
  await app.close();
});

test('records typed Koa and Hono apps', async () => {
  const koa = recordedKoa();
  const hono = recordedHono();
  for (const [server, book] of [
    [createServer(koa.app.callback()), koa.book],
    [hono.server as Server, hono.book],
  ] as const) {
    const running = await listen(server, book);
    expect((await sendRequest(running.port, '/')).body).toBe('Hello');
    expect(await waitForEntries(running, 1)).toHaveLength(1);
    await running.close();
  }
});

test('records a typed Nest app on both platforms', async () => {
  for (const record of [recordedNest, recordedExpressNest, recordedFastifyNest]) {
    const { app, book } = await record();
    await app.listen(0, '127.0.0.1');
    const running = await listen(app.getHttpServer(), book);
    expect((await sendRequest(running.port, '/')).status).toBe(404);
    expect(await waitForEntries(running, 2)).toHaveLength(2);
    running.dropConnections();
    await app.close();
    await book.close();
  }
});

test('records typed HTTP/2 servers', async () => {
  const { server, book } = recordedHttp2();
  const running = await listen(server as never, book);
  expect((await requestHttp2(running.port, ['/']))[0]?.body).toBe('Hello');
  expect(await waitForEntries(running, 1)).toHaveLength(1);
  await running.close();
  await recordedSecureHttp2().book.close();
});

test('every framework adapter refuses a bare listener', () => {
  for (const refused of [refusedHono, refusedKoa, refusedNest])
    expect(refused).toThrow(expect.objectContaining({ code: 'bad-option' }));
});
