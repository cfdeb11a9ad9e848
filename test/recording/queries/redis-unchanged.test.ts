import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLibrary } from '../../support/query-app.ts';
import { serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';
import { type CacheServer, startRedis } from '../../support/servers/redis.ts';

type Call = (...args: unknown[]) => unknown;
type Client = Record<string, Call>;

const LIBRARIES = ['ioredis', 'ioredis4', 'ioredis5', 'redis', 'redis4'];
const folders = new Map(
  LIBRARIES.map((installedAs) => [installedAs, installLibrary(installedAs.replace(/\d$/, ''), installedAs)]),
);
let server: CacheServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  await server.stop();
  for (const folder of folders.values()) rmSync(folder, { recursive: true });
});

async function connect(installedAs: string): Promise<Client> {
  const name = installedAs.replace(/\d$/, '');
  const library = createRequire(join(folders.get(installedAs) ?? '', 'app.js'))(name);
  if (name === 'ioredis') return new (library.default ?? library)(server.port);
  const client = library.createClient({ socket: { host: server.host, port: server.port } });
  await client.connect();
  return client;
}

const COMMANDS = [
  ['SET', 'text', 'a'],
  ['GET', 'text'],
  ['HGET', 'text', 'field'],
  ['NOPE', 'text'],
  ['LPUSH', 'list', 'b'],
  ['LRANGE', 'list', '0', '2'],
  ['GET', 'missing'],
];

/** What the app sees of 1,000 operations: replies, errors, returned objects, and the order in which they settle. */
async function operate(client: Client, installedAs: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  const see = (number: number, value: unknown) => {
    const fields = value instanceof Error ? Object.entries(value) : [];
    seen.push([number, value instanceof Error ? String(value) : JSON.stringify(value), fields]);
  };
  const batch: unknown[] = [];
  for (let number = 0; number < 1000; number++) {
    const [name = '', ...args] = COMMANDS[number % COMMANDS.length] ?? [];
    const send = installedAs.startsWith('io') ? 'call' : 'sendCommand';
    const list = send === 'call' ? [name, ...args] : [[name, ...args]];
    if (number % 3 === 0 && send === 'call')
      batch.push(
        new Promise<void>((resolve) => {
          const returned = client[send]?.(...list, (error: unknown, reply: unknown) => {
            see(number, error ?? reply);
            resolve();
          });
          if (returned instanceof Promise) returned.catch(() => {});
          seen.push(Object.prototype.toString.call(returned));
        }),
      );
    else {
      const returned = client[send]?.(...list) as Promise<unknown>;
      seen.push(
        Object.getPrototypeOf(returned) === Promise.prototype,
        Reflect.ownKeys(returned).filter((key) => typeof key === 'string'),
      );
      batch.push(
        returned.then(
          (reply) => see(number, reply),
          (error) => see(number, error),
        ),
      );
    }
    if (number % 50 === 49) await Promise.all(batch.splice(0));
  }
  await Promise.all(batch);
  return seen;
}

test.each(LIBRARIES)(
  '%s: 1,000 operations are the same with Gatebook, and its classes are as before',
  async (installedAs) => {
    const bare = await connect(installedAs);
    const methods = () => [bare.sendCommand, bare.multi, bare.pipeline];
    const before = methods();
    await bare.flushall?.();
    await bare.flushAll?.();
    const expected = await operate(bare, installedAs);
    await bare.flushall?.();
    await bare.flushAll?.();
    let seen: unknown[] = [];
    const running = await serve(async () => {
      seen = await operate(bare, installedAs).catch((error) => [error]);
    });
    await sendRequest(running.port, '/');
    await running.close();
    expect(methods()).toEqual(before);
    await bare.disconnect?.();
    expect(expected.length).toBeGreaterThan(1000);
    expect(seen).toEqual(expected);
  },
);
