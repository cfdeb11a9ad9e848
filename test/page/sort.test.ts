import { describe, expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const SAMPLES: readonly Sample[] = [5, 900, 30, 900, 1].map((duration, seq) => ({
  seq,
  duration: duration * 1000,
  time: T0 - seq,
  method: seq === 3 ? 'POST' : 'GET',
}));

async function pageOf(methods: Partial<Store> = {}) {
  const memory = openMemoryStore();
  await memory.write({ id: 'a', profiles: SAMPLES.map(sampleProfile) });
  const store = { ...memory, ...methods };
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const open = (path: string) => app.request(`http://127.0.0.1/_profiler${path}`);
  return { store, open, read: async (path: string) => (await open(path)).text() };
}

const durations = (html: string) =>
  [...html.matchAll(/<td class="duration"[^>]*><a [^>]*>([^<]*)/g)].map(([, text]) => text);
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('sort:duration', () => {
  test('lists the slowest first with their duration, and links back to the newest', async () => {
    const { read } = await pageOf();
    const html = await read('?q=sort:duration&limit=3&tz=Europe/Zagreb');
    expect(durations(html)).toEqual(['900 ms', '900 ms', '30 ms']);
    expect(textOf(html)).toContain('3 results found Newest first');
    expect(html).toContain('aria-sort="descending"');
    expect(html).toContain('<a href="/_profiler?limit=3&amp;tz=Europe/Zagreb">Newest first</a>');
    expect(hrefs(html).some((href) => href.includes('cursor='))).toBe(false);
    expect(hrefs(html)).toContain('/_profiler/export.csv?tz=Europe%2FZagreb');
    expect(durations(await read('?q=sort:duration+method:POST'))).toEqual(['900 ms']);
    expect(durations(await read('?sort=duration'))).toHaveLength(5);
  });

  test('has further pages, and the one before', async () => {
    const { read } = await pageOf();
    const page = async (path: string) => {
      const html = await read(path);
      const pages = /<nav class="pages".*?<\/nav>/s.exec(html)?.[0] ?? '';
      return { shown: durations(html), links: hrefs(pages) };
    };
    expect(await page('?q=sort:duration&limit=2')).toEqual({
      shown: ['900 ms', '900 ms'],
      links: ['/_profiler?q=sort%3Aduration&limit=2&skip=2'],
    });
    expect(await page('?q=sort:duration&limit=2&skip=3')).toEqual({
      shown: ['5 ms', '1 ms'],
      links: ['/_profiler?q=sort%3Aduration&limit=2&skip=1'],
    });
    expect((await page('?q=sort:duration&skip=99')).shown).toEqual([]);
  });

  test('is offered above the list and in the heading of the duration', async () => {
    const { read } = await pageOf();
    const html = await read('?q=method:GET&cols=duration');
    const href = '/_profiler?q=method:GET+sort:duration&cols=duration';
    expect(hrefs(html).filter((other) => other === href)).toHaveLength(2);
    expect(html).not.toContain('aria-sort');
  });

  test('says since when requests were compared if time ran out', async () => {
    const { store } = await pageOf();
    const { read } = await pageOf({
      slowest: async (terms, limit) => ({ ...(await store.slowest(terms, limit)), searchedTo: T0 as Micros }),
    });
    expect(textOf(await read('?q=sort:duration'))).toContain(
      'Only requests since 06-Nov-2026 21:20:00 were compared: the search reached its time limit.',
    );
  });

  test('is refused where it has no meaning, with the reason', async () => {
    const { open } = await pageOf();
    for (const [path, reason] of [
      ['/export.csv?q=sort:duration', /cannot be sorted/],
      ['/tail?q=sort:duration', /cannot be followed live/],
      ['?q=sort:duration&cursor=ogx3k2v9q4-1f', /start at a cursor/],
      ['?q=sort:size', /cannot be sorted by/],
    ] as const) {
      const response = await open(path);
      expect(response.status).toBe(400);
      expect(textOf(await response.text())).toMatch(reason);
    }
  });
});
