import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../e2e/browser.ts';
import { figure } from '../support/figure.ts';
import { WITH_KEY } from '../support/key.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { type CacheServer, startRedis } from '../support/servers/redis.ts';
import { EXPRESS } from './walks/express.ts';
import { FASTIFY } from './walks/fastify.ts';
import { type FaultName, MOST_STEPS, walksOf } from './walks/faults.ts';
import { KOA } from './walks/koa.ts';
import { Life } from './walks/life.ts';
import { NEST } from './walks/nest.ts';
import { NEXT } from './walks/next.ts';
import { WalkedProject } from './walks/project.ts';
import { REACT_ROUTER } from './walks/react-router.ts';
import { docsText, tableOf } from './walks/table.ts';
import { walkCli } from './walks/walk-cli.ts';
import { walkPage } from './walks/walk-page.ts';
import type { Planted, WalkedApp } from './walks/walked-app.ts';

const all: readonly WalkedApp[] = [EXPRESS, KOA, FASTIFY, NEST, NEXT, REACT_ROUTER];
/** CI walks one app. */
const apps = process.env.GUEST === 'full' ? all : [EXPRESS];

/** How long the server that the apps call takes. */
const SLOW_MS = 500;
let found = 0;
let steps = 0;
let browser: Browser;
let upstream: Server;
let postgres: PostgresServer;
let redis: CacheServer;
beforeAll(async () => {
  upstream = createServer(async (_request, response) => {
    await sleep(SLOW_MS);
    response.end('{"usd":1.1,"gbp":0.9}');
  });
  upstream.listen(0, '127.0.0.1');
  [browser, postgres, redis] = await Promise.all([launchChromium(), startPostgres(), startRedis()]);
});
afterAll(async () => {
  upstream.close();
  await Promise.all([browser.close(), postgres.stop(), redis.stop()]);
  figure('walks', `${found} faults of ${apps.length} apps found by the page and by the command line alone`);
  figure('steps', `${(steps / found / 2).toFixed(1)} on average, ${MOST_STEPS} at most`);
});

test('docs/find.md lists the faults and the steps', () => {
  expect(docsText()).toContain(tableOf(all));
});

describe.each(apps)('$name', (app) => {
  let project: WalkedProject;
  let life: Life | undefined;
  let page: Page;
  beforeAll(async () => {
    project = await WalkedProject.of(app);
    const env = {
      DATABASE_URL: await createDatabase(app.folder.replaceAll('-', '_')),
      REDIS_PORT: String(redis.port),
      UPSTREAM: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      RELEASE: '1.5.0',
    };
    life = await app.provoke((more = {}) =>
      Life.start({
        project,
        args: [...(more.node ?? []), ...app.main],
        env: { ...env, ...more.env },
        ready: app.ready ?? 'ready',
      }),
    );
    const context = await browser.newContext({ extraHTTPHeaders: WITH_KEY });
    page = await context.newPage();
  });
  afterAll(async () => {
    await page?.context().close();
    await life?.kill('SIGKILL');
    project?.remove();
  });

  const faults = Object.entries(app.faults) as [FaultName, Planted][];
  test.each(faults)('%s: command line', async (name, { row, says }) => {
    const { cli } = walksOf(name);
    expect(cli.length).toBeLessThanOrEqual(MOST_STEPS);
    expectAll(await walkCli(project.folder, cli, row), says);
    found++;
    steps += cli.length;
  });
  test.each(faults)('%s: page', async (name, { row, says }) => {
    const walk = walksOf(name).page;
    expect(walk.length).toBeLessThanOrEqual(MOST_STEPS);
    expectAll(await walkPage(page, life?.url ?? '', walk, row), says);
    steps += walk.length;
  });

  function expectAll(text: string, says: Planted['says']): void {
    const missing = says
      .map((each) => (typeof each === 'string' ? each : project.placeOf(each)))
      .filter((each) => !text.includes(each));
    expect(missing, text).toEqual([]);
  }
});

/** Each app has a database of its own. */
async function createDatabase(name: string): Promise<string> {
  const { host, port, user } = postgres.options;
  const client = new pg.Client(postgres.options);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return `postgres://${user}@${host}:${port}/${name}`;
}
