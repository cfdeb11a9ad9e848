import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { initTRPC, TRPCError } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { installLibrary } from '../../support/query-app.ts';
import { detailOf, entriesOf, type Handler, serve } from '../../support/recorded-server.ts';

const SECRET = 'CANARY-51d0';
const t = initTRPC.create();
const router = t.router({
  health: t.procedure.query(() => 'ok'),
  post: t.router({
    byId: t.procedure.input((value: unknown) => value).query(({ input }) => [input]),
    add: t.procedure.input((value: unknown) => value).mutation(() => 1),
    failing: t.procedure.query(() => {
      throw new TRPCError({ code: 'FORBIDDEN' });
    }),
    ticks: t.procedure.subscription(async function* () {
      yield 1;
    }),
  }),
});

let running: RunningServer;
beforeAll(async () => {
  const standalone = createHTTPHandler({ router, basePath: '/standalone/' });
  const app = fastify();
  const options: FastifyTRPCPluginOptions<typeof router> = { prefix: '/fastify', trpcOptions: { router } };
  app.register(fastifyTRPCPlugin, options);
  await app.ready();
  const handlers: Record<string, Handler> = {
    standalone,
    fastify: (request, response) => app.routing(request, response),
    // As frameworks with Request and Response do it.
    fetch: async (request, response) => {
      const answer = await fetchRequestHandler({
        endpoint: '/fetch',
        router,
        req: new Request(`http://localhost${request.url}`),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    },
  };
  running = await serve(async (request, response) => {
    const handle = handlers[request.url?.split('/')[1] ?? ''];
    if (handle) await handle(request, response);
    else response.end('other');
    if (!response.writableEnded) await new Promise((resolve) => response.once('close', resolve));
  });
});
afterAll(() => running.close());

const input = encodeURIComponent(JSON.stringify({ 0: { text: SECRET } }));

async function send(path: string, init?: RequestInit) {
  const answer = await (await fetch(`http://127.0.0.1:${running.port}${path}`, init)).text();
  const pathname = new URL(path, 'http://localhost').pathname;
  const [entry] = await entriesOf(running, pathname);
  const detail = await detailOf(running, pathname);
  const { spans = [] } = detail;
  expect(JSON.stringify([entry, detail])).not.toContain(SECRET);
  return { answer, operation: entry?.operation, spans };
}

describe.each(['standalone', 'fastify', 'fetch'])('%s', (adapter) => {
  test('a query and a batch', async () => {
    const one = await send(`/${adapter}/post.byId?input=1`);
    expect(one.answer).toContain('[1]');
    expect(one.operation).toBe('query post.byId');
    const batch = await send(`/${adapter}/post.byId,health?batch=1&input=${input}`);
    expect(batch.operation).toBe('query post.byId (+1)');
    expect(batch.spans).toMatchObject([
      { kind: 'operation', name: 'query post.byId', system: 'trpc', at: 0, duration: expect.any(Number) },
      { name: 'query health' },
    ]);
  });

  test('failures', async () => {
    expect((await send(`/${adapter}/post.failing`)).operation).toBe('query post.failing');
    expect((await send(`/${adapter}/post.missing`)).operation).toBe('query post.missing');
    expect((await send(`/${adapter}/not%20a%20procedure`)).operation).toBe('');
  });
});

test('a mutation and a subscription', async () => {
  const body = JSON.stringify({ password: SECRET });
  const headers = { 'content-type': 'application/json' };
  expect((await send('/standalone/post.add', { method: 'POST', headers, body })).operation).toBe(
    'mutation post.add',
  );
  for (const adapter of ['standalone', 'fastify', 'fetch'])
    expect((await send(`/${adapter}/post.ticks`)).operation).toBe('subscription post.ticks');
});

test('other requests have no operation', async () => {
  expect((await send('/other/post.byId')).operation).toBe('');
  expect((await send('/other/post.list?batch=1')).operation).toBe('');
});

test('a long batch is counted, with spans for 20', async () => {
  const names = Array.from({ length: 50 }, (_, n) => `p${n}`);
  const { operation, spans } = await send(`/standalone/${names.join(',')}?batch=1`);
  expect(operation).toBe('query p0 (+49)');
  expect(spans).toHaveLength(20);
});

test('200 requests at once have their own operation', async () => {
  const names = Array.from({ length: 200 }, (_, n) => `post.p${n}`);
  const sent = await Promise.all(names.map((name) => send(`/fastify/${name}`)));
  expect(sent.map(({ operation }) => operation)).toEqual(names.map((name) => `query ${name}`));
});

test.each(['require', 'import'])('batches of tRPC 10, with %s', async (how) => {
  const folder = installLibrary('@trpc/server', 'trpc10');
  const load = (name: string, id: string) =>
    how === 'import'
      ? `import * as ${name} from '${id}';`
      : `const ${name} = createRequire(import.meta.url)('${id}');`;
  const file = join(folder, 'app.mjs');
  writeFileSync(
    file,
    `import { createServer } from 'node:http';
    import { createRequire } from 'node:module';
    import { gatebook } from '${pathToFileURL(join(import.meta.dirname, '../../../dist/http.js')).href}';
    ${load('trpc', '@trpc/server')}
    ${load('adapter', '@trpc/server/adapters/node-http')}
    const t = trpc.initTRPC.create();
    const router = t.router({ post: t.router({ byId: t.procedure.query(() => 'found') }) });
    const server = createServer((req, res) => {
      const path = new URL(req.url, 'http://localhost').pathname.slice(1);
      adapter.nodeHTTPRequestHandler({ router, req, res, path });
    });
    const book = gatebook(server, { storage: 'memory:', key: 'key-of-the-tests-1' });
    server.listen(0, '127.0.0.1', async () => {
      const url = 'http://127.0.0.1:' + server.address().port;
      const answer = await (await fetch(url + '/post.byId,post.byId?batch=1&input=%7B%7D')).text();
      const { entries } = await book.search('');
      console.log(JSON.stringify([answer.includes('found'), entries[0].operation]));
      process.exit();
    });`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    timeout: 15_000,
    killSignal: 'SIGKILL',
  });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toEqual([true, 'query post.byId (+1)']);
});
