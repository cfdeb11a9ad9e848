/** What differs between the frameworks: code before the routes, the routes, and code that listens. */
interface Source {
  /** Packages that the app needs. */
  readonly packages: readonly string[];
  readonly imports: readonly string[];
  /** The entry point of Gatebook, and how it is called. */
  readonly gatebook: readonly [entry: string, call: string];
  readonly create: string;
  readonly rest: string;
}

const FAIL = "throw new TypeError('broken');";
const HANDLERS = `
app.get('/users/:id', (request, response) => response.send({ id: request.params.id }));
app.get('/broken/:id', () => { ${FAIL} });`;
const SAY_PORT = "console.log('port ' + server.address().port)";

const NEST = `
class Users {
  user(id) { return { id }; }
  broken() { ${FAIL} }
}
Get('users/:id')(Users.prototype, 'user', Object.getOwnPropertyDescriptor(Users.prototype, 'user'));
Param('id')(Users.prototype, 'user', 0);
Get('broken/:id')(Users.prototype, 'broken', Object.getOwnPropertyDescriptor(Users.prototype, 'broken'));
Controller()(Users);
class AppModule {}
Module({ controllers: [Users] })(AppModule);`;

/** Apps that serve /users/:id and /broken/:id, which throws. */
export const SOURCES = {
  express: {
    packages: ['express'],
    imports: ["import express from 'express';"],
    gatebook: ['express', 'gatebook(app, OPTIONS)'],
    create: 'const app = express();',
    rest: `${HANDLERS}
const server = app.listen(0, '127.0.0.1', () => ${SAY_PORT});`,
  },
  'express behind a listener': {
    packages: ['express'],
    imports: ["import { createServer } from 'node:http';", "import express from 'express';"],
    gatebook: ['express', 'gatebook(app, OPTIONS)'],
    create: 'const app = express();',
    rest: `${HANDLERS}
const server = createServer((request, response) => { app(request, response); });
server.listen(0, '127.0.0.1', () => ${SAY_PORT});`,
  },
  fastify: {
    packages: ['fastify'],
    imports: ["import Fastify from 'fastify';"],
    gatebook: ['fastify', 'app.register(gatebook, OPTIONS)'],
    create: 'const app = Fastify();',
    rest: `
app.get('/users/:id', async (request) => ({ id: request.params.id }));
app.get('/broken/:id', async () => { ${FAIL} });
const { server } = app;
app.listen({ port: 0, host: '127.0.0.1' }).then(() => ${SAY_PORT});`,
  },
  koa: {
    packages: ['koa', '@koa/router'],
    imports: ["import Koa from 'koa';", "import Router from '@koa/router';"],
    gatebook: ['koa', 'gatebook(app, OPTIONS)'],
    create: 'const app = new Koa();\napp.silent = true;',
    rest: `
const router = new Router();
router.get('/users/:id', (context) => { context.body = { id: context.params.id }; });
router.get('/broken/:id', () => { ${FAIL} });
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => ${SAY_PORT});`,
  },
  hono: {
    packages: ['hono', '@hono/node-server'],
    imports: ["import { serve } from '@hono/node-server';", "import { Hono } from 'hono';"],
    gatebook: ['hono', 'gatebook(app, OPTIONS)'],
    create: 'const app = new Hono();',
    rest: `
app.use(async (context, next) => { await next(); });
app.get('/users/:id', (context) => context.json({ id: context.req.param('id') }));
const inner = new Hono();
inner.onError((error, context) => context.text(error.message, 500));
inner.get('/:id', () => { ${FAIL} });
app.route('/broken', inner);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => ${SAY_PORT});`,
  },
  'nest on express': {
    packages: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs'],
    imports: [
      "import { Controller, Get, Module, Param } from '@nestjs/common';",
      "import { NestFactory } from '@nestjs/core';",
    ],
    gatebook: ['nest', 'gatebook(app, OPTIONS)'],
    create: `${NEST}
NestFactory.create(AppModule, { logger: false }).then((app) => {`,
    rest: `
  const server = app.getHttpServer();
  return app.listen(0, '127.0.0.1').then(() => ${SAY_PORT});
});`,
  },
  'nest on fastify': {
    packages: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-fastify', 'reflect-metadata', 'rxjs'],
    imports: [
      "import { Controller, Get, Module, Param } from '@nestjs/common';",
      "import { NestFactory } from '@nestjs/core';",
      "import { FastifyAdapter } from '@nestjs/platform-fastify';",
    ],
    gatebook: ['nest', 'gatebook(app, OPTIONS)'],
    create: `${NEST}
NestFactory.create(AppModule, new FastifyAdapter(), { logger: false }).then((app) => {`,
    rest: `
  const server = app.getHttpServer();
  return app.listen(0, '127.0.0.1').then(() => ${SAY_PORT});
});`,
  },
  'node:http': {
    packages: [],
    imports: ["import { createServer } from 'node:http';"],
    gatebook: ['http', 'gatebook(server, OPTIONS)'],
    create: `
const server = createServer((request, response) => {
  const status = { users: 200, broken: 500 }[request.url.split('/')[1]] ?? 404;
  response.writeHead(status).end('{}');
});`,
    rest: `server.listen(0, '127.0.0.1', () => ${SAY_PORT});`,
  },
} as const satisfies Readonly<Record<string, Source>>;

export type FrameworkName = keyof typeof SOURCES;

/** The code of an app. With `options`, it calls `gatebook()`. */
export function appSource(framework: FrameworkName, module: 'mjs' | 'cjs', options?: object): string {
  const { imports, gatebook, create, rest }: Source = SOURCES[framework];
  const [entry, call] = gatebook;
  const lines = [
    ...imports,
    ...(options ? [`import { gatebook } from 'gatebook/${entry}';`] : []),
    create,
    ...(options ? [`${call.replace('OPTIONS', JSON.stringify(options))};`] : []),
    rest,
  ];
  const source = `${lines.join('\n')}\n`;
  return module === 'mjs' ? source : toCommonJs(source);
}

function toCommonJs(source: string): string {
  return source
    .replace(/^import (\w+) from ('.+');$/gm, 'const $1 = require($2).default ?? require($2);')
    .replace(/^import (\{.+\}) from ('.+');$/gm, 'const $1 = require($2);');
}
