import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestDetail, serve } from '../../support/recorded-server.ts';
import { type CacheServer, startRedis } from '../../support/servers/redis.ts';

let server: CacheServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function spansOf(handle: () => unknown) {
  const running = await serve(handle);
  const { spans = [] } = await requestDetail(running);
  await running.close();
  return spans;
}

test('ioredis: records commands, pipelines and errors without values', async () => {
  const client = new Redis({ host: server.host, port: server.port });
  await client.ping();
  const spans = await spansOf(async () => {
    await client.set('user:CANARY', 'CANARY');
    expect(await client.get('user:CANARY')).toBe('CANARY');
    await client.pipeline().get('user:CANARY').del('user:CANARY').exec();
    await client.call('NOPE', 'CANARY').catch(() => {});
  });
  client.disconnect();
  expect(spans.map(({ name }) => name.toLowerCase())).toEqual([
    'set user:?',
    'get user:?',
    'get user:?',
    'del user:?',
    'nope ?',
  ]);
  expect(spans.map(({ error }) => error !== undefined)).toEqual([false, false, false, false, true]);
  expect(spans[4]?.error).toMatch(/Error: ERR unknown command 'NOPE'$/i);
  expect(spans[0]).toMatchObject({ kind: 'cache', system: 'redis' });
  expect(JSON.stringify(spans)).not.toContain('CANARY');
});

test('redis: records commands, pipelines and errors without values', async () => {
  const client = createClient({ socket: { host: server.host, port: server.port } });
  await client.connect();
  const spans = await spansOf(async () => {
    await client.set('user:CANARY', 'CANARY');
    expect(await client.get('user:CANARY')).toBe('CANARY');
    await client.multi().get('user:CANARY').del('user:CANARY').execAsPipeline();
    await client.sendCommand(['NOPE', 'CANARY']).catch(() => {});
  });
  client.destroy();
  expect(spans.map(({ name }) => name)).toEqual([
    'SET user:?',
    'GET user:?',
    'GET user:?',
    'DEL user:?',
    'NOPE ?',
  ]);
  expect(spans.map(({ error }) => error !== undefined)).toEqual([false, false, false, false, true]);
  expect(spans[4]?.error).toMatch(/Error: ERR unknown command 'NOPE'$/i);
  expect(JSON.stringify(spans)).not.toContain('CANARY');
});
