import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { expectOwnSpans, ownName } from '../../support/own-spans.ts';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { startMemcached } from '../../support/servers/memcached.ts';
import type { CacheServer } from '../../support/servers/redis.ts';

type Call = (...args: unknown[]) => unknown;
type Client = Record<string, Call>;

const SECRET = 'CANARY-30fe';
const require = createRequire(import.meta.url);
const Memcached: new (servers: string, options?: object) => Client = require('memcached');
const memjs: {
  Client: { create(servers: string, options?: object): Client; prototype: Client };
} = require('memjs');
const folders = { memcached: installLibrary('memcached'), memjs: installLibrary('memjs') };
let server: CacheServer;
let running: RunningServer;
beforeAll(async () => {
  server = await startMemcached();
});
afterAll(async () => {
  await server.stop();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});
afterEach(() => running?.close());

const address = () => `${server.host}:${server.port}`;

/** Calls a method with a callback. Resolves with what the callback gets. */
function call(client: Client, method: string, ...args: unknown[]): Promise<unknown[]> {
  return new Promise((resolve) => client[method]?.(...args, (...results: unknown[]) => resolve(results)));
}

test('memcached: records commands and errors without values', async () => {
  const client = new Memcached(address());
  running = await serve(async () => {
    await call(client, 'set', `user:${SECRET}`, SECRET, 10);
    expect((await call(client, 'get', `user:${SECRET}`))[1]).toBe(SECRET);
    await call(client, 'getMulti', [`user:${SECRET}`, 'b:1']);
    await call(client, 'add', `user:${SECRET}`, SECRET, 10);
    await call(client, 'incr', `user:${SECRET}`, 1);
    await call(client, 'del', `user:${SECRET}`);
    await call(client, 'touch', 'missing:1', 5);
    await call(client, 'flush');
  });
  const spans = await requestSpans(running, SECRET);
  client.end?.();
  expect(spans.map(({ name, error }) => [name, error !== undefined])).toEqual([
    ['SET user:?', false],
    ['GET user:?', false],
    ['GET user:?', false],
    ['ADD user:?', true],
    ['INCR user:?', true],
    ['DELETE user:?', false],
    ['TOUCH missing:?', false],
    ['FLUSH_ALL', false],
  ]);
  for (const span of spans) {
    expect(span).toMatchObject({ kind: 'cache', system: 'memcached' });
    expect(span.duration).toBeGreaterThan(0);
    expect(span.calledFrom).toContain('memcached.test.ts');
  }
});

test('memjs: records callbacks, promises and errors without values', async () => {
  const client = memjs.Client.create(address(), { logger: { log() {} } });
  running = await serve(async () => {
    await client.set?.(`user:${SECRET}`, SECRET, {});
    expect(String((await call(client, 'get', `user:${SECRET}`))[1])).toBe(SECRET);
    await client.get?.('missing:1');
    await client.add?.(`user:${SECRET}`, SECRET, {});
    await Promise.resolve(client.increment?.(`user:${SECRET}`, 1, {})).catch(() => {});
    await client.delete?.(`user:${SECRET}`);
    await client.flush?.();
  });
  const spans = await requestSpans(running, SECRET);
  client.close?.();
  expect(spans.map(({ name, error }) => [name, error])).toEqual([
    ['SET user:?', undefined],
    ['GET user:?', undefined],
    ['GET missing:?', undefined],
    ['ADD user:?', undefined],
    ['INCR user:?', 'Error: memcached answered with status 6'],
    ['DELETE user:?', undefined],
    ['FLUSH_ALL', undefined],
  ]);
  for (const span of spans) expect(span.calledFrom).toContain('memcached.test.ts');
});

test('memjs: a server that is gone is one failed command', async () => {
  const client = memjs.Client.create('127.0.0.1:1', { retries: 2, retry_delay: 0.01, logger: { log() {} } });
  running = await serve(() => Promise.resolve(client.get?.('a:1')).catch(() => {}));
  const spans = await requestSpans(running, SECRET);
  expect(spans.map(({ name, error }) => [name, error !== undefined])).toEqual([['GET a:?', true]]);
});

test.each<[string, () => Client]>([
  ['memcached', () => new Memcached(address(), { poolSize: 2 })],
  ['memjs', () => memjs.Client.create(address())],
])('%s: each of 200 requests over shared connections has its own commands', async (_, create) => {
  const client = create();
  running = await serve(({ url }, response) => {
    const key = `${ownName(url)}:1`;
    client.get?.(key, () => client.get?.(key, () => response.end()));
    return new Promise((resolve) => response.on('finish', resolve));
  });
  await expectOwnSpans(running, (name) => [`GET ${name}:?`, `GET ${name}:?`]);
  (client.end ?? client.close)?.call(client);
});

/** What the app sees of 1,000 operations. */
async function operate(client: Client): Promise<unknown[]> {
  await call(client, 'flush');
  const seen: unknown[] = [];
  const isMemjs = client.increment === memjs.Client.prototype.increment;
  for (let number = 0; number < 1000; number++) {
    const key = `key${number % 7}`;
    const options = isMemjs ? {} : 10;
    const calls: unknown[][] = [
      ['set', key, `value ${number}`, options],
      ['get', key],
      isMemjs ? ['increment', key, 1, {}] : ['incr', key, 1],
      ['add', key, 'x', options],
      ['get', 'missing'],
      ['delete', key],
      ['delete', key],
    ];
    const [method, ...args] = calls[number % calls.length] ?? [];
    try {
      const results = await call(client, String(method), ...args);
      seen.push(results.map((result) => (result instanceof Error ? String(result) : JSON.stringify(result))));
    } catch (error) {
      seen.push(String(error));
    }
  }
  try {
    seen.push(client.get?.(5, 'not a function'));
  } catch (error) {
    seen.push(String(error));
  }
  return seen;
}

test.each<[string, () => Client, object]>([
  ['memcached', () => new Memcached(address()), (Memcached as unknown as { prototype: object }).prototype],
  ['memjs', () => memjs.Client.create(address()), memjs.Client.prototype],
])(
  '%s: 1,000 operations are the same with Gatebook, and its classes are as before',
  async (_, create, prototype) => {
    const client = create();
    const before = { ...prototype };
    const expected = await operate(client);
    let seen: unknown[] = [];
    running = await serve(async () => {
      seen = await operate(client).catch((error) => [error]);
    });
    await sendRequest(running.port, '/');
    await running.close();
    (client.end ?? client.close)?.call(client);
    expect(seen).toEqual(expected);
    expect({ ...prototype }).toEqual(before);
  },
);

test.each((['memcached', 'memjs'] as const).flatMap((name) => LOADS.map((load) => [name, load] as const)))(
  '%s, %s',
  async (library, load) => {
    const spans = await runQueryApp({
      folder: folders[library],
      library,
      load,
      setup: `const client = ${library === 'memjs' ? 'lib.Client.create' : 'new lib'}('${address()}');`,
      query: "await new Promise((done) => client.get('user:1', done));",
    });
    expect(spans.map(({ name }) => name)).toEqual(['GET user:?']);
    expect(spans[0]?.calledFrom).toMatch(/^app-.*\.mjs:\d+:\d+$/);
  },
);
