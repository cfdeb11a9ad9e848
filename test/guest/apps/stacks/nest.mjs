import 'reflect-metadata';
import {
  Catch,
  Controller,
  Module,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { noteError } from './notes.mjs';
import { HAS_ADAPTER, ready, run } from './start.mjs';

const messagesOf = (context) => [context.switchToHttp().getRequest(), context.switchToHttp().getResponse()];

class Failures {
  handler(request, response) {
    return run(request, response);
  }
  async async(request, response) {
    return run(request, response);
  }
  passed() {
    return 'passed';
  }
}
class Guard {
  canActivate(context) {
    return run(...messagesOf(context));
  }
}
class Interceptor {
  async intercept(context, next) {
    await run(...messagesOf(context));
    return next.handle();
  }
}
class Filter {
  catch(error, host) {
    noteError(new Error('filtered', { cause: error }));
    const [, response] = messagesOf(host);
    const text = String(error?.stack);
    response.status(418).send(text);
  }
}
Catch()(Filter);

/** Applies decorators as functions, so that the app needs no compiler. */
function route(name, path, ...decorators) {
  const copy = `${name} of ${path}`;
  Object.defineProperty(Failures.prototype, copy, {
    value: Failures.prototype[name],
    configurable: true,
    writable: true,
  });
  const descriptor = Object.getOwnPropertyDescriptor(Failures.prototype, copy);
  for (const decorator of [Post(`${path}/:way`), ...decorators])
    decorator(Failures.prototype, copy, descriptor);
  Req()(Failures.prototype, copy, 0);
  Res({ passthrough: true })(Failures.prototype, copy, 1);
}
route('handler', 'handler');
route('async', 'async');
route('passed', 'guard', UseGuards(Guard));
route('passed', 'interceptor', UseInterceptors(Interceptor));
route('handler', 'filter', UseFilters(new Filter()));
Controller()(Failures);

class Root {
  configure(consumer) {
    consumer
      .apply((request, response, next) => {
        if (request.originalUrl.startsWith('/middleware/')) return run(request, response);
        return next();
      })
      .forRoutes('{*path}');
  }
}
Module({ controllers: [Failures] })(Root);

const app = await NestFactory.create(Root, { bodyParser: false });
if (HAS_ADAPTER) (await import('gatebook/nest')).gatebook(app);
await app.listen(0, '127.0.0.1');
ready(app.getHttpServer());
