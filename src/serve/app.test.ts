import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import type { Cursor } from '../search/cursor.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { sampleProfile, T0 } from '../store/sample-profile.ts';
import type { Page, Store } from '../store/store.ts';
import { createApp } from './app.tsx';

const NOWHERE: Page = { entries: [], older: null, newer: null, searchedTo: null };
const cursor = (toward: Cursor['toward']): Cursor => ({ toward, time: T0, seq: 7 as Seq });

/** The page over a book that answers searches so. */
function pageOver(answer: Partial<Store>) {
  const store = { ...openMemoryStore(), ...answer };
  return createApp({ base: '/_profiler', store: async () => store });
}

/** The words of a page, as they are read. */
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

async function read(app: ReturnType<typeof pageOver>, path: string) {
  const html = await (await app.request(`http://127.0.0.1${path}`)).text();
  return { html, text: words(html) };
}

describe('a search that ran out of its time', () => {
  const searchedTo = T0 as Micros;

  test('says how far it looked and leads on, and claims nothing of the rest', async () => {
    const app = pageOver({
      search: async () => ({ ...NOWHERE, older: cursor('older'), searchedTo }),
    });
    const { html, text } = await read(app, '/_profiler?q=.env&tz=Europe/Zagreb');
    expect(text).toContain('No results found yet searched back to 06-Nov-2026 22:20:00 continue');
    expect(html).toMatch(
      /<a href="\/_profiler\?q=.env&amp;tz=Europe%2FZagreb&amp;cursor=o[^"]+" rel="next">continue<\/a>/,
    );
    expect(text).toContain('The time for one search ran out');
    expect(text).not.toMatch(/No recorded request|end of the listing|Nothing has been recorded/);
  });

  test('says so beside the rows it found', async () => {
    const entries = [sampleProfile({ seq: 1 }).entry, sampleProfile({ seq: 2 }).entry];
    const app = pageOver({
      search: async () => ({ entries, older: cursor('older'), newer: null, searchedTo }),
    });
    const { text } = await read(app, '/_profiler?q=shop');
    expect(text).toContain('2 results found searched back to 06-Nov-2026 21:20:00 continue');
  });

  test('toward newer says up to where, and continues that way', async () => {
    const app = pageOver({
      search: async () => ({ ...NOWHERE, newer: cursor('newer'), older: cursor('older'), searchedTo }),
    });
    const { html, text } = await read(app, '/_profiler?cursor=n1-1');
    expect(text).toContain('searched up to 06-Nov-2026 21:20:00 continue');
    expect(html).toMatch(/cursor=n[^"]+" rel="prev">continue</);
  });

  test('is not spoken of when everything was looked at', async () => {
    const { text } = await read(pageOver({ search: async () => NOWHERE }), '/_profiler?q=.env');
    expect(text).toContain('No results found UTC No recorded request meets all of these criteria');
    expect(text).not.toContain('searched');
  });

  test('does not deny sub-requests it did not look for', async () => {
    const app = pageOver({
      get: async () => sampleProfile({ seq: 1 }),
      search: async () => ({ ...NOWHERE, searchedTo }),
    });
    const { text } = await read(app, '/_profiler/123456');
    expect(text).toContain('The book was not searched through in time');
    expect(text).not.toContain('no sub-requests');
  });
});

test('a search is called off when the reader goes away', async () => {
  const signals: AbortSignal[] = [];
  let begun = () => {};
  const searching = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const calledOff = new Promise<Page>((resolve) => {
    setTimeout(resolve, 5000, NOWHERE).unref();
    const wait = setInterval(() => {
      if (!signals.some(({ aborted }) => aborted)) return;
      clearInterval(wait);
      resolve(NOWHERE);
    }, 5);
  });
  const app = pageOver({
    async search(_criteria, { signal } = {}) {
      if (signal) signals.push(signal);
      begun();
      return calledOff;
    },
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, path: '/_profiler' });
  reader.on('error', () => {});
  await searching;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  reader.destroy();
  await calledOff;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  server.close();
});

test('a profile that was there once is said to be gone, and since when', async () => {
  const app = pageOver({ get: async () => ({ expired: T0 }) });
  const answer = await app.request('http://127.0.0.1/_profiler/123456');
  expect(answer.status).toBe(410);
  expect(words(await answer.text())).toContain('expired on 06-Nov-2026 21:20:00 UTC');
});

describe('a mistaken search', () => {
  test('marks the parameter that is wrong when one is given twice', async () => {
    const { html } = await read(pageOver({}), '/_profiler?status=200&status=x');
    expect(html).toContain('status=<mark>x</mark>');
  });

  test('is answered in a page of bounded size, however much is wrong', async () => {
    for (const query of [`q=${'a:+'.repeat(5000)}`, `q=${'a:+'.repeat(660)}`, 'status=x&'.repeat(1600)]) {
      const { html } = await read(pageOver({}), `/_profiler?${query}`);
      expect(html).toContain('The search was not run');
      expect(html.length).toBeLessThan(100_000);
    }
  });
});
