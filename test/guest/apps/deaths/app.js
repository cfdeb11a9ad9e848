// An app that ends in one of many ways: node app.js FRAMEWORK STORAGE. See deaths.guest.ts.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , framework, storage] = process.argv;
/** Requests that are not answered. */
const SLOW_MS = 60_000;

const WAYS = {
  'throw after the answer': () => setTimeout(fail, 20),
  'reject after the answer': () => void sleep(20).then(fail),
  'throw in a timer': () => outside.push(fail),
  'reject in the background': () =>
    outside.push(() => void Promise.reject(new RangeError('background failure'))),
  'log an error and exit': () => {
    process.on('uncaughtException', () => setTimeout(() => process.exit(7), 20));
    setTimeout(fail, 20);
  },
  'exit 3': () => setTimeout(() => process.exit(3), 20),
  'exit 0': () => setTimeout(() => process.exit(0), 20),
  'exit code': () => {
    process.exitCode = 4;
    setTimeout(end, 20);
  },
  'close the book': () => setTimeout(() => book.close().then(() => process.exit(0)), 20),
  SIGTERM: () => setTimeout(() => process.kill(process.pid, 'SIGTERM'), 20),
  SIGINT: () => setTimeout(() => process.kill(process.pid, 'SIGINT'), 20),
  SIGKILL: () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20),
  abort: () => setTimeout(() => process.abort(), 20),
  'out of memory': () => setTimeout(fill, 20),
};

/** What runs outside of any request. */
const outside = [];
setInterval(() => outside.shift()?.(), 10);

function fail() {
  throw new TypeError('late failure');
}

function fill() {
  const kept = [];
  for (;;) kept.push(new Array(1000).fill(kept.length));
}

/** Nothing keeps the process alive. */
function end() {
  server.closeAllConnections();
  server.close(() => process.exit());
}

/** `null` for a request that is not answered for long. */
function answer(url) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/slow') return null;
  WAYS[searchParams.get('by')]?.();
  return 'ok';
}

async function start() {
  if (framework === 'express') {
    const [{ default: express }, { gatebook }] = await Promise.all([
      import('express'),
      import('gatebook/express'),
    ]);
    const app = express();
    const book = gatebook(app, { storage });
    app.use(async (request, response) => response.send(answer(request.url) ?? (await sleep(SLOW_MS))));
    return { book, server: app.listen(0, '127.0.0.1') };
  }
  if (framework === 'fastify') {
    const [{ default: fastify }, { gatebook }] = await Promise.all([
      import('fastify'),
      import('gatebook/fastify'),
    ]);
    const app = fastify();
    await app.register(gatebook, { storage });
    app.get('/*', async (request) => answer(request.url) ?? (await sleep(SLOW_MS)));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { book: app.gatebook, server: app.server };
  }
  if (framework === 'koa') {
    const [{ default: Koa }, { gatebook }] = await Promise.all([import('koa'), import('gatebook/koa')]);
    const app = new Koa();
    const book = gatebook(app, { storage });
    app.use(async (context) => {
      context.body = answer(context.url) ?? (await sleep(SLOW_MS));
    });
    return { book, server: app.listen(0, '127.0.0.1') };
  }
  if (framework === 'hono') {
    const [{ Hono }, { serve }, { gatebook }] = await Promise.all([
      import('hono'),
      import('@hono/node-server'),
      import('gatebook/hono'),
    ]);
    const app = new Hono();
    const book = gatebook(app, { storage });
    app.get('/*', async (c) => c.text(answer(c.req.url) ?? (await sleep(SLOW_MS))));
    return { book, server: serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) };
  }
  if (framework === 'nest') {
    await import('reflect-metadata');
    const [{ All, Controller, Module, Req }, { NestFactory }, { gatebook }] = await Promise.all([
      import('@nestjs/common'),
      import('@nestjs/core'),
      import('gatebook/nest'),
    ]);
    class Answers {
      async all(request) {
        return answer(request.url) ?? (await sleep(SLOW_MS));
      }
    }
    Req()(Answers.prototype, 'all', 0);
    All('{*path}')(Answers.prototype, 'all', Object.getOwnPropertyDescriptor(Answers.prototype, 'all'));
    Controller()(Answers);
    class Root {}
    Module({ controllers: [Answers] })(Root);
    const app = await NestFactory.create(Root, { logger: false });
    const book = gatebook(app, { storage });
    await app.listen(0, '127.0.0.1');
    return { book, server: app.getHttpServer() };
  }
  const { gatebook } = await import('gatebook/http');
  const server = createServer(async (request, response) => {
    response.end(answer(request.url) ?? (await sleep(SLOW_MS)));
  });
  const book = gatebook(server, { storage });
  return { book, server: server.listen(0, '127.0.0.1') };
}

const { book, server } = await start();
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
console.log(`ready ${server.address().port}`);
