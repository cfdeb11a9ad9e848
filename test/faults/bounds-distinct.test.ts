import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gatebook } from '../../src/http2.ts';
import { EVERYTHING, type Term } from '../../src/search/criteria.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Dimensions } from '../../src/store/sqlite/columns/rows.ts';
import { folderBytes } from '../../src/store/sqlite/files/folder.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { liveBytes } from '../support/heap.ts';
import { requestOn } from '../support/http2-client.ts';
import { randomText } from '../support/random-text.ts';
import { dimensionsIn, processesIn, readEachSegment, readEntries } from '../support/read-book.ts';
import { listen } from '../support/running-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const BATCH = 1000;

/** A store that writes on this thread, so that its memory is that of this thread. */
function openHere(name: string): Promise<SqliteStore> {
  return openSqliteStore(join(folder, name), { create: true, inThisThread: true });
}

async function writeSamples(
  store: SqliteStore,
  count: number,
  sample: (n: number) => Omit<Sample, 'seq'>,
): Promise<void> {
  const { first } = await store.lease(count);
  for (let n = 0; n < count; n += BATCH) {
    const profiles = Array.from({ length: Math.min(BATCH, count - n) }, (_, i) => ({
      ...sampleProfile({ seq: first + n + i, time: T0 + first + n + i, detail: 'off', ...sample(n + i) }),
      detail: null,
    }));
    await store.write({ id: `${first}-${n}`, profiles });
  }
  await store.closeSegments();
}

/** The distinct values of a field in each segment. */
function valuesOf(name: string, field: keyof Dimensions): Set<string | number>[] {
  return readEachSegment(
    join(folder, name),
    (db) => new Set(dimensionsIn(db).map((dimensions) => dimensions[field])),
  );
}

/** The most distinct values of a field in one segment. */
function distinct(name: string, field: keyof Dimensions): number {
  return Math.max(...valuesOf(name, field).map(({ size }) => size));
}

/** A survey of the second book takes at most twice the time of one of the first. Measured in turns, many because the machine may be busy. */
async function expectSameSurveyTime(first: SqliteStore, second: SqliteStore): Promise<void> {
  const times = new Map<SqliteStore, number[]>([
    [first, []],
    [second, []],
  ]);
  for (let i = 0; i < 40; i++) {
    for (const [store, taken] of times) {
      const start = performance.now();
      await store.survey([]);
      taken.push(performance.now() - start);
    }
  }
  const [least = 0, most = 0] = [...times.values()].map((taken) => Math.min(...taken));
  expect(most).toBeLessThan(least * 2 + 10);
}

test('40,000 random hosts leave memory, dimensions and survey time as they are', {
  timeout: 120_000,
}, async () => {
  const honest = await openHere('honest');
  await writeSamples(honest, 40_000, (n) => ({ url: `http://h/${n % 100}`, host: `h${n % 5}.example` }));
  const store = await openHere('hosts');
  const randomHost = (n: number) => ({
    url: 'http://h/',
    host: `${randomText(n, 20).toLowerCase()}.example`,
  });
  await writeSamples(store, 20_000, randomHost);
  const before = liveBytes();
  await writeSamples(store, 20_000, (n) => randomHost(20_000 + n));
  expect(liveBytes() - before).toBeLessThan(1_000_000);
  expect(distinct('hosts', 'host')).toBeLessThanOrEqual(1001);
  await expectSameSurveyTime(honest, store);
  await honest.close();

  const other: Term = { field: 'host', not: false, any: [{ match: 'whole', parts: ['(other)'] }] };
  // Each segment has kept 1,000 of them, each of one request.
  const named = valuesOf('hosts', 'host').flatMap((hosts) => [...hosts].filter((host) => host !== '(other)'));
  expect((await store.count([other], 100_000)).matches).toBe(40_000 - named.length);
  expect((await store.survey([])).matches).toBe(40_000);
  await store.close();
});

