import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import { pageApp } from '../../test/support/page-app.ts';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { Cursor } from '../search/cursor.ts';
import { sampleProfile, T0 } from '../store/conformance/sample-profile.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import type { Page, Store } from '../store/store.ts';

const NO_MATCHES: Page = { entries: [], older: null, newer: null, searchedTo: null };
const cursor = (toward: Cursor['toward']): Cursor => ({ toward, time: T0, seq: 7 as Seq });

/** The page of an empty book with some methods of its store replaced. */
function pageOver(methods: Partial<Store>) {
  const store = { ...openMemoryStore(), ...methods };
  return pageApp({ base: '/_profiler', store: async () => store });
}

/** The text of a page. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

async function read(app: ReturnType<typeof pageOver>, path: string) {
  const html = await (await app.request(`http://127.0.0.1${path}`)).text();
  return { html, text: textOf(html) };
}

describe('a search that reached its time limit', () => {
  const searchedTo = T0 as Micros;

  test('says how far it searched, links to the rest and does not deny further matches', async () => {
    const app = pageOver({
      search: async () => ({ ...NO_MATCHES, older: cursor('older'), searchedTo }),
    });
    const { html, text } = await read(app, '/_profiler?q=.env&tz=Europe/Zagreb');
    expect(text).toContain('No results found yet Searched back to 06-Nov-2026 22:20:00 ; continue');
    expect(html).toMatch(
      /<a href="\/_profiler\?q=.env&amp;tz=Europe%2FZagreb&amp;cursor=o[^"]+" rel="next">continue<\/a>/,
    );
    expect(text).toContain('The search reached its time limit');
    expect(text).not.toMatch(/No matching requests|end of the list|have been recorded/);
  });

  test('says so next to the rows it found', async () => {
    const entries = [sampleProfile({ seq: 1 }).entry, sampleProfile({ seq: 2 }).entry];
    const app = pageOver({
      search: async () => ({ entries, older: cursor('older'), newer: null, searchedTo }),
    });
    const { text } = await read(app, '/_profiler?q=shop');
    expect(text).toContain('2 results found');
    expect(text).toContain('Searched back to 06-Nov-2026 21:20:00 ; continue');
  });

  test('toward newer says how far up it searched, and continues in that direction', async () => {
    const app = pageOver({
      search: async () => ({ ...NO_MATCHES, newer: cursor('newer'), older: cursor('older'), searchedTo }),
    });
    const { html, text } = await read(app, '/_profiler?cursor=n1-1');
    expect(text).toContain('Searched up to 06-Nov-2026 21:20:00 ; continue');
    expect(html).toMatch(/cursor=n[^"]+" rel="prev">continue</);
  });

  test('is not mentioned if the whole book was searched', async () => {
    const { text } = await read(pageOver({ search: async () => NO_MATCHES }), '/_profiler?q=.env');
    expect(text).toContain('No results found No matching requests. Remove a filter');
    expect(text).not.toContain('Searched');
  });

  test('does not deny sub-requests', async () => {
    const app = pageOver({
      get: async () => sampleProfile({ seq: 1 }),
      search: async () => ({ ...NO_MATCHES, searchedTo }),
    });
    const { text } = await read(app, '/_profiler/123456?panel=everything');
    expect(text).toContain('The search reached its time limit. Reload the page to try again.');
    expect(text).not.toContain('no sub-requests');
  });
});

test('aborts a search when the client disconnects', async () => {
  const signals: AbortSignal[] = [];
  let started = () => {};
  const searching = new Promise<void>((resolve) => {
    started = resolve;
  });
  const aborted = new Promise<Page>((resolve) => {
    setTimeout(resolve, 5000, NO_MATCHES).unref();
    const wait = setInterval(() => {
      if (!signals.some((signal) => signal.aborted)) return;
      clearInterval(wait);
      resolve(NO_MATCHES);
    }, 5);
  });
  const app = pageOver({
    async search(_criteria, { signal } = {}) {
      if (signal) signals.push(signal);
      started();
      return aborted;
    },
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, path: '/_profiler' });
  client.on('error', () => {});
  await searching;
  expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  client.destroy();
  await aborted;
  expect(signals.map((signal) => signal.aborted)).toEqual([true]);
  server.close();
});

test('an expired profile answers 410 with the time it expired', async () => {
  const app = pageOver({ get: async () => ({ expired: T0 }) });
  const response = await app.request('http://127.0.0.1/_profiler/123456');
  expect(response.status).toBe(410);
  expect(textOf(await response.text())).toContain('expired on 06-Nov-2026 21:20:00 UTC');
});

describe('a search with a mistake', () => {
  test('marks the invalid one of two equal parameters', async () => {
    const { html } = await read(pageOver({}), '/_profiler?status=200&status=x');
    expect(html).toContain('status=<mark>x</mark>');
  });

  test('gets a page of limited size, however many mistakes there are', async () => {
    for (const query of [`q=${'a:+'.repeat(5000)}`, `q=${'a:+'.repeat(660)}`, 'status=x&'.repeat(1600)]) {
      const { html } = await read(pageOver({}), `/_profiler?${query}`);
      expect(html).toContain('The search was not run');
      expect(html.length).toBeLessThan(100_000);
    }
  });
});
