import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { type Failure, runApp, type Seen, type Way } from './stacks/running-app.ts';

const isFull = process.env.GUEST === 'full';

interface App {
  readonly start: string;
  /** Where its code fails, the first ones in CI too. */
  readonly places: readonly string[];
  /** It has frames of ours, one for each such call (docs/decisions/0034-calls-that-are-not-in-the-stack.md). All others are compared. */
  readonly isSeen?: true;
}

const EXPRESS = [
  'deep/router',
  'handled',
  'rethrown',
  'handler',
  'recovered',
  'middleware',
  'late',
  'mounted',
  'next',
  'param',
];
const NEST = ['handler', 'filter', 'async', 'guard', 'interceptor', 'middleware'];
const APPS: Readonly<Record<string, App>> = {
  'Express 5': { start: 'express.mjs', places: EXPRESS },
  'Express 4': { start: 'express.mjs express4', places: EXPRESS },
  Fastify: {
    start: 'fastify.mjs',
    places: [
      'deep/router',
      'handler',
      'rethrown',
      'own',
      'sync',
      'onRequest',
      'preHandler',
      'preSerialization',
      'callback',
      'absent',
    ],
  },
  Koa: { start: 'koa.mjs', places: ['deep/router', 'middleware', 'handler', 'sync', 'late', 'absent'] },
  'Koa with middleware that catches errors': {
    start: 'koa.mjs catching',
    places: ['deep/router', 'handled', 'late'],
    isSeen: true,
  },
  'Nest on Express': { start: 'nest.mjs', places: NEST },
  'node:http': { start: 'node-server.mjs', places: ['caught', 'async', 'uncaught'] },
};

const WAYS: readonly Way[] = ['adapter', 'register'];
/** In CI, each way to fail once in an app, in turns in its first three places. */
function choose({ places, isSeen }: App, ways: readonly string[]): readonly Failure[] {
  const limits = isSeen ? [100] : [10, 100];
  if (isFull)
    return places.flatMap((place) => ways.flatMap((way) => limits.map((limit) => ({ place, way, limit }))));
  return ways.map((way, n) => ({ place: places[n % 3] ?? '', way, limit: limits[n % limits.length] ?? 0 }));
}

let upstream: Server;
let compared = 0;
beforeAll(async () => {
  upstream = createServer((_request, response) => response.end('upstream'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  upstream.close();
  figure('stacks', `${compared} errors, byte for byte as without Gatebook`);
});

async function run(app: App, way: Way): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-stacks-'));
  try {
    const { port } = upstream.address() as AddressInfo;
    const start = { app: app.start, way, folder, upstream: `http://127.0.0.1:${port}/` };
    return await runApp(start, (ways) => choose(app, ways));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(Object.entries(APPS))(
  'the errors of %s are those of an app without Gatebook',
  async (_name, app) => {
    const off = await run(app, 'off');
    expect(Object.keys(off.answers).length, off.stderr.join('\n')).toBeGreaterThan(0);
    for (const way of WAYS) {
      const on = await run(app, way);
      const [expected, found] = app.isSeen ? [withoutOurs(off), withoutOurs(on)] : [off, on];
      expect(found, way).toEqual(expected);
      compared += Object.keys(on.answers).length;
    }
  },
);

/** An error that is printed with its cause says how many of its frames are those of the cause. */
function withoutOurs(seen: Seen): Seen {
  const ours = /(?:\\n +at |,)[^\\,]*\/dist\/chunk-[^\\,"\]]*/g;
  return JSON.parse(
    JSON.stringify(seen)
      .replaceAll(ours, '')
      .replaceAll(/\.\.\. \d+ lines/g, '... lines'),
  );
}