test('a process that restarts for each request leaves memory, processes and survey time as they are', {
  timeout: 120_000,
}, async () => {
  const steady = await openHere('steady');
  await writeSamples(steady, 40_000, () => ({ url: 'http://h/' }));
  const store = await openHere('restarts');
  const restarted = (n: number) => ({ url: 'http://h/', instance: `web-1:${n}`, release: `1.0.${n}` });
  await writeSamples(store, 20_000, restarted);
  const before = liveBytes();
  await writeSamples(store, 20_000, (n) => restarted(20_000 + n));
  expect(liveBytes() - before).toBeLessThan(1_000_000);
  const processes = readEachSegment(join(folder, 'restarts'), processesIn);
  expect(Math.max(...processes.map(({ length }) => length))).toBeLessThanOrEqual(1000);
  const found = async (field: 'instance' | 'service', part: string) =>
    (await store.count([{ field, not: false, any: [{ match: 'whole', parts: [part] }] }], 100_000)).matches;
  expect(await found('service', 'shop')).toBe(40_000);
  const named = processes.flat().filter(({ instance }) => instance !== '(other)');
  expect(await found('instance', '(other)')).toBe(40_000 - named.length);
  expect(await found('instance', 'web-1:7')).toBe(1);
  await expectSameSurveyTime(steady, store);
  await steady.close();
  await store.close();
});

test('random methods, routes and errors are bounded, also in combination', { timeout: 120_000 }, async () => {
  const store = await openHere('mixed');
  await writeSamples(store, 40_000, (n) => ({
    method: `M${n % 1000}`,
    host: `h${n % 997}`,
    route: `/r/${n % 3001}`,
    error: `E${n % 1999}`,
    operation: `O${n % 3500}`,
  }));
  expect(distinct('mixed', 'method')).toBeLessThanOrEqual(65);
  expect(distinct('mixed', 'route')).toBeLessThanOrEqual(2001);
  expect(distinct('mixed', 'error')).toBeLessThanOrEqual(1001);
  expect(distinct('mixed', 'operation')).toBeLessThanOrEqual(2001);
  const combinations = readEachSegment(join(folder, 'mixed'), (db) => dimensionsIn(db).length);
  expect(Math.max(...combinations)).toBeLessThanOrEqual(2 * 16_384);
  expect((await store.survey([])).matches).toBe(40_000);

  await writeSamples(store, 1, () => ({ method: 'PATCH' }));
  const patch: Term = { field: 'method', not: false, any: ['PATCH'] };
  expect((await store.search({ ...EVERYTHING, terms: [patch] })).entries).toHaveLength(1);
  await store.close();
});

test('random users and tags leave the memory as it is, and are found', { timeout: 120_000 }, async () => {
  const store = await openHere('users');
  const randomLabels = (n: number) => ({
    user: randomText(n, 256),
    tags: Array.from({ length: 16 }, (_, i) => randomText(n * 16 + i, 64)),
  });
  await writeSamples(store, 4000, randomLabels);
  const before = liveBytes();
  await writeSamples(store, 4000, (n) => randomLabels(4000 + n));
  expect(liveBytes() - before).toBeLessThan(1_000_000);
  const { user, tags } = randomLabels(5000);
  const pattern = (text: string) => ({ match: 'whole', parts: [text.toLowerCase()] }) as const;
  for (const [field, text] of [
    ['user', user],
    ['tag', tags[15] ?? ''],
  ] as const)
    expect((await store.count([{ field, not: false, any: [pattern(text)] }], 10)).matches).toBe(1);
  await store.close();
});

test('the limits hold for several writers of one book together', async () => {
  const stores = [await openHere('shared'), await openHere('shared')];
  for (let round = 0; round < 4; round++)
    for (const [i, store] of stores.entries())
      await writeSamples(store, 500, (n) => ({ host: `h${round * 1000 + i * 500 + n}` }));
  expect(distinct('shared', 'host')).toBeLessThanOrEqual(1001);
  for (const store of stores) await store.close();
});

test('1,000 HTTP/2 methods of 58 KB take no more space than short ones', { timeout: 120_000 }, async () => {
  const path = join(folder, 'methods');
  const server = createServer((_request, response) => response.end());
  const book = gatebook(server, { storage: `sqlite:${path}` });
  const running = await listen(server as never, book);
  const session = connect(`http://127.0.0.1:${running.port}`);
  for (let n = 0; n < 1000; n += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        requestOn(session, { ':method': randomText(n + i, 58_000), ':path': '/' }),
      ),
    );
  }
  session.destroy();
  await running.close();
  const store = await openStore(`sqlite:${path}`);
  const entries = await readEntries(store);
  await store.close();
  expect(entries).toHaveLength(1000);
  expect(Math.max(...entries.map(({ method }) => method.length))).toBe(32);
  expect(folderBytes(path)).toBeLessThan(4_000_000);
});
