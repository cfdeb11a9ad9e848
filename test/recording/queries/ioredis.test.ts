import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { expectOwnSpans, ownName, unhandledRejections } from '../../support/own-spans.ts';
import { installLibrary } from '../../support/query-app.ts';
import { requestSpans, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type CacheServer, startRedis } from '../../support/servers/redis.ts';

type Callback = (error: unknown, reply?: unknown) => void;
/** What the tests use of all versions. */
interface Client {
  readonly options: object;
  readonly sendCommand: (command: { readonly promise: Promise<unknown> }) => Promise<unknown>;
  connect(): Promise<unknown>;
  disconnect(): void;
  ping(): Promise<unknown>;
  get(key: string, done?: Callback): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  call(name: string, ...args: string[]): Promise<unknown>;
  cluster(...args: string[]): Promise<unknown>;
  pipeline(): Pipeline;
  multi(options?: { pipeline: false }): Pipeline;
  exec(): Promise<unknown>;
  defineCommand(name: string, script: { numberOfKeys: number; lua: string }): void;
  [script: string]: unknown;
}
interface Pipeline {
  get(key: string): Pipeline;
  set(key: string, value: string): Pipeline;
  del(key: string): Pipeline;
  hget(key: string, field: string): Pipeline;
  exec(done?: Callback): Promise<unknown>;
}
interface Library {
  new (options: object): Client;
  readonly Cluster: new (nodes: readonly object[], options?: object) => Client;
  readonly Command: new (name: string, args: readonly string[]) => { readonly promise: Promise<unknown> };
}

const SECRET = 'CANARY-30fe';
const VERSIONS = ['ioredis4', 'ioredis5', 'ioredis'];
const folders = VERSIONS.map((installedAs) => installLibrary('ioredis', installedAs));
let server: CacheServer;
let clusterServer: CacheServer;
let running: RunningServer;
beforeAll(async () => {
  [server, clusterServer] = await Promise.all([
    startRedis(),
    startRedis({ 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1' }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), clusterServer.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true });
});
afterEach(() => running.close());

const own = (name: string) => [`GET ${name}:?`];
const key = (url: string | undefined) => `${ownName(url)}:1`;

describe.each(VERSIONS.map((name, index) => [name, folders[index] ?? ''] as const))('%s', (_, folder) => {
  const load = createRequire(join(folder, 'app.js'))('ioredis');
  const Redis: Library = load.default ?? load;
  const create = (options = {}) => new Redis({ host: server.host, port: server.port, ...options });

  test('records commands, pipelines, transactions, scripts and errors without values', async () => {
    const client = create({ lazyConnect: true });
    client.defineCommand('echoTwice', { numberOfKeys: 1, lua: `return ARGV[1] -- ${folder}` });
    running = await serve(async () => {
      await client.set(`user:${SECRET}`, SECRET);
      expect(await client.get(`user:${SECRET}`)).toBe(SECRET);
      await client.pipeline().get(`user:${SECRET}`).del(`user:${SECRET}`).exec();
      await client.multi().set('text:1', SECRET).hget('text:1', SECRET).exec();
      client.multi({ pipeline: false });
      await client.get('text:1');
      await client.exec();
      await (client.echoTwice as (...args: string[]) => Promise<unknown>)('key:1', SECRET);
      await client.call('NOPE', SECRET).catch(() => {});
    });
    const all = await requestSpans(running, SECRET);
    client.disconnect();
    // Version 4 sends the script in a command of its own if the server does not know it.
    const scripts = all.filter(({ name }) => name.startsWith('EVAL'));
    expect(scripts[0]?.name).toBe('EVALSHA ?');
    expect(scripts.at(-1)?.error).toBeUndefined();
    const spans = all.filter((span) => !scripts.includes(span));
    expect(spans.map(({ name, transaction, error }) => [name, transaction, error !== undefined])).toEqual([
      ['SET user:?', undefined, false],
      ['GET user:?', undefined, false],
      ['GET user:?', undefined, false],
      ['DEL user:?', undefined, false],
      ['MULTI', 1, false],
      ['SET text:?', 1, false],
      ['HGET text:?', 1, true],
      ['EXEC', 1, false],
      ['MULTI', 2, false],
      ['GET text:?', 2, false],
      ['EXEC', 2, false],
      ['NOPE ?', undefined, true],
    ]);
    expect(spans.at(-1)?.error).toMatch(/Error: ERR unknown command 'NOPE'$/i);
    expect(spans[0]?.wait).toBeGreaterThan(0);
    expect(spans[1]?.wait).toBeUndefined();
    for (const span of spans) {
      expect(span).toMatchObject({ kind: 'cache', system: 'redis' });
      expect(span.duration).toBeGreaterThan(0);
      expect(span.calledFrom).toContain('ioredis.test.ts');
    }
  });

  test('each of 200 requests over one connection has its own commands, callbacks included', async () => {
    const client = create();
    running = await serve(({ url }, response) => {
      client.get(key(url), () =>
        client
          .pipeline()
          .get(key(url))
          .exec(() => client.get(key(url), () => response.end())),
      );
      return new Promise((resolve) => response.on('finish', resolve));
    });
    await expectOwnSpans(running, (name) => [...own(name), ...own(name), ...own(name)]);
    client.disconnect();
  });

  test('automatic pipelines: each of 200 requests has its own commands, with their calling line', async () => {
    const client = create({ enableAutoPipelining: true });
    running = await serve(({ url }) => client.get(key(url)));
    await expectOwnSpans(running, own);
    const spans = await requestSpans(running, SECRET);
    client.disconnect();
    expect(spans[0]?.calledFrom).toContain('ioredis.test.ts');
  });

  test('a cluster: one span per command, in the right request', async () => {
    const node = { host: clusterServer.host, port: clusterServer.port };
    const setup = new Redis(node);
    await setup.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383').catch(() => {});
    for (let state = ''; !state.includes('cluster_state:ok'); await sleep(20))
      state = String(await setup.cluster('INFO'));
    setup.disconnect();
    const client = new Redis.Cluster([node], { redisOptions: { lazyConnect: true } });
    running = await serve(async ({ url }) => {
      await client.get(key(url));
      await client.pipeline().get(key(url)).exec();
    });
    await sendRequest(running.port, '/ready');
    await expectOwnSpans(running, (name) => [...own(name), ...own(name)]);
    client.disconnect();
  });

  test('the promise of a command is its own, and a rejection that is not handled stays unhandled', async () => {
    const client = create();
    await client.ping();
    let promises: Promise<unknown>[] = [];
    running = await serve(async () => {
      const command = new Redis.Command('get', ['a']);
      expect(client.sendCommand(command)).toBe(command.promise);
      promises = [client.call('NOPE'), client.call('NOPE')];
      promises[1]?.catch(() => {});
      await sleep(50);
    });
    const unhandled = await unhandledRejections(async () => {
      const spans = await requestSpans(running, SECRET);
      expect(spans.map(({ error }) => error !== undefined)).toEqual([false, true, true]);
    });
    client.disconnect();
    expect(unhandled).toEqual([promises[0]]);
    expect(unhandled[0]).toBe(promises[0]);
  });
});
