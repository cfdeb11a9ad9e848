import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, createClientPool } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Span } from '../../../src/profile/profile.ts';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { expectOwnSpans, ownName, unhandledRejections } from '../../support/own-spans.ts';
import { detailOf, requestSpans, serve } from '../../support/recorded-server.ts';
import { type CacheServer, startRedis } from '../../support/servers/redis.ts';

/** What the tests use of versions 4 and later. */
interface Client {
  connect(): Promise<unknown>;
  disconnect(): unknown;
  set(key: string, value: string): Promise<unknown>;
  get(key: string): Promise<unknown>;
  sendCommand(args: readonly string[], options?: object): Promise<unknown>;
  multi(): Multi;
}
interface Multi {
  get(key: string): Multi;
  set(key: string, value: string): Multi;
  del(key: string): Multi;
  addCommand(args: readonly string[]): Multi;
  exec(): Promise<unknown>;
  execAsPipeline(): Promise<unknown>;
}
type Create = (options: object) => Client;
interface LegacyClient {
  get(key: string, done: () => void): void;
}

const SECRET = 'CANARY-30fe';
const redis4: { createClient: Create } = createRequire(import.meta.url)('redis4');
let server: CacheServer;
let running: RunningServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  await server.stop();
});
afterEach(() => running.close());

const options = () => ({ socket: { host: server.host, port: server.port } });
const own = (name: string) => [`GET ${name}:?`];
const key = (url: string | undefined) => `${ownName(url)}:1`;

describe.each<[string, Create]>([
  ['redis 4', redis4.createClient],
  ['redis 6', createClient as unknown as Create],
])('%s', (_, create) => {
  test('records commands, pipelines, transactions and errors without values', async () => {
    const client = create(options());
    running = await serve(async () => {
      await client.connect();
      await client.set(`user:${SECRET}`, SECRET);
      expect(await client.get(`user:${SECRET}`)).toBe(SECRET);
      await client.multi().get(`user:${SECRET}`).del(`user:${SECRET}`).execAsPipeline();
      await client.multi().set(`cart:${SECRET}`, SECRET).get('cart:1').exec();
      await client.sendCommand(['NOPE', SECRET]).catch(() => {});
    });
    const spans = await requestSpans(running, SECRET);
    await client.disconnect();
    expect(spans.map(({ name, transaction }) => [name, transaction])).toEqual([
      ['SET user:?', undefined],
      ['GET user:?', undefined],
      ['GET user:?', undefined],
      ['DEL user:?', undefined],
      ['MULTI', 1],
      ['SET cart:?', 1],
      ['GET cart:?', 1],
      ['EXEC', 1],
      ['NOPE ?', undefined],
    ]);
    expect(spans.filter(({ error }) => error !== undefined)).toEqual([spans.at(-1)]);
    expect(spans.at(-1)?.error).toMatch(/Error: ERR unknown command 'NOPE'$/i);
    expect(spans[0]).toMatchObject({ kind: 'cache', system: 'redis' });
    for (const span of spans) {
      expect(span.duration).toBeGreaterThan(0);
      expect(span.calledFrom).toContain('redis.test.ts');
    }
  });

  test('marks the command of a transaction that failed', async () => {
    const client = create(options());
    await client.connect();
    running = await serve(async () => {
      await client.set('text:1', 'a');
      await client
        .multi()
        .get('text:1')
        .addCommand(['HGET', 'text:1', SECRET])
        .exec()
        .catch(() => {});
    });
    const spans = await requestSpans(running, SECRET);
    await client.disconnect();
    expect(spans.map(({ name, error }) => [name, error !== undefined])).toEqual([
      ['SET text:?', false],
      ['MULTI', false],
      ['GET text:?', false],
      ['HGET text:?', true],
      ['EXEC', false],
    ]);
  });

  test('each of 200 requests over one connection has its own commands', async () => {
    const client = create(options());
    await client.connect();
    running = await serve(({ url }) => client.get(key(url)));
    await expectOwnSpans(running, own);
    await client.disconnect();
  });

  test('a rejection that the app does not handle stays unhandled, and a command that is not sent fails', async () => {
    const client = create(options());
    await client.connect();
    const returned: unknown[] = [];
    running = await serve(async () => {
      const signal = AbortSignal.abort();
      returned.push(
        client.sendCommand(['NOPE']),
        client.sendCommand(['GET', 'a'], { signal, abortSignal: signal }),
      );
      await sleep(50);
    });
    let spans: readonly Span[] = [];
    const unhandled = await unhandledRejections(async () => {
      spans = await requestSpans(running, SECRET);
    });
    await client.disconnect();
    expect(unhandled).toHaveLength(2);
    expect(unhandled).toEqual(expect.arrayContaining(returned));
    expect(spans.map(({ error }) => error !== undefined)).toEqual([true, true]);
  });
});

test('a pool of one connection: each of 200 requests has its own commands, with the wait', async () => {
  const pool = createClientPool(options(), { minimum: 1, maximum: 1 });
  await pool.connect();
  running = await serve(({ url }) => pool.get(key(url)));
  await expectOwnSpans(running, own);
  const waits = await Promise.all(
    Array.from(
      { length: 200 },
      async (_, number) => (await detailOf(running, `/${number}`)).spans?.[0]?.wait,
    ),
  );
  await pool.close();
  expect(waits.filter((wait) => wait !== undefined && wait > 0).length).toBeGreaterThan(0);
});

test('callbacks of the legacy modes run in the context of their request', async () => {
  const client4 = redis4.createClient({ ...options(), legacyMode: true });
  const client6 = createClient(options());
  await Promise.all([client4.connect(), client6.connect()]);
  const clients = [client4, client6.legacy()] as unknown as readonly LegacyClient[];
  running = await serve(async ({ url }) => {
    for (const client of clients)
      await new Promise<void>((resolve) => client.get(key(url), () => client.get(key(url), () => resolve())));
  });
  await expectOwnSpans(running, (name) => Array(4).fill(`GET ${name}:?`));
  await client4.disconnect();
  client6.destroy();
});

test('a command is recorded by the book of its request only', async () => {
  const client = createClient(options());
  await client.connect();
  running = await serve(() => client.get('first:1'));
  const other = await serve(() => client.get('second:1'));
  const spans = [await requestSpans(running, SECRET), await requestSpans(other, SECRET)];
  await other.close();
  spans.push(await requestSpans(running, SECRET));
  client.destroy();
  expect(spans.map((list) => list.map(({ name }) => name))).toEqual([
    ['GET first:?'],
    ['GET second:?'],
    ['GET first:?'],
  ]);
});
