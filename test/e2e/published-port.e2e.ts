// An app in a network of its own, and a browser on the host of the port that is published, as `docker run -p 3000:3000` does it.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-ports.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { launchChromium } from './browser.ts';

const NAME = `gatebook-${process.pid}`;
const LINK = `gb${process.pid}`;
/** Another run may use another network. */
const NETWORK = `10.231.${process.pid % 250}`;
const [GATEWAY, CONTAINER] = [`${NETWORK}.1`, `${NETWORK}.2`];

const ip = (...args: string[]) => spawnSync('ip', args).status === 0;
const hasNetwork =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  ip('netns', 'add', NAME) &&
  ip('link', 'add', LINK, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', NAME);

let folder: string;
let app: RunningApp;
let published: Server;

beforeAll(() => {
  ip('addr', 'add', `${GATEWAY}/30`, 'dev', LINK);
  ip('link', 'set', LINK, 'up');
  ip('-n', NAME, 'addr', 'add', `${CONTAINER}/30`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) ip('-n', NAME, 'link', 'set', device, 'up');
});
afterAll(() => {
  ip('link', 'del', LINK);
  ip('netns', 'del', NAME);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-port-'));
});
afterEach(async () => {
  published.close();
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** Docker's proxy: listens on the host, and the container sees its gateway. */
async function start(environment: string): Promise<number> {
  const port = await freePort();
  app = await startApp({
    storage: `sqlite:${join(folder, 'book')}`,
    port,
    env: { NODE_ENV: environment },
    prefix: ['ip', 'netns', 'exec', NAME],
  });
  published = createServer((client) => {
    const upstream = connect(port, CONTAINER);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.pipe(upstream).pipe(client);
  }).listen(port, '127.0.0.1');
  await once(published, 'listening');
  return port;
}

describe.skipIf(!hasNetwork)('through a published port', () => {
  test('in development, the printed link opens the page', async () => {
    const port = await start('development');
    const link = /http:\/\/localhost:\d+\/_profiler#key=\S+/.exec(app.output())?.[0] ?? '';
    expect(link).toContain(`:${port}/`);
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Profile Search', exact: true }).waitFor();
    expect(page.url()).not.toContain('key');
    await browser.close();
    expect(app.output()).not.toContain('got the answer of the app');
  });

  test('in production, the app answers, and its log has the two lines to add', async () => {
    const port = await start('production');
    const answer = await fetch(`http://localhost:${port}/_profiler`);
    expect([answer.status, await answer.text()]).toEqual([404, 'the app']);
    expect(app.output()).not.toContain('#key=');
    await expect.poll(() => app.output(), { timeout: 20_000 }).toContain(`${GATEWAY} asked for /_profiler`);
    expect(app.output()).toContain(`trustProxy: ['${GATEWAY}'] to the options of gatebook()`);
    expect(app.output()).toContain('proxy_set_header X-Forwarded-Proto $scheme;');
  });
});
