// NestJS on Express: call gatebook(app) before app.listen().
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { gatebook } from 'gatebook/nest';

// Applies the decorators as functions, so that the example needs no compiler.
class AppController {
  hello() {
    return 'Hello. Every request is recorded: see /_profiler';
  }
  user(id) {
    return { id };
  }
  broken() {
    throw new TypeError('This route always fails');
  }
}
const route = (path, name) =>
  Get(path)(AppController.prototype, name, Object.getOwnPropertyDescriptor(AppController.prototype, name));
route('/', 'hello');
route('/users/:id', 'user');
Param('id')(AppController.prototype, 'user', 0);
route('/broken', 'broken');
Controller()(AppController);

class AppModule {}
Module({ controllers: [AppController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
gatebook(app);

const port = Number(process.env.PORT ?? 3000);
await app.listen(port, '127.0.0.1');
console.log(`Listening on http://127.0.0.1:${port}`);
