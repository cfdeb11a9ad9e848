import { describe, expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const HOUR = 3600e6;
/** The hour from T0 on, and the hour before it. */
const NOW = `since:${iso(T0)} until:${iso(T0 + HOUR - 1e6)}`;
const PERIOD = `?q=${encodeURIComponent(NOW)}`;

function iso(micros: number): string {
  return `${new Date(micros / 1000).toISOString().slice(0, 19)}Z`;
}

async function pageOf(samples: readonly Omit<Sample, 'seq'>[]) {
  const store = openMemoryStore();
  const profiles = samples.map((sample, seq) => sampleProfile({ seq: seq + 1, ...sample }));
  await store.write({ id: 'a', profiles });
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const open = (path: string) => app.request(`http://127.0.0.1${path}`);
  const read = async (query = '') => (await open(`/_profiler/routes${query}`)).text();
  /** How many requests a link finds. */
  const countBehind = async (href: string) => {
    const html = await (await open(`${href}&limit=1000`)).text();
    return Number(/<p class="count">(\d+) results? found/.exec(html)?.[1] ?? 0);
  };
  return { read, countBehind };
}

/** Requests to a route with the same values, a second apart. */
const times = (count: number, sample: Omit<Sample, 'seq'>) =>
  Array.from({ length: count }, (_, i) => ({ ...sample, time: (sample.time ?? T0) + i * 1e6 }));

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*><th scope="row".*?<\/tr>/gs)].map(([row]) => row);
const rowOf = (html: string, name: string) => rowsOf(html).find((row) => textOf(row).includes(name)) ?? '';
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: textOf(text),
  }));

describe('one route', () => {
  const asked = `${PERIOD}${encodeURIComponent(' route:/search method:GET')}`;
  const partOf = (html: string, id: string) =>
    textOf(
      new RegExp(`<section class="card[^"]*" aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0] ??
        '',
    );
  const before = [
    ...times(1, { time: T0 - 10 * HOUR }),
    ...times(60, { time: T0 - HOUR, route: '/search', duration: 8000, release: '1' }),
    ...times(30, { time: T0 + 1, route: '/search', duration: 8000, release: '1' }),
  ];
  const now = times(60, { time: T0 + 600e6, route: '/search', duration: 300_000, release: '2' });

  test('says how it changed, since which release, and shows its durations and requests', async () => {
    const { read, countBehind } = await pageOf([...before, ...now, ...times(5, { route: '/other' })]);
    const html = await read(asked);
    expect(textOf(/<h1.*?<\/h1>/s.exec(html)?.[0] ?? '')).toBe('GET /search');
    expect(textOf(html)).toMatch(/Slower p90 (8|7\.9\d|8\.0\d) ms → (29|30)\d ms since 2 /);
    expect(partOf(html, 'requests')).toBe('Requests 90 was 60');
    expect(partOf(html, 'p90')).toMatch(/^p90 duration (29|30)\d ms ▲ was/);
    expect(partOf(html, 'durations')).toContain('Release 2 began');
    expect(partOf(html, 'in-common')).toMatch(
      /^What the 60 over 12(\.\d)? ms have in common .* release 2 100 % 0 % /,
    );
    const all = links(html).find(({ text }) => text === 'Show all 90');
    expect(await countBehind(all?.href ?? '')).toBe(90);
  });

  test('asks what its failures have in common', async () => {
    const failed = times(6, { time: T0 + 900e6, route: '/search', status: 500, user: 'erin', release: '1' });
    const { read } = await pageOf([...before, ...failed]);
    expect(partOf(await read(asked), 'in-common')).toMatch(
      /^What the 6 with 5xx .* user erin 100 % 0 % Only this$/,
    );
  });

  test('a folded path has a page, a pattern lists the routes', async () => {
    const { read } = await pageOf([
      ...times(40, { route: '/users/:id' }),
      ...times(4, { route: '/users/:id', method: 'POST' }),
      ...times(5, { url: 'https://shop.example/photos/17.jpg?size=2', status: 404 }),
    ]);
    const one = rowOf(await read(PERIOD), '/photos/*.jpg');
    const href = links(one)[0]?.href ?? '';
    const html = await read(href.slice(href.indexOf('?')));
    expect(textOf(/<h1.*?<\/h1>/s.exec(html)?.[0] ?? '')).toBe('GET /photos/*.jpg');
    expect(partOf(html, 'requests')).toContain('Requests 5');
    expect(textOf(await read(`${PERIOD}${encodeURIComponent(' route:/users/*')}`))).toContain(
      '2 routes, 44 requests',
    );
  });
});
