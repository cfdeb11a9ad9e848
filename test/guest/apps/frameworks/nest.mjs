import { Controller, Get, Header, Logger, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { fail, findUser, HAS_ADAPTER, HTML, PORT } from './handlers.mjs';

const isFastify = process.argv[2] === 'fastify';
const logger = new Logger('Users');

class AppController {
  user(id) {
    return findUser(id, (text) => logger.warn(text));
  }
  broken() {
    return fail();
  }
  page() {
    return HTML;
  }
}
/** Applies decorators as functions, so that the app needs no compiler. */
function decorate(name, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(AppController.prototype, name);
  for (const decorator of decorators) decorator(AppController.prototype, name, descriptor);
}
decorate('user', Get('users/:id'));
Param('id')(AppController.prototype, 'user', 0);
decorate('broken', Get('broken/:id'));
decorate('page', Get('page'), Header('content-type', 'text/html'));
Controller()(AppController);

class AppModule {}
Module({ controllers: [AppController] })(AppModule);

const adapter = isFastify && new (await import('@nestjs/platform-fastify')).FastifyAdapter();
const app = await (adapter ? NestFactory.create(AppModule, adapter) : NestFactory.create(AppModule));
if (HAS_ADAPTER) (await import('gatebook/nest')).gatebook(app);
await app.listen(PORT, '127.0.0.1');
