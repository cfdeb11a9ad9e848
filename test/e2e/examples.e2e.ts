import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Entry } from '../../src/profile/entry.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startHttpClickHouse } from '../support/clickhouse-over-http.ts';
import { freePort } from '../support/free-ports.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { startRedis } from '../support/servers/redis.ts';
import { type RunningExample, startExample } from './example.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const IS_FULL = process.env.FULL !== undefined;
const tested = new Set<string>(IS_FULL ? [] : ['next']);

/** Starts an example, stops it again, and expects that nothing of it is left. */
async function withExample(
  name: string,
  env: NodeJS.ProcessEnv,
  run: (app: RunningExample) => Promise<void>,
  readyText?: string,
): Promise<void> {
  tested.add(name);
  const app = await startExample(name, env, readyText);
  try {
    await run(app);
  } finally {
    await app.stop();
  }
  await expect(fetch(app.url)).rejects.toThrow('fetch failed');
}

/** The requests of a book, oldest first, once there are this many. */
async function recorded(storage: string, count: number): Promise<Entry[]> {
  // The app answers before its book is there.
  const book = await vi.waitFor(() => openStore(storage, { create: false }), 10_000);
  try {
    for (let attempt = 0; ; attempt++) {
      const terms = [{ field: 'kind', not: false, any: ['main'] }] as const;
      const { entries } = await book.search({ terms, limit: 50, cursor: null });
      if (entries.length >= count || attempt === 100) return entries.toReversed();
      await sleep(50);
    }
  } finally {
    await book.close();
  }
}

const brief = ({ method, url, status, route }: Entry) =>
  `${method} ${new URL(url).pathname} ${status} ${route}`;

/** Requests a page, a route with a parameter and one that fails, and expects all three in the book. */
async function expectThreeRequests(app: RunningExample, userRoute: string): Promise<void> {
  expect(await (await fetch(app.url)).text()).toContain('Every request is recorded');
  expect(await (await fetch(`${app.url}/users/7`)).json()).toEqual({ id: '7' });
  expect((await fetch(`${app.url}/broken`)).status).toBe(500);
  const entries = await recorded(app.storage, 3);
  expect(entries.map(brief)).toEqual([
    'GET / 200 /',
    `GET /users/7 200 ${userRoute}`,
    'GET /broken 500 /broken',
  ]);
  expect(entries[2]?.error).toBe('TypeError');
}

describe.concurrent('one app', () => {
  test.each(['express', 'fastify', 'koa', 'hono', 'nest', 'http'])('%s', (name) =>
    withExample(name, {}, (app) => expectThreeRequests(app, '/users/:id')),
  );

  test('http2', () =>
    withExample('http2', {}, async (app) => {
      const session = connect(app.url);
      const stream = session.request({ ':path': '/' });
      for await (const _ of stream);
      session.close();
      expect((await recorded(app.storage, 1)).map(brief)).toEqual(['GET / 200 ']);
    }));
});

// Its installation and first build take as long as all others together: npm run e2e:examples.
test.runIf(IS_FULL)('next: it is installed at the first start, and needs no line of Gatebook', () =>
  withExample(
    'next',
    { NEXT_TELEMETRY_DISABLED: '1' },
    (app) => expectThreeRequests(app, '/users/[id]'),
    'Ready in',
  ),
);

test('postgres-redis: queries are recorded, and the second answer comes from Redis', async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const { host, port, user, database } = postgres.options;
  const env = {
    DATABASE_URL: `postgres://${user}@${host}:${port}/${database}`,
    REDIS_URL: `redis://${redis.host}:${redis.port}`,
  };
  try {
    await withExample('postgres-redis', env, async (app) => {
      for (let i = 0; i < 2; i++)
        expect(await (await fetch(`${app.url}/products/1`)).json()).toMatchObject({ name: 'Teapot' });
      for (let i = 0; i < 3; i++) await fetch(`${app.url}/products/2/orders`, { method: 'POST' });
      expect(await (await fetch(`${app.url}/orders`)).json()).toHaveLength(3);
      const queries = (await recorded(app.storage, 6)).map((entry) => entry.queries);
      expect(queries).toEqual([3, 1, 1, 1, 1, 4]);
    });
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
});

test('two-services: one book has the requests of both, and one trace finds them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-e2e-clickhouse-'));
  const server = await startHttpClickHouse(folder);
  const storage = `clickhouse://127.0.0.1:${server.port}/shop?tls=off`;
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const env = { GATEBOOK_STORAGE: storage, STOCK_PORT: String(await freePort()) };
  try {
    await withExample('two-services', env, async (app) => {
      const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
      const order = (product: string) =>
        fetch(`${app.url}/orders/${product}`, { method: 'POST', headers }).then(({ status }) => status);
      expect([await order('teapot'), await order('cup')]).toEqual([201, 409]);
      const entries = await recorded(storage, 4);
      expect(entries.map((entry) => entry.trace)).toEqual(Array(4).fill(trace));
      expect(entries.map((entry) => `${entry.service} ${entry.status}`).sort()).toEqual([
        'orders 201',
        'orders 409',
        'stock 200',
        'stock 200',
      ]);
    });
    await expect(fetch(`http://127.0.0.1:${env.STOCK_PORT}`)).rejects.toThrow('fetch failed');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

test('nginx: the client is not the proxy, and cannot choose its address', async () => {
  const env = { APP_PORT: String(await freePort()) };
  await withExample('nginx', env, async (app) => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const [response] = await once(
      get(`${app.url}/users/7`, { headers, localAddress: '127.0.0.2' }),
      'response',
    );
    response.resume();
    const [entry] = await recorded(app.storage, 1);
    expect(entry).toMatchObject({ ip: '127.0.0.2', url: `${app.url}/users/7`, route: '/users/:id' });
  });
  await expect(fetch(`http://127.0.0.1:${env.APP_PORT}`)).rejects.toThrow('fetch failed');
});

test('every example is started by this file', () => {
  const names = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'app.js')));
  expect([...tested].sort()).toEqual(names.sort());
});
