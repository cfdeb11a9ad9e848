import { describe, expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const HOUR = 3600e6;
/** The hour from T0 on, and the hour before it. */
const NOW = `since:${iso(T0)} until:${iso(T0 + HOUR - 1e6)}`;
const PERIOD = `?q=${encodeURIComponent(NOW)}`;

function iso(micros: number): string {
  return `${new Date(micros / 1000).toISOString().slice(0, 19)}Z`;
}

async function pageOf(samples: readonly Omit<Sample, 'seq'>[], methods: Partial<Store> = {}) {
  const memory = openMemoryStore();
  const profiles = samples.map((sample, seq) => sampleProfile({ seq: seq + 1, ...sample }));
  await memory.write({ id: 'a', profiles });
  const store = { ...memory, ...methods };
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const open = (path: string) => app.request(`http://127.0.0.1${path}`);
  const read = async (query = '') => (await open(`/_profiler/routes${query}`)).text();
  /** How many requests a link finds. */
  const countBehind = async (href: string) => {
    const html = await (await open(`${href}&limit=1000`)).text();
    return Number(/<p class="count">(\d+) results? found/.exec(html)?.[1] ?? 0);
  };
  return { store, open, read, countBehind };
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
const cell = (row: string, label: string) =>
  new RegExp(`<td [^>]*data-label="${label}".*?</td>`, 's').exec(row)?.[0] ?? '';

const SHOP = [
  ...times(30, {
    route: '/users/:id',
    url: 'https://shop.example/users/1',
    duration: 10_000,
    queries: 3,
    queryTime: 2000,
  }),
  ...times(10, { route: '/users/:id', url: 'https://shop.example/users/2', duration: 200_000, status: 500 }),
  ...times(4, { route: '/users/:id', url: 'https://shop.example/users/3', method: 'POST', status: 422 }),
  ...times(5, { url: 'https://shop.example/photos/17.jpg?size=2', status: 404 }),
  ...times(2, { url: 'https://shop.example/', duration: 5e6 }),
  ...times(3, { route: '/users/:id', url: 'https://shop.example/users/9', kind: 'sub', parent: 1 }),
];

describe('Routes', () => {
  test('lists method and route or folded path, by total time', async () => {
    const { read } = await pageOf(SHOP);
    const html = await read(PERIOD);
    expect(
      rowsOf(html).map((row) => textOf(/<span class="route".*?<\/span> .*?<\/span>/s.exec(row)?.[0] ?? '')),
    ).toEqual(['GET /', 'GET /users/:id', 'GET /photos/*.jpg', 'POST /users/:id']);
    const users = rowOf(html, 'GET /users/:id');
    expect(textOf(cell(users, 'Requests'))).toBe('40');
    expect(textOf(cell(users, '5xx'))).toBe('25 %');
    expect(textOf(cell(users, '4xx'))).toBe('0 %');
    expect(textOf(cell(users, 'p50'))).toMatch(/^(9\.9\d*|10|10\.\d+) ms$/);
    expect(textOf(cell(users, 'p90'))).toMatch(/^(19\d|20\d) ms$/);
    expect(textOf(cell(users, 'Queries'))).toBe('2.3 1.5 ms');
    expect(textOf(cell(users, 'Total'))).toMatch(/^2\.3 s \d+ %$/);
    expect(textOf(html)).toContain('4 routes, 51 requests');
  });

  test('every figure opens the requests that it counts', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read(PERIOD);
    const behind = async (row: string, label: string) => countBehind(links(cell(row, label))[0]?.href ?? '');
    for (const [name, requests] of [
      ['GET /users/:id', 40],
      ['POST /users/:id', 4],
      ['GET /photos/*.jpg', 5],
      ['GET / ', 2],
    ] as const) {
      const row = rowOf(html, name);
      expect(await behind(row, 'Requests'), name).toBe(requests);
      expect(await behind(row, 'Total'), name).toBe(requests);
      expect(links(row)[0]?.href, name).toMatch(/^\/_profiler\/routes\?q=/);
    }
    const users = rowOf(html, 'GET /users/:id');
    expect(await behind(users, '5xx')).toBe(10);
    expect(await behind(users, 'p90')).toBe(10);
    expect(await behind(users, 'p50')).toBe(40);
    expect(await behind(users, 'Queries')).toBe(30);
    expect(await behind(rowOf(html, 'POST /users/:id'), '4xx')).toBe(4);
    expect(links(cell(users, '4xx'))).toEqual([]);
    const slowest = links(users).find(({ text }) => text === 'Slowest requests')?.href ?? '';
    expect(decodeURIComponent(slowest)).toContain('route:/users/:id+method:GET+kind:main+sort:duration');
    expect(await countBehind(slowest)).toBe(40);
  });

  test('shares the search, its filters and its time range with the other pages', async () => {
    const { read, open } = await pageOf(SHOP);
    const html = await read(`?q=method:POST+${encodeURIComponent(NOW)}&order=p90`);
    expect(rowsOf(html)).toHaveLength(1);
    const hrefs = links(html).map(({ href }) => href);
    const q = `method:POST+${encodeURIComponent(NOW).replaceAll('%3A', ':').replaceAll('%20', '+')}`;
    expect(hrefs).toContain(`/_profiler?q=${q}`);
    expect(hrefs).toContain('/_profiler/routes?q=method:POST+since:24h&order=p90');
    expect(html).toContain('aria-label="Remove filter: method POST"');
    const sent = await open('/_profiler/routes?shown=&q=&status=5xx&order=p90');
    expect(sent.headers.get('location')).toBe('/_profiler/routes?q=status:5xx&order=p90');
  });

  test('sorts by what the address says', async () => {
    const { read } = await pageOf(SHOP);
    const first = async (order: string) => textOf(rowsOf(await read(`${PERIOD}&order=${order}`))[0] ?? '');
    expect(await first('requests')).toMatch(/^GET \/users\/:id/);
    expect(await first('5xx')).toMatch(/^GET \/users\/:id/);
    expect(await first('4xx')).toMatch(/^(GET \/photos|POST)/);
    expect(await first('queries')).toMatch(/^GET \/users\/:id/);
    for (const order of ['time', 'p50', 'p90', 'p99', 'constructor', 'nonsense'])
      expect(await first(order), order).toMatch(/^GET \/ /);
    const html = await read(`${PERIOD}&order=p99`);
    expect(html.match(/aria-sort="descending"/g)).toHaveLength(1);
  });

  test('more routes than fit share the last row', async () => {
    const { read } = await pageOf(
      Array.from({ length: 130 }, (_, i) => ({ route: `/page/${'x'.repeat(i)}`, duration: 1e6 - i * 1000 })),
    );
    const rows = rowsOf(await read(PERIOD));
    expect(rows).toHaveLength(101);
    expect(textOf(rows[100] ?? '')).toMatch(/^30 other routes 30 /);
    expect(links(rows[100] ?? '')).toEqual([]);
  });

  test('hostile values are text', async () => {
    const hostile = '/<img src=x onerror=alert(1)>"\u202e&';
    const { read, countBehind } = await pageOf([
      { route: hostile, method: 'GET' },
      { url: `https://shop.example/<script>alert(1)</script>`, method: 'GET' },
      { route: '/\u0000' },
    ]);
    const html = await read(PERIOD);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;\\u{202e}&amp;');
    for (const row of rowsOf(html)) {
      const [link] = links(cell(row, 'Requests'));
      if (link) expect(await countBehind(link.href)).toBe(1);
    }
    expect(links(rowOf(html, '\\u{0}'))).toEqual([]);
  });
});

describe('the period before', () => {
  const before = T0 - HOUR;
  const fast = { route: '/pay', duration: 40_000 };
  const slow = { route: '/pay', duration: 120_000 };

  test('a route that became slower and fails more often is marked, with the figures before', async () => {
    const { read, countBehind, open } = await pageOf([
      ...times(30, { ...fast, time: before }),
      ...times(20, slow),
      ...times(20, { ...slow, status: 500 }),
      ...times(25, { route: '/same', time: before }),
      ...times(25, { route: '/same' }),
      ...times(2, { route: '/new' }),
    ]);
    const html = await read(PERIOD);
    const pay = rowOf(html, '/pay');
    expect(textOf(cell(pay, 'Requests'))).toBe('40 was 30');
    expect(textOf(cell(pay, '5xx'))).toBe('50 % ▲ was 0 %');
    expect(textOf(cell(pay, 'p90'))).toMatch(/^1[12]\d ms ▲ was (39\.\d|40|40\.\d) ms$/);
    expect(rowOf(html, '/same')).not.toContain('was');
    expect(textOf(cell(rowOf(html, '/new'), 'Requests'))).toBe('2 new');
    expect(textOf(html)).toContain('Compared with the 60 min before');
    expect(textOf(html)).toContain('▲ 1 route is slower or fails more often.');
    expect(textOf(pay)).toContain('Slower');
    const changed = links(html).find(({ text }) => text === 'Most changed first')?.href ?? '';
    expect(changed).toMatch(/&order=change$/);
    expect(rowsOf(await read(`${PERIOD}&order=change`))[0]).toContain('/pay');
    const period = links(html).find(({ text }) => text === 'the 60 min before')?.href ?? '';
    expect(await countBehind(period.replace('/routes', ''))).toBe(55);
    expect(textOf(await (await open(period)).text())).toContain('2 routes, 55 requests');
  });

  test('says when it began, if the requests show it', async () => {
    const every = (from: number, count: number, sample: Omit<Sample, 'seq'>) =>
      Array.from({ length: count }, (_, i) => ({ ...sample, time: from + i * 30e6 }));
    const { read } = await pageOf([
      ...every(before, 120, fast),
      ...every(T0, 60, fast),
      ...every(T0 + HOUR / 2, 60, slow),
    ]);
    expect(textOf(rowOf(await read(PERIOD), '/pay'))).toContain('Slower since 06-Nov-2026 21:50:00');
  });

  test('a few requests, or a small change, are not marked', async () => {
    const { read } = await pageOf([
      ...times(30, { ...fast, time: before }),
      ...times(30, { ...fast, duration: 50_000 }),
      ...times(5, { route: '/rare', time: before }),
      ...times(5, { route: '/rare', duration: 900_000, status: 500 }),
    ]);
    const html = await read(PERIOD);
    expect(html).not.toContain('▲');
    expect(textOf(cell(rowOf(html, '/rare'), '5xx'))).toBe('100 %');
  });

  test('is not compared without a time range, or if it has no requests', async () => {
    const { read } = await pageOf([...times(3, slow)]);
    const all = await read();
    expect(textOf(all)).toContain('To compare with the period before, choose a time range');
    expect(links(all).map(({ href }) => href)).toContain('/_profiler/routes?q=since:24h');
    const html = await read(PERIOD);
    expect(textOf(html)).toContain('Not compared with the 60 min before , which has no matching requests.');
    expect(textOf(rowOf(html, '/pay'))).not.toContain('was');
  });

  test('is not compared if the book began inside it', async () => {
    const { read } = await pageOf([...times(30, { ...fast, time: before + 60e6 }), ...times(30, slow)]);
    const html = await read(PERIOD);
    expect(textOf(html)).toContain('Not compared with the 60 min before : the book began inside it.');
    expect(html).not.toContain('▲');
  });

  test('says so if it could not be counted', async () => {
    const { store } = await pageOf([...times(3, slow), ...times(3, { ...slow, time: before })]);
    for (const failure of ['fails', 'is partial']) {
      let calls = 0;
      const { read } = await pageOf([], {
        async groups(...query) {
          const groups = await store.groups(...query);
          if (calls++ === 0) return groups;
          if (failure === 'fails') throw new Error('too slow');
          return { ...groups, searchedTo: before as Micros };
        },
      });
      const html = await read(PERIOD);
      expect(textOf(html)).toContain(
        'Not compared with the 60 min before , which could not be counted in time.',
      );
      expect(textOf(cell(rowOf(html, '/pay'), 'Requests'))).toBe('3');
    }
  });
});

describe('states', () => {
  test('an empty book and a search without matches say what to do', async () => {
    const empty = await pageOf([]);
    expect(textOf(await empty.read())).toContain('No requests have been recorded yet.');
    const { read } = await pageOf(times(1, {}));
    expect(textOf(await read('?q=status:599'))).toContain('No matching requests.');
  });

  test('says since when requests were counted if time ran out, and does not compare', async () => {
    const { store } = await pageOf(SHOP);
    const { read } = await pageOf([], {
      groups: async (...query) => ({ ...(await store.groups(...query)), searchedTo: (T0 + 5e6) as Micros }),
    });
    const html = await read(PERIOD);
    expect(textOf(html)).toContain('Counted back to 06-Nov-2026 21:20:05 . Counting reached its time limit');
    expect(textOf(html)).toContain('4+ routes, 51+ requests');
    expect(html).not.toContain('class="compared"');
  });

  test('a store that fails keeps the search, and can be tried again', async () => {
    const { read } = await pageOf([], {
      groups: async () => {
        throw new Error('disk <gone>');
      },
    });
    const html = await read('?q=status:5xx');
    expect(html).toContain('role="alert"');
    expect(html).toContain('disk &lt;gone&gt;');
    expect(links(html)).toContainEqual({ href: '/_profiler/routes?q=status:5xx', text: 'Try again' });
  });
});
