import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { requestSpans, serve } from '../../support/recorded-server.ts';
import { type CacheServer, startRedis } from '../../support/servers/redis.ts';

const LIBRARIES = [
  ['ioredis', 'ioredis'],
  ['ioredis', 'ioredis4'],
  ['redis', 'redis'],
  ['redis', 'redis4'],
] as const;
const folders = new Map<string, string>();
let server: CacheServer;
beforeAll(async () => {
  for (const [name, installedAs] of LIBRARIES) folders.set(installedAs, installLibrary(name, installedAs));
  server = await startRedis();
});
afterAll(async () => {
  await server.stop();
  for (const folder of folders.values()) rmSync(folder, { recursive: true });
});

function setupOf(installedAs: string): string {
  const { host, port } = server;
  if (installedAs.startsWith('ioredis')) return `const client = new lib(${port}, '${host}');`;
  return `const client = lib.createClient({ socket: { host: '${host}', port: ${port} } }); await client.connect();`;
}

const RUNS = LIBRARIES.flatMap(([name, installedAs]) => {
  const loads = name === installedAs ? LOADS : (['require before', 'import after'] as const);
  return loads.map((load) => ({ name, installedAs, load }));
});

test.each(RUNS)('$installedAs, $load', async ({ name, installedAs, load }) => {
  const spans = await runQueryApp({
    folder: folders.get(installedAs) ?? '',
    library: name,
    load,
    setup: setupOf(installedAs),
    query: `
      await client.get('user:1');
      await client.multi().get('user:1').exec();`,
  });
  const names = spans.map((span) => span.name);
  expect(names.filter((each) => each !== 'MULTI' && each !== 'EXEC')).toEqual(['GET user:?', 'GET user:?']);
  expect(names).toHaveLength(4);
  for (const span of spans) expect(span.calledFrom).toMatch(/^app-.*\.mjs:\d+:\d+$/);
});

test('copies in a bundle are seen through their tracing channels', async () => {
  const folder = folders.get('redis') ?? '';
  const outfile = join(folder, 'bundle.cjs');
  const contents = "exports.redis = require('redis'); exports.ioredis = require('ioredis');";
  const stdin = { contents, resolveDir: import.meta.dirname };
  await build({ stdin, outfile, bundle: true, platform: 'node', logLevel: 'silent' });
  const bundle = createRequire(outfile)(outfile);
  const { host, port } = server;
  const redis = bundle.redis.createClient({ socket: { host, port } });
  await redis.connect();
  const ioredis = new bundle.ioredis.Redis(port, host);
  await ioredis.ping();
  const running = await serve(async () => {
    await redis.get('user:1');
    await redis.multi().get('user:1').get('user:2').exec();
    await redis.multi().get('user:1').execAsPipeline();
    await ioredis.get('user:1');
  });
  const spans = await requestSpans(running, 'user:1');
  await running.close();
  redis.destroy();
  ioredis.disconnect();
  expect(spans.map(({ name }) => name)).toEqual(['GET user:?', 'MULTI', 'GET user:?', 'GET user:?']);
});
