import type { Project, Run, Seen } from './project.ts';

/** In development, the toolbar is on for requests from this machine. */
const env = { NODE_ENV: 'development' };

function runsOf(app: string, except?: Partial<Seen>, isHttp2 = false): Run[] {
  const common = { isHttp2, ...(except && { except }) };
  return [
    { way: 'adapter', start: `node ${app}`, env: { ...env, WAY: 'adapter' }, ...common },
    { way: 'register', start: `node --import gatebook/register ${app}`, env, ...common },
  ];
}

const ROUTE = '/users/:id';

/** Frameworks with an adapter. Those in node_modules run in CI too. */
export const PLAIN: readonly Project[] = [
  {
    name: 'Express',
    major: '4',
    packageName: 'express',
    packages: ['express@4'],
    installed: { express: 'express4' },
    route: ROUTE,
    runs: runsOf('express.mjs'),
  },
  {
    name: 'Express',
    major: '5',
    packageName: 'express',
    packages: ['express@5'],
    installed: { express: 'express' },
    route: ROUTE,
    runs: runsOf('express.mjs'),
  },
  {
    name: 'Fastify',
    major: '4',
    packageName: 'fastify',
    packages: ['fastify@4'],
    installed: { fastify: 'fastify4' },
    route: ROUTE,
    runs: runsOf('fastify.mjs'),
  },
  {
    name: 'Fastify',
    major: '5',
    packageName: 'fastify',
    packages: ['fastify@5'],
    installed: { fastify: 'fastify' },
    route: ROUTE,
    runs: runsOf('fastify.mjs'),
  },
  {
    name: 'Koa',
    major: '2',
    packageName: 'koa',
    packages: ['koa@2', '@koa/router'],
    installed: { koa: 'koa2' },
    route: ROUTE,
    runs: runsOf('koa.mjs'),
  },
  {
    name: 'Koa',
    major: '3',
    packageName: 'koa',
    packages: ['koa@3', '@koa/router'],
    installed: { koa: 'koa' },
    route: ROUTE,
    runs: runsOf('koa.mjs'),
  },
  {
    name: 'Hono',
    major: '4',
    packageName: 'hono',
    packages: ['hono@4', '@hono/node-server'],
    installed: { hono: 'hono' },
    route: ROUTE,
    runs: runsOf('hono.mjs'),
  },
  {
    name: '`node:http`, with `setRoute` and `report`',
    packageName: 'node:http',
    packages: [],
    installed: {},
    route: ROUTE,
    runs: runsOf('node-server.mjs'),
  },
  {
    name: '`node:http2`, with `setRoute` and `report`',
    packageName: 'node:http2',
    packages: [],
    installed: {},
    route: ROUTE,
    // HTTP/2 responses get no toolbar.
    runs: runsOf('node-server.mjs http2', { toolbar: 'no' }, true),
  },
];

/** Nest without a compiler, as it is in node_modules. The full run has projects of its command line instead. */
export const INSTALLED_NEST: readonly Project[] = ['express', 'fastify'].map((platform) => ({
  name: `Nest on ${platform}`,
  packageName: '@nestjs/core',
  installed: { '@nestjs/core': '@nestjs/core' },
  route: ROUTE,
  runs: runsOf(`nest.mjs ${platform}`),
}));
