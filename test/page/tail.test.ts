import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gatebook } from '../../src/http.ts';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { mergeRows, type Row } from '../../src/serve/browser/live/rows.ts';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type EventStream, openEventStream } from '../support/event-stream.ts';
import { figure } from '../support/figure.ts';
import { pageApp } from '../support/page-app.ts';
import { sendRequest } from '../support/request.ts';

const ALL = Number(process.env.TAIL ?? 2000);
const CUTS = ALL >= 10_000 ? 20 : 5;
const PER_SECOND = 1000;

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'gatebook-tail-'));
const open: EventStream[] = [];
let store: Store;
let storage: string;
let server: Server;
let port: number;
let books = 0;

beforeEach(async () => {
  storage = `sqlite:${join(folder, `book-${books++}.db`)}`;
  store = await openStore(storage);
  const app = pageApp({ base: '/_profiler', store: async () => store });
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.abort();
  server.closeAllConnections();
  server.close();
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A subscriber that reconnects with the id of its last event, as a browser does. */
function subscriber(query: string) {
  const listings: Row[][] = [];
  const arrived: Row[] = [];
  let lastEventId = '';
  let stream: EventStream;
  return {
    listings,
    arrived,
    async connect() {
      stream = await openEventStream(port, `/_profiler/tail?${query}`, lastEventId, ({ id, event, data }) => {
        if (id !== '') lastEventId = id;
        if (event === 'listing') listings.push((data as { rows: Row[] }).rows);
        if (event === 'rows') arrived.push(...(data as Row[]));
      });
      open.push(stream);
      return stream;
    },
    async until(holds: () => boolean, ms: number) {
      for (const end = Date.now() + ms; !holds() && Date.now() < end; ) await sleep(20);
    },
  };
}

let nextBatch = 0;
async function write(...samples: readonly { url?: string; ago?: number }[]): Promise<void> {
  const { first } = await store.lease(samples.length);
  const profiles = samples.map(({ url = 'https://shop.example/tail/x', ago = 0 }, i) =>
    sampleProfile({ seq: first + i, url, time: (Date.now() - ago) * 1000 }),
  );
  await store.write({ id: `batch ${nextBatch++}`, profiles });
}

const tokenOf = ({ html }: Row) => /data-token="([0-9a-f]+)"/.exec(html)?.[1] ?? '';

test(`${ALL} matches at ${PER_SECOND}/s by two writers, the connection lost ${CUTS} times: every row once, in order`, {
  timeout: 120_000,
}, async () => {
  await write({}, {}, { ago: 30_000 });
  const reader = subscriber('url=/tail/&limit=10');
  let stream = await reader.connect();
  await reader.until(() => reader.listings.length > 0, 5000);
  expect(reader.listings.map((rows) => rows.length)).toEqual([3]);

  const script = join(import.meta.dirname, '../faults/write-steadily.ts');
  const writers = ['a', 'b'].map((name) =>
    run(process.execPath, [script, storage, name, String(ALL / 2), String(PER_SECOND / 2)]),
  );
  await reader.until(() => reader.arrived.length > 0, 10_000);
  for (let cut = 0; cut < CUTS; cut++) {
    await sleep((ALL / PER_SECOND / CUTS) * 1000 * Math.random() * 1.6);
    stream.abort();
    await sleep(Math.random() * 200);
    stream = await reader.connect();
  }
  await Promise.all(writers);
  await reader.until(() => reader.arrived.length >= ALL, 30_000);
  await sleep(1500);

  const listed: string[] = [];
  for (let cursor: typeof EVERYTHING.cursor | undefined; cursor !== null; ) {
    const page = await store.search({
      terms: [{ field: 'url', not: false, any: [{ match: 'contains', parts: ['/tail/'] }] }],
      limit: 1000,
      cursor: cursor ?? null,
    });
    listed.push(...page.entries.map(({ seq }) => store.tokens.tokenOf(seq)));
    cursor = page.older;
  }
  expect(listed).toHaveLength(ALL + 3);
  expect(reader.listings).toHaveLength(1);
  expect(new Set(reader.arrived.map(tokenOf)).size).toBe(reader.arrived.length);
  expect(reader.arrived).toHaveLength(ALL);
  const shown = mergeRows(reader.listings[0] ?? [], reader.arrived, ALL + 3);
  expect(shown.map(tokenOf)).toEqual(listed);
  figure('tail', `${ALL} matches at ${PER_SECOND}/s, cut ${CUTS} times: every row once, in order`);
});

describe('the tail', () => {
  test('first sends the current list, then new rows, with the same HTML as the page', async () => {
    await write({ ago: 3_600_000 }, {}, { url: 'https://shop.example/other' });
    const reader = subscriber('url=/tail/&limit=2&tz=Europe/Zagreb&cursor=o1-1');
    const { status, headers } = await reader.connect();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store, no-transform');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    await reader.until(() => reader.listings.length > 0, 5000);
    await write({ url: 'https://shop.example/tail/<script>alert(1)</script>' });
    await reader.until(() => reader.arrived.length > 0, 5000);
    expect(reader.listings.map((rows) => rows.length)).toEqual([2]);
    expect(reader.arrived).toHaveLength(1);
    const [row] = reader.arrived;
    const { body } = await sendRequest(port, '/_profiler?url=/tail/&limit=2&tz=Europe/Zagreb');
    expect(row?.html).toMatch(/^<tr /);
    expect(row?.html).not.toContain('<script');
    expect(body).toContain(row?.html ?? 'none');
  });

  test('sends each row once to every subscriber of a search, whenever it connected', async () => {
    const readers = [subscriber('limit=10'), subscriber('limit=20'), subscriber('limit=10')];
    for (const reader of readers) {
      await reader.connect();
      await write({}, {});
    }
    await write({ ago: 1500 });
    for (const { listings, arrived, until } of readers) {
      await until(() => (listings[0]?.length ?? 0) + arrived.length >= 7, 5000);
      const tokens = [...(listings[0] ?? []), ...arrived].map(tokenOf);
      expect([...new Set(tokens)]).toEqual(tokens);
      expect(tokens.length).toBe(7);
    }
  });

  test('sends the list again to a subscriber with an unknown position', async () => {
    await write({});
    const reader = subscriber('after=0123456789ab-17');
    await reader.connect();
    await reader.until(() => reader.listings.length > 0, 5000);
    expect(reader.listings[0]).toHaveLength(1);
  });

  test('rejects a search with a mistake, and too many subscribers', async () => {
    expect((await sendRequest(port, '/_profiler/tail?status=x')).status).toBe(400);
    const readers = Array.from({ length: 51 }, () => subscriber(''));
    const streams = [];
    for (const reader of readers) streams.push(await reader.connect());
    expect(streams.map(({ status }) => status)).toEqual([...Array(50).fill(200), 503]);
    // A HEAD request does not subscribe.
    expect((await sendRequest(port, '/_profiler/tail', { method: 'HEAD' })).status).toBe(200);
    streams[0]?.abort();
    await sleep(100);
    expect((await subscriber('').connect()).status).toBe(200);
  });

  test('polls the book only while there are subscribers, once for all of the same search', async () => {
    let polls = 0;
    const { search } = store;
    store = {
      ...store,
      search(criteria, options) {
        polls++;
        return search(criteria, options);
      },
    };
    const readers = Array.from({ length: 10 }, () => subscriber(''));
    const streams = await Promise.all(readers.map((reader) => reader.connect()));
    for (const { until, listings } of readers) await until(() => listings.length > 0, 5000);
    polls = 0;
    await sleep(1600);
    expect(polls).toBeGreaterThanOrEqual(1);
    expect(polls).toBeLessThanOrEqual(4);
    for (const stream of streams) stream.abort();
    await sleep(700);
    polls = 0;
    await sleep(1200);
    expect(polls).toBe(0);
  });

  test('reports a book that cannot be read, and continues when it can be read again', async () => {
    const reader = subscriber('');
    const errors: unknown[] = [];
    open.push(
      await openEventStream(port, '/_profiler/tail', '', ({ event, data }) => {
        if (event === 'trouble') errors.push(data);
      }),
    );
    await reader.connect();
    await reader.until(() => reader.listings.length > 0, 5000);
    const healthy = store;
    store = { ...store, search: async () => Promise.reject(new Error('disk is gone')) };
    await reader.until(() => errors.length > 0, 5000);
    store = healthy;
    await write({});
    await reader.until(() => errors.length > 1 && reader.arrived.length > 0, 10_000);
    expect(errors).toEqual(['disk is gone', null]);
    expect(reader.arrived).toHaveLength(1);
  });

  test('does not keep a closing server open', async () => {
    const { ended } = await subscriber('').connect();
    const closed = new Promise((resolve) => server.close(resolve));
    await ended;
    await closed;
  });
});

test('in an app, the tail flushes the queue before each poll and is not recorded', async () => {
  const app = createServer((_request, response) => response.end('app'));
  const book = gatebook(app, { storage: 'memory:' });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  port = (app.address() as AddressInfo).port;
  const reader = subscriber('');
  await reader.connect();
  await reader.until(() => reader.listings.length > 0, 5000);
  for (let n = 0; n < 3; n++) await sendRequest(port, `/ok?n=${n}`);
  await reader.until(() => reader.arrived.length >= 3, 5000);
  expect(reader.arrived.map(({ html }) => /title="[^"]*\?n=(\d)"/.exec(html)?.[1])).toEqual(['0', '1', '2']);
  for (const stream of open.splice(0)) stream.abort();
  await book.flush();
  expect((await (await book.store()).search(EVERYTHING)).entries).toHaveLength(3);
  const wrongKey = { authorization: 'Bearer wrong', host: 'example.com' };
  expect((await sendRequest(port, '/_profiler/tail', { headers: wrongKey })).body).toBe('app');
  app.close();
  await book.close();
});
