import { describe, expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const HOUR = 3600e6;
/** The hour from T0 on. */
const PERIOD = '?q=since:2026-11-06T21:20Z+until:2026-11-06T22:19Z';

async function pageOf(samples: readonly Omit<Sample, 'seq'>[], methods: Partial<Store> = {}) {
  const memory = openMemoryStore();
  const profiles = samples.map((sample, seq) => sampleProfile({ seq: seq + 1, ...sample }));
  await memory.write({ id: 'a', profiles });
  const store = { ...memory, ...methods };
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const open = async (path: string) => (await app.request(`http://127.0.0.1${path}`)).text();
  return {
    store,
    read: (query = '') => open(`/_profiler/routes${query}`),
    /** How many requests a link finds. */
    async countBehind(href: string) {
      const html = await open(`${href}&limit=1000`);
      return Number(/<p class="count">(\d+) results? found/.exec(html)?.[1] ?? 0);
    },
  };
}

const times = (count: number, sample: Omit<Sample, 'seq'>) =>
  Array.from({ length: count }, (_, i) => ({ ...sample, time: (sample.time ?? T0) + i * 1e6 }));

const releasesIn = (html: string) => /<p class="compared">Release.*?<\/p>/s.exec(html)?.[0] ?? '';
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: textOf(text),
  }));

describe('Releases', () => {
  const before = times(30, { time: T0 - HOUR, release: '1' });
  const old = times(30, { release: '1' });
  const current = times(20, { time: T0 + 600e6, release: '2' });

  test('are named if they began in the time of the search, and lead to their requests', async () => {
    const { read, countBehind } = await pageOf([
      ...before,
      ...old,
      ...current,
      ...times(5, { time: T0 + 1200e6, release: '2.*' }),
    ]);
    const html = await read(PERIOD);
    expect(textOf(releasesIn(html))).toBe(
      'Release 2 began 06-Nov-2026 21:30:00 . Release 2.* began 06-Nov-2026 21:40:00 .',
    );
    const found = links(releasesIn(html));
    expect(found.map(({ text }) => text)).toEqual(['2', '2.*']);
    expect(await Promise.all(found.map(({ href }) => countBehind(href)))).toEqual([20, 5]);
    // Without a start, the first one of the book is not named.
    const all = textOf(releasesIn(await read()));
    expect(all).toContain('Release 2 began');
    expect(all).not.toContain('Release 1 ');
  });

  test('are not named if there is only one, or if they ran before', async () => {
    expect(releasesIn(await (await pageOf([...before, ...current])).read(PERIOD))).toBe('');
    const both = await pageOf([
      ...before,
      ...old,
      ...times(9, { time: T0 - 60e6, release: '2' }),
      ...current,
    ]);
    expect(releasesIn(await both.read(PERIOD))).toBe('');
  });

  test('that are not known in time are left out', async () => {
    const { store } = await pageOf([...before, ...old, ...current]);
    const failing = await pageOf([], {
      ...store,
      search: async () => {
        throw new Error('too slow');
      },
    });
    const html = await failing.read(PERIOD);
    expect(releasesIn(html)).toBe('');
    expect(textOf(html)).toContain('1 route, 50 requests');
  });

  test('have names that are text', async () => {
    const { read } = await pageOf([...old, ...times(3, { time: T0 + 600e6, release: '<img src=x>\u202e' })]);
    const html = await read(PERIOD);
    expect(html).not.toContain('<img');
    expect(textOf(releasesIn(html))).toContain('began 06-Nov-2026 21:30:00');
  });
});
