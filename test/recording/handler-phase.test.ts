import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import { afterEach, expect, test } from 'vitest';
import { gatebook as fastifyGatebook } from '../../src/fastify.ts';
import { gatebook as koaGatebook } from '../../src/koa.ts';
import { type Any, FASTIFY, KOA, listen, type RunningServer } from '../support/frameworks/frameworks.ts';
import { detailOf } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const BEFORE_HANDLER_MS = 30;

test.each(Object.entries(FASTIFY))(
  '%s: the handler phase starts after earlier hooks',
  async (_name, fastify) => {
    const app = fastify();
    await app.register(fastifyGatebook, { storage: 'memory:' });
    app.addHook('preValidation', async () => sleep(BEFORE_HANDLER_MS));
    app.get('/users/:id', async () => 'user');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const server = await listen(app.server, app.gatebook);
    running.push(server);
    await sendRequest(server.port, '/users/7');
    const { phases } = await detailOf(server, '/users/7');
    expect(phases?.handler).toBeGreaterThan((BEFORE_HANDLER_MS - 5) * 1000);
    expect(phases?.headers).toBeGreaterThanOrEqual(phases?.handler ?? Number.POSITIVE_INFINITY);
  },
);

test.each(Object.entries(KOA))('%s: the handler phase starts when a route matches', async (_name, Koa) => {
  const app = new (Koa as Any)();
  const book = koaGatebook(app, { storage: 'memory:' });
  const router = new Router();
  router.get('/users/:id', (context: Any) => {
    context.body = context._matchedRoute;
  });
  app.use(async (_context: Any, next: Any) => {
    await sleep(BEFORE_HANDLER_MS);
    return next();
  });
  app.use(router.routes());
  const server = await listen(createServer(app.callback()), book);
  running.push(server);
  expect((await sendRequest(server.port, '/users/7')).body).toBe('/users/:id');
  const { phases } = await detailOf(server, '/users/7');
  expect(phases?.handler).toBeGreaterThan((BEFORE_HANDLER_MS - 5) * 1000);
  expect(phases?.headers).toBeGreaterThanOrEqual(phases?.handler ?? Number.POSITIVE_INFINITY);
  await sendRequest(server.port, '/nowhere');
  expect((await detailOf(server, '/nowhere')).phases).not.toHaveProperty('handler');
});
