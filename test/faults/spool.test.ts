import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { addKey } from '../../src/serve/access/collector-keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import { kill, startCollectorProcess } from '../support/collector-process.ts';
import { figure } from '../support/figure.ts';
import { readEntries } from '../support/read-book.ts';
import { type SpoolingApp, startSpoolingApp } from '../support/spooling-app.ts';
import { fillBytes, removeBallast, tryToMountTmpfs } from './disk/small-disks.ts';

/** `npm run faults:collector` sends 5,000. */
const REQUESTS = Number(process.env.SPOOLED ?? 200);
vi.setConfig({ testTimeout: 60_000 + REQUESTS * 40 });
const folder = mkdtempSync(join(tmpdir(), 'gatebook-spool-'));
const started: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(kill));
});

let books = 0;
/** A book, its collector, and apps that share a spool. */
async function setUp(env: Readonly<Record<string, string>> = {}) {
  const name = `${books++}`;
  const book = join(folder, `book-${name}`);
  const spool = join(folder, `spool-${name}`);
  const write = addKey(join(book, 'keys'), { to: 'write', service: 'shop' }).key;
  let port = 0;
  async function collect() {
    const collector = await startCollectorProcess(book, { port });
    started.push(collector.child);
    port = collector.port;
    return collector;
  }
  async function app(more = {}): Promise<SpoolingApp> {
    const storage = `http://127.0.0.1:${port}`;
    const all = { GATEBOOK_STORAGE: storage, GATEBOOK_WRITE_KEY: write, GATEBOOK_SPOOL: spool };
    const running = await startSpoolingApp({ ...all, ...env, ...more });
    started.push(running.child);
    return running;
  }
  /** The numbers of the requests in the book. */
  async function numbers(): Promise<number[]> {
    const store = await openStore(`sqlite:${book}`, { create: false });
    const entries = (await readEntries(store)).filter(({ kind }) => kind === 'main');
    await store.close();
    return entries.map(({ url }) => Number(url.split('/').at(-1))).sort((a, b) => a - b);
  }
  return { book, spool, write, collect, app, numbers };
}

const upTo = (end: number, from = 0) => Array.from({ length: end - from }, (_, n) => n + from);

/** The batches in a spool. */
function batchesIn(spool: string): string[] {
  return (readdirSync(spool, { recursive: true }) as string[]).filter((name) => /\/\d{13}-/.test(name));
}

test('what is recorded while the collector is gone is sent when it is back, once, under its tokens', async () => {
  const { book, spool, collect, app, numbers } = await setUp();
  const collector = await collect();
  // Only who may open the page gets tokens.
  const { request, stats, until, said } = await app({ GATEBOOK_KEY: collector.readKey() });
  await request(0, REQUESTS);
  await until(({ stored }) => stored === REQUESTS);
  await kill(collector.child);
  const tokens = await request(REQUESTS, REQUESTS);
  await until(({ spooled }) => spooled === REQUESTS);
  expect((await stats()).spoolBytes).toBeGreaterThan(0);
  expect(batchesIn(spool).length).toBeGreaterThan(0);
  await collect();
  expect(await until(({ spooled }) => spooled === 0)).toMatchObject({
    recorded: 2 * REQUESTS,
    stored: 2 * REQUESTS,
    dropped: 0,
    spoolBytes: 0,
  });
  await request(2 * REQUESTS, 10);
  await until(({ stored }) => stored === 2 * REQUESTS + 10);
  expect(await numbers()).toEqual(upTo(2 * REQUESTS + 10));
  expect(batchesIn(spool)).toEqual([]);
  const store = await openStore(`sqlite:${book}`, { create: false });
  // A request that comes faster than seqs are leased has no header.
  const printed = tokens.flatMap((token, n) => (token === '' ? [] : { token, url: `/n/${REQUESTS + n}` }));
  expect(printed.length).toBeGreaterThan(REQUESTS / 2);
  for (const { token, url } of printed)
    expect(await store.get(token)).toMatchObject({ entry: { url: expect.stringMatching(`${url}$`) } });
  await store.close();
  expect(said().match(/not available/g)).toHaveLength(1);
  expect(said().match(/The collector is back/g)).toHaveLength(1);
});

