import { createServer } from 'node:http';
import { connect } from 'node:net';
import { BadRequestException, Controller, Get, HttpException, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gatebook as gatebookExpress } from '../../src/express.ts';
import { gatebook as gatebookFastify } from '../../src/fastify.ts';
import { job } from '../../src/index.ts';
import { gatebook as gatebookKoa } from '../../src/koa.ts';
import { gatebook as gatebookNest } from '../../src/nest.ts';
import type { Exception } from '../../src/profile/profile.ts';
import {
  type Any,
  listen,
  profileOf,
  type RunningServer,
  waitForEntries,
} from '../support/frameworks/frameworks.ts';
import { freePorts } from '../support/free-ports.ts';
import { detailOf, serversOfTest } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';

const { startServer, closeLater } = serversOfTest();
afterEach(() => vi.restoreAllMocks());

async function exceptionOf(running: RunningServer, path: string): Promise<Exception | null> {
  await sendRequest(running.port, path);
  return (await detailOf(running, path)).exception;
}

function fieldsOf(exception: Exception | null): Any {
  return JSON.parse(exception?.fields ?? '{}');
}

describe('Express', () => {
  async function start(routes: Readonly<Record<string, () => unknown>>): Promise<RunningServer> {
    const app = express();
    app.set('env', 'test');
    const book = gatebookExpress(app, { storage: 'memory:' });
    for (const [path, handle] of Object.entries(routes)) app.get(path, handle);
    return closeLater(await listen(createServer(app), book));
  }

  test('keeps the fields of what a handler throws', async () => {
    const running = await start({
      '/error': () => {
        throw Object.assign(new RangeError('too many'), {
          code: 'E_LIMIT',
          details: { max: 3, token: 'CANARY' },
        });
      },
      '/object': () => {
        throw { status: 418, message: 'teapot' };
      },
      '/text': async () => Promise.reject('just text'),
    });
    expect(await exceptionOf(running, '/error')).toMatchObject({
      name: 'RangeError',
      fields: '{"code":"E_LIMIT","details":{"max":3,"token":"***"}}',
    });
    expect(await exceptionOf(running, '/object')).toMatchObject({
      name: 'object',
      message: 'teapot',
      isError: false,
      fields: '{"status":418}',
    });
    expect(await exceptionOf(running, '/text')).toMatchObject({ name: 'string', message: 'just text' });
    const errors = (await waitForEntries(running, 3)).filter(({ kind }) => kind === 'main');
    expect(errors.map(({ error }) => error).sort()).toEqual(['RangeError', 'object', 'string']);
  });

  test('keeps the errors of Promise.any and of a connection to several addresses', async () => {
    const [port = 0] = await freePorts(1);
    const running = await start({
      '/any': () =>
        Promise.any([Promise.reject(new TypeError('first')), Promise.reject(new Error('second'))]),
      '/connect': () =>
        new Promise((_, reject) => {
          const lookup = (_host: string, _options: unknown, done: (...args: Any[]) => void) =>
            done(null, [
              { address: '127.0.0.1', family: 4 },
              { address: '::1', family: 6 },
            ]);
          connect({ host: 'db.example', port, lookup, autoSelectFamily: true } as Any).on('error', reject);
        }),
    });
    expect(await exceptionOf(running, '/any')).toMatchObject({
      name: 'AggregateError',
      errors: [
        { name: 'TypeError', message: 'first', stack: expect.stringContaining('errors.test.ts') },
        { name: 'Error', message: 'second' },
      ],
    });
    const refused = await exceptionOf(running, '/connect');
    expect(refused).toMatchObject({ name: 'AggregateError' });
    expect(fieldsOf(refused)).toMatchObject({ code: 'ECONNREFUSED' });
    expect(refused?.errors?.length).toBe(2);
    for (const error of refused?.errors ?? [])
      expect(fieldsOf(error)).toMatchObject({
        syscall: 'connect',
        port,
        code: expect.stringMatching(/^E[A-Z]+$/),
      });
  });
});

test('keeps what Fastify says about a request that is not valid', async () => {
  const app = fastify();
  await app.register(gatebookFastify, { storage: 'memory:' });
  const schema = {
    querystring: {
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer', maximum: 10 } },
    },
  };
  app.get('/items', { schema }, () => 'ok');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as Any;
  await sendRequest(port, '/items?size=many');
  const running = { book: (app as Any).gatebook } as RunningServer;
  const detail = await detailOf(running, '/items');
  expect(fieldsOf(detail.exception)).toMatchObject({
    statusCode: 400,
    code: 'FST_ERR_VALIDATION',
    validationContext: 'querystring',
    validation: [{ instancePath: '/size', keyword: 'type', message: 'must be integer' }],
  });
  await app.close();
});

test('keeps the response and status of an HttpException of Nest', async () => {
  class Orders {
    invalid() {
      throw new BadRequestException(['name must be a string'], { cause: new TypeError('cause') });
    }
    teapot() {
      throw new HttpException({ reason: 'empty', apiKey: 'CANARY' }, 418);
    }
  }
  const decorate = (name: string, path: string) =>
    Get(path)(Orders.prototype, name, Object.getOwnPropertyDescriptor(Orders.prototype, name) as Any);
  decorate('invalid', 'invalid');
  decorate('teapot', 'teapot');
  Controller()(Orders);
  class App {}
  Module({ controllers: [Orders] })(App);
  const nest = await NestFactory.create(App, new ExpressAdapter(), { logger: false });
  const book = gatebookNest(nest, { storage: 'memory:' });
  await nest.listen(0, '127.0.0.1');
  const running = {
    book,
    port: (nest.getHttpServer().address() as Any).port,
    close: () => nest.close(),
  } as Any;
  const invalid = await exceptionOf(running, '/invalid');
  expect(invalid).toMatchObject({
    name: 'BadRequestException',
    cause: { name: 'TypeError', message: 'cause' },
  });
  expect(fieldsOf(invalid)).toMatchObject({
    status: 400,
    response: { message: ['name must be a string'], error: 'Bad Request', statusCode: 400 },
  });
  expect(fieldsOf(await exceptionOf(running, '/teapot'))).toMatchObject({
    status: 418,
    response: { reason: 'empty', apiKey: '***' },
  });
  await nest.close();
  await book.close();
});

test('keeps the status of http-errors, which Koa throws', async () => {
  const app = new Koa();
  app.silent = true;
  const book = gatebookKoa(app, { storage: 'memory:' });
  app.use((context) => {
    if (context.path === '/props') context.throw(409, 'taken', { field: 'email' });
    context.throw(404);
  });
  const running = closeLater(await listen(createServer(app.callback()), book));
  expect(await exceptionOf(running, '/none')).toMatchObject({
    name: 'NotFoundError',
    fields: '{"status":404,"statusCode":404,"expose":true}',
  });
  expect(fieldsOf(await exceptionOf(running, '/props'))).toMatchObject({ status: 409, field: 'email' });
});

test('records a job that throws null', async () => {
  const running = await startServer(() => {});
  await job('nothing', async () => Promise.reject(null)).catch(() => {});
  const [entry] = await waitForEntries(running, 1);
  expect(entry).toMatchObject({ kind: 'job', status: 500, error: 'null' });
  expect((await profileOf(running, entry))?.detail?.exception).toMatchObject({
    name: 'null',
    isError: false,
  });
});
