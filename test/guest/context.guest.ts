import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { type MariadbServer, startMariadb } from '../support/servers/mariadb.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { type CacheServer, startRedis } from '../support/servers/redis.ts';

const APP = join(import.meta.dirname, 'apps/context/app.js');
const REQUESTS = process.env.GUEST === 'full' ? 10_000 : 400;
const AT_ONCE = 40;
const WORD = /\bid[a-z]{6}\b/g;

let servers: readonly [PostgresServer, MariadbServer, CacheServer];
beforeAll(async () => {
  servers = await Promise.all([startPostgres(), startMariadb(), startRedis()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

/** What a request says it has left in its profile. */
interface Left {
  readonly logs: number;
  readonly notes: number;
  readonly spans: number;
}
interface Line {
  readonly path: string;
  readonly logs?: readonly { readonly text: string }[];
  readonly notes?: readonly { readonly value: string }[];
  readonly spans?: readonly { readonly name: string }[];
}

/** A name for each request that redaction keeps in statements, keys and URLs. */
function wordOf(request: number): string {
  const letters = Array.from({ length: 6 }, (_, n) =>
    String.fromCharCode(97 + (Math.floor(request / 26 ** n) % 26)),
  );
  return `id${letters.join('')}`;
}

async function startApp(): Promise<{ readonly app: ChildProcess; readonly port: number }> {
  const [postgres, mariadb, redis] = servers;
  const app = fork(APP, {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      OPTIONS: JSON.stringify({
        postgresOptions: postgres.options,
        mysqlOptions: mariadb.options,
        redisPort: redis.port,
      }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await once(app, 'message');
  return { app, port: (message as { port: number }).port };
}

test(`keeps the items of ${REQUESTS} interleaved requests apart, with everything shared between them`, async () => {
  const { app, port } = await startApp();
  const agent = new Agent({ keepAlive: true });
  const send = async (path: string): Promise<string> => {
    const [response] = await once(get({ port, path: encodeURI(path), agent }), 'response');
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path}: ${body}`);
    return body;
  };
  const left = new Map<string, Left>();
  const paths = new Map<string, string>();
  const run = async (request: number, path: string): Promise<void> => {
    const word = wordOf(request);
    paths.set(word, path);
    left.set(word, JSON.parse(await send(`/${path}/${word}`)));
  };
  const routes: readonly string[] = JSON.parse(await send('/routes'));
  expect(routes.length).toBeGreaterThan(20);

  // It opens all connections, and is still open when all others have ended.
  const holding = run(0, 'hold');
  await Promise.race([once(app, 'message'), holding]);
  let next = 1;
  const worker = async () => {
    for (let request = next++; request < REQUESTS; request = next++) {
      const first = routes[request % routes.length];
      const second = routes[Math.floor(Math.random() * routes.length)];
      await run(request, `${first}+${second}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await send('/release');
  await holding;

  const lines = (await send('/book')).trim().split('\n');
  const { drops, faults } = JSON.parse(await send('/close'));
  agent.destroy();
  await once(app, 'exit');
  expect(Object.values(drops).reduce((sum: number, count) => sum + Number(count), 0)).toBe(0);
  expect(faults).toBe(0);

  const wrong: string[] = [];
  const missing: string[] = [];
  let items = 0;
  for (const line of lines) {
    const { path, logs = [], notes = [], spans = [] } = JSON.parse(line) as Line;
    const [, route = '', own = ''] = decodeURIComponent(path).split('/');
    const texts = {
      logs: logs.map((log) => log.text),
      notes: notes.map((note) => note.value),
      spans: spans.map((span) => span.name),
    };
    for (const found of Object.values(texts).flat())
      for (const [word] of found.matchAll(WORD))
        if (word !== own) wrong.push(`${found}, of ${paths.get(word)}, in ${route}`);
    const expected = left.get(own);
    if (!expected) continue;
    left.delete(own);
    for (const kind of ['logs', 'notes', 'spans'] as const) {
      const count = texts[kind].filter((found) => found.includes(own) && !found.includes(' may')).length;
      items += expected[kind];
      if (count !== expected[kind])
        missing.push(`${route}: ${count} of ${expected[kind]} ${kind}: ${texts[kind].join(', ')}`);
    }
  }
  figure('context', `${wrong.length + missing.length} of ${items} items of ${REQUESTS} requests wrong`);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(missing.slice(0, 20)).toEqual([]);
  expect([...left.keys()]).toEqual([]);
  expect(items).toBeGreaterThan(REQUESTS * 5);
});