test('what an app has spooled before kill -9 is sent by the next one, once, also if that starts without the collector', async () => {
  const { collect, app, numbers } = await setUp();
  const collector = await collect();
  const first = await app();
  await first.request(0, 20);
  await first.until(({ stored }) => stored === 20);
  await kill(collector.child);
  await first.request(20, REQUESTS);
  await first.until(({ spooled }) => spooled === REQUESTS);
  await kill(first.child);
  const second = await app();
  await second.request(20 + REQUESTS, REQUESTS);
  await second.until(({ spooled }) => spooled === 2 * REQUESTS);
  await kill(second.child);
  await collect();
  const third = await app();
  await third.request(20 + 2 * REQUESTS, 1);
  const all = 1 + 2 * REQUESTS;
  expect(await third.until(({ stored }) => stored === all)).toMatchObject({ recorded: all, spooled: 0 });
  expect(await numbers()).toEqual(upTo(20 + all));
});

test('a collector that is killed while the spool is sent stores each batch once', async () => {
  const { spool, collect, app, numbers } = await setUp();
  let collector = await collect();
  const { request, until } = await app();
  await request(0, 1);
  await until(({ stored }) => stored === 1);
  await kill(collector.child);
  let sent = 1;
  while (batchesIn(spool).length < 30) {
    await request(sent, 10);
    sent += 10;
    await sleep(150);
  }
  for (let n = 0; n < 4 && batchesIn(spool).length > 0; n++) {
    const before = batchesIn(spool).length;
    collector = await collect();
    for (let wait = 0; batchesIn(spool).length === before && wait < 1000; wait++) await sleep(5);
    await kill(collector.child);
    figure('spool: batches left when the collector was killed', `${batchesIn(spool).length} of ${before}`);
  }
  await collect();
  await until(({ spooled }) => spooled === 0);
  expect(await until(({ stored }) => stored === sent)).toMatchObject({ recorded: sent, dropped: 0 });
  expect(await numbers()).toEqual(upTo(sent));
});

test('a spool that is full drops the oldest, and counts it', async () => {
  const [path, bytes] = [join(folder, 'small'), '100kB'];
  const { collect, app, numbers } = await setUp({
    GATEBOOK_SPOOL: '',
    GATEBOOK_SPOOL_PATH: path,
    GATEBOOK_SPOOL_BYTES: bytes,
  });
  const collector = await collect();
  const { request, until } = await app();
  await request(0, 1);
  await until(({ stored }) => stored === 1);
  await kill(collector.child);
  let sent = 1;
  for (let dropped = 0; dropped === 0; sent += 10) {
    await request(sent, 10);
    dropped = (await until(({ held }) => held === 0)).drops.spool;
  }
  const { spooled, spoolBytes, drops } = await until(({ held }) => held === 0);
  expect(spoolBytes).toBeLessThanOrEqual(100_000);
  expect(drops.spool).toBeGreaterThan(0);
  await collect();
  await until((stats) => stats.spooled === 0);
  expect(await numbers()).toEqual([0, ...upTo(sent, sent - spooled)]);
});

test('two processes share a spool, and each sends its own', async () => {
  const { collect, app, numbers } = await setUp();
  const collector = await collect();
  const apps = [await app(), await app()];
  for (const [n, { request, until }] of apps.entries()) {
    await request(n, 1);
    await until(({ stored }) => stored === 1);
  }
  await kill(collector.child);
  await Promise.all(apps.map(({ request }, n) => request(2 + n * REQUESTS, REQUESTS)));
  for (const { until } of apps) await until(({ spooled }) => spooled === REQUESTS);
  await collect();
  for (const { until } of apps)
    expect(await until(({ spooled }) => spooled === 0)).toMatchObject({
      recorded: 1 + REQUESTS,
      stored: 1 + REQUESTS,
    });
  expect(await numbers()).toEqual(upTo(2 + 2 * REQUESTS));
});

test.each(['SIGTERM', 'SIGUSR2'] as const)(
  '%s sends what can be sent, and spools the rest',
  async (signal) => {
    const { spool, collect, app, numbers } = await setUp();
    let collector = await collect();
    const first = await app();
    await first.request(0, 50);
    first.child.kill(signal);
    await once(first.child, 'exit');
    expect(await numbers()).toEqual(upTo(50));
    expect(batchesIn(spool)).toEqual([]);

    const second = await app();
    await second.request(50, 1);
    await second.until(({ stored }) => stored === 1);
    await kill(collector.child);
    await second.request(51, 50);
    second.child.kill(signal);
    await once(second.child, 'exit');
    expect(batchesIn(spool).length).toBeGreaterThan(0);

    collector = await collect();
    const third = await app();
    await third.until(({ stored }) => stored === 50);
    expect(await numbers()).toEqual(upTo(101));
  },
);

const disk = join(folder, 'disk');
const reason = tryToMountTmpfs(disk, 'size=256k');
if (reason !== null)
  console.log(`The test with a full disk is skipped, because none can be mounted: ${reason}`);
afterAll(() => {
  if (reason === null) execFileSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true });
});

test.skipIf(reason !== null)(
  'on a full disk requests wait in memory, which is said once, and nothing is partial',
  async () => {
    const { collect, app, numbers } = await setUp({ GATEBOOK_SPOOL: disk });
    const collector = await collect();
    const { request, stats, until, said } = await app();
    await request(0, 1);
    await until(({ stored }) => stored === 1);
    await kill(collector.child);
    let sent = 1;
    for (; (await stats()).spooled < 20; sent += 10) await request(sent, 10);
    fillBytes(disk);
    await request(sent, REQUESTS);
    sent += REQUESTS;
    await until(({ held }) => held > 0);
    await sleep(3000);
    expect(said().match(/Can't use the spool/g)).toHaveLength(1);
    await collect();
    expect(await until(({ stored }) => stored === sent)).toMatchObject({ spooled: 0, held: 0, dropped: 0 });
    removeBallast(disk);
    expect(await numbers()).toEqual(upTo(sent));
  },
);

/** `npm run faults:collector` waits for ten minutes. */
const GONE_MS = Number(process.env.GONE_S ?? 2) * 1000;
const RATE = 200;

test('under load, an app does not notice that the collector is gone', {
  timeout: 120_000 + GONE_MS * 3,
}, async () => {
  const { collect, app, numbers } = await setUp({ NODE_ENV: 'production' });
  const collector = await collect();
  const { child, request, until } = await app();
  let sent = 0;
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000;
  let highest = 0;
  async function load(ms: number): Promise<void> {
    for (const end = Date.now() + ms; Date.now() < end; sent += 10) {
      const next = sleep(10_000 / RATE);
      await request(sent, 10);
      await next;
      highest = Math.max(highest, memory());
    }
  }
  await load(10);
  await until(({ stored }) => stored > 0);
  await load(Math.max(2000, GONE_MS / 10));
  const before = highest;
  await kill(collector.child);
  await load(GONE_MS);
  const { spooled, spoolBytes, dropped } = await until(({ held }) => held === 0);
  await collect();
  await load(1000);
  const start = Date.now();
  expect(await until((stats) => stats.spooled === 0 && stats.held === 0, 60_000 + GONE_MS)).toMatchObject({
    recorded: sent,
    stored: sent,
    dropped: 0,
  });
  expect(dropped).toBe(0);
  expect(await numbers()).toEqual(upTo(sent));
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  figure(
    `spool: collector gone for ${GONE_MS / 1000} s`,
    `${sent} requests, ${spooled} spooled in ${megabytes(spoolBytes)}, sent in ${Date.now() - start} ms, memory ${Math.round(before)} MB before, at most ${Math.round(highest)} MB`,
  );
  // As much as `budget.memory`, and the list of files.
  expect(highest - before).toBeLessThan(64);
});
