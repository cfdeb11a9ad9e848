import { describe, expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import type { RecordingStats } from '../../src/serve/recording-stats.ts';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const PERIOD = '?q=since:2026-11-06T21:20Z+until:2026-11-06T22:19Z';
const STATS: RecordingStats = {
  recorded: 1234,
  stored: 1200,
  dropped: 30,
  held: 0,
  heldBytes: 0,
  drops: { memory: 30 },
  ignored: 0,
  droppedBodies: 0,
  faults: 4,
  restarts: 0,
};

async function pageOf(
  samples: readonly Omit<Sample, 'seq'>[],
  methods: Partial<Store> = {},
  stats?: RecordingStats,
) {
  const memory = openMemoryStore();
  const profiles = samples.map((sample, seq) => sampleProfile({ seq: seq + 1, ...sample }));
  await memory.write({ id: 'a', profiles });
  const store = { ...memory, ...methods };
  const app = pageApp({
    base: '/_profiler',
    store: async () => store,
    ...(stats && { stats: () => stats }),
  });
  const open = (path: string) => app.request(`http://127.0.0.1${path}`);
  return {
    store,
    read: async (query = PERIOD) => (await open(`/_profiler/overview${query}`)).text(),
    /** How many requests a link finds. */
    async countBehind(href: string) {
      const html = await (await open(`${href}&limit=1000`)).text();
      return Number(/<p class="count">(\d+) results? found/.exec(html)?.[1] ?? 0);
    },
  };
}

const times = (count: number, sample: Omit<Sample, 'seq'>) =>
  Array.from({ length: count }, (_, i) => ({ ...sample, time: (sample.time ?? T0) + i * 60e6 }));

const partOf = (html: string, id: string) =>
  new RegExp(`<section class="card" aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';
const rowsOf = (html: string) => [...html.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) => row);
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text,
  }));

const GROUP = 'TypeError: x * y at charge (src/pay.ts)';
const SHOP = [
  ...times(12, { route: '/users/:id', duration: 10_000 }),
  ...times(4, { route: '/pay', duration: 900_000, status: 500, error: 'TypeError', errorGroup: GROUP }),
  ...times(4, { route: '/pay', kind: 'error', parent: 13, error: 'TypeError', errorGroup: GROUP }),
  ...times(6, { url: 'https://shop.example/.env', status: 404, client: 'scanner', ip: '198.51.100.9' }),
  ...times(2, { url: 'https://shop.example/', client: 'scanner', ip: '198.51.100.9' }),
];

describe('Overview', () => {
  test('shows main requests by status class, with a table behind each plot', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const traffic = partOf(await read(), 'traffic');
    expect(textOf(traffic)).toMatch(/^24 requests 5xx 4 4xx 6 2xx 14|^24 requests 2xx 14 4xx 6 5xx 4/);
    expect(traffic).toContain('role="table"');
    const failed = links(traffic).find(({ text }) => text === '5xx 4')?.href ?? '';
    expect(await countBehind(failed)).toBe(4);
    const durations = partOf(await read(), 'durations');
    expect(durations).toContain('<path class="p90" d="M0.5 ');
    const rows = rowsOf(durations).map(textOf);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows[0]).toMatch(/^06-Nov-2026 21:20:00 \d+ /);
    const counted = rows.reduce((sum, row) => sum + Number(row.split(' ')[2]), 0);
    expect(counted).toBe(24);
  });

  test('lists routes, errors and scanners, and each leads to its requests', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read();
    const [pay = '', users = ''] = rowsOf(partOf(html, 'slow-routes'));
    expect(textOf(pay)).toMatch(/^GET \/pay 4 100 % (89|90)\d ms 3\.6 s$/);
    expect(textOf(users)).toMatch(/^GET \/users\/:id 12 /);
    expect(await countBehind(links(pay)[0]?.href ?? '')).toBe(4);
    const [error = ''] = rowsOf(partOf(html, 'errors'));
    expect(textOf(error)).toBe(`${GROUP} 4 06-Nov-2026 21:20:00 06-Nov-2026 21:23:00`);
    expect(await countBehind(links(error)[0]?.href ?? '')).toBe(4);
    const [scanner = ''] = rowsOf(partOf(html, 'scanners'));
    expect(textOf(scanner)).toBe('198.51.100.9 8 2 06-Nov-2026 21:25:00');
    expect(await Promise.all(links(scanner).map(({ href }) => countBehind(href)))).toEqual([8, 8, 2]);
    const more = links(html).map(({ href }) => href);
    const q = PERIOD.slice(3);
    expect(more).toContain(`/_profiler/routes?q=${q}`);
    expect(more).toContain(`/_profiler/clients?q=${q}+client:scanner`);
  });

  test('says what is wrong, and lists it first', async () => {
    const before = times(400, { time: T0 - 5 * 3600e6, route: '/users/:id' });
    const { read, countBehind } = await pageOf([...before, ...SHOP]);
    const html = await read();
    expect(textOf(html)).toContain('1 new error. A scanner got 2 responses with 2xx.');
    const findings = partOf(html, 'findings');
    expect(textOf(findings)).toMatch(
      /^Look at these first New TypeError: x \* y .* 4 requests Got through 198\.51\.100\.9 /,
    );
    const counts = links(findings).map(({ href }) => countBehind(href));
    expect(await Promise.all(counts)).toEqual([4, 2]);
    expect(textOf(await read('?q='))).toContain('Nothing unusual. (last 24 hours)');
    const unreadable = await pageOf(SHOP, { search: () => Promise.reject(new Error('no')) });
    expect(partOf(await unreadable.read(), 'findings')).toBe('');
  });

  test('counts jobs, and lists those that failed by their error', async () => {
    const failed = 'Error: The warehouse answered * at sync (src/stock.ts)';
    const jobs = [
      ...times(9, { kind: 'job', method: 'JOB', url: 'job:update-stock', operation: 'update-stock' }),
      ...times(3, { kind: 'job', method: 'JOB', status: 500, error: 'Error', errorGroup: failed }),
    ];
    const { read, countBehind } = await pageOf([...SHOP, ...jobs]);
    const html = await read();
    expect(textOf(partOf(html, 'traffic'))).toMatch(/^24 requests, 12 jobs .*5xx 7/);
    const [first = '', second = ''] = rowsOf(partOf(html, 'errors'));
    expect([textOf(first).slice(0, GROUP.length), textOf(second).slice(0, failed.length + 2)]).toEqual([
      GROUP,
      `${failed} 3`,
    ]);
    expect(await countBehind(links(second)[0]?.href ?? '')).toBe(3);
    expect(await countBehind(links(first)[0]?.href ?? '')).toBe(4);
    const ofJobs = await read(`${PERIOD}+kind:job`);
    expect(textOf(partOf(ofJobs, 'traffic'))).toMatch(/^12 jobs /);
    expect(partOf(ofJobs, 'durations')).toBe('');
    expect(textOf(partOf(ofJobs, 'slow-routes'))).toContain('No requests.');
    expect(textOf(await read('?q=kind:sub'))).toContain('Only main requests and jobs are counted here.');
  });

  test('counts the users who had an error', async () => {
    const failure = { status: 500, error: 'TypeError', errorGroup: GROUP };
    const ofUsers = (...users: string[]) =>
      users.map((user, i) => ({ ...failure, user, time: T0 + i * 1e6 }));
    const usersIn = async (page: Awaited<ReturnType<typeof pageOf>>) => {
      const [row = ''] = rowsOf(partOf(await page.read(), 'errors'));
      return /data-label="Users">([^<]*)</.exec(row)?.[1];
    };
    // The oldest one counts too, and requests without a user do not.
    expect(await usersIn(await pageOf(ofUsers('ana', 'bob', '', 'bob', 'eve')))).toBe('3');
    expect(await usersIn(await pageOf(ofUsers('ana')))).toBe('1');
    expect(await usersIn(await pageOf(ofUsers('', '')))).toBe(undefined);
    const many = Array.from({ length: 250 }, (_, i) => `user-${i}`);
    expect(await usersIn(await pageOf(ofUsers(...many.slice(0, 201))))).toBe('201');
    expect(await usersIn(await pageOf(ofUsers(...many)))).toBe('at least 201');
    expect(await usersIn(await pageOf(ofUsers(...Array(250).fill('ana'))))).toBe('at least 1');
    const failing = await pageOf(ofUsers('ana', 'bob'), {
      search: async () => {
        throw new Error('too slow');
      },
    });
    expect(await usersIn(failing)).toBe(undefined);
  });

  test('says what is missing from the book', async () => {
    const { read } = await pageOf(SHOP, {}, STATS);
    expect(textOf(partOf(await read(), 'recording'))).toBe(
      'Recording Since this process started, 1,234 profiles were recorded , and 34 are missing from the book .',
    );
    const complete = await pageOf(SHOP, {}, { ...STATS, dropped: 0, faults: 0 });
    expect(textOf(partOf(await complete.read(), 'recording'))).toContain('none is missing');
    expect(partOf(await (await pageOf(SHOP)).read(), 'recording')).toBe('');
  });

  test('hostile values are text', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\u202e';
    const html = await (
      await pageOf([{ route: `/${hostile}`, error: 'E', errorGroup: hostile, status: 500 }])
    ).read();
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;\\u{202e}');
  });

  test('says so if nothing was found, or not everything was counted', async () => {
    expect(textOf(await (await pageOf([])).read(''))).toContain('No requests have been recorded yet.');
    expect(textOf(await (await pageOf(SHOP)).read('?q=status:599'))).toContain('No matching requests.');
    const { store } = await pageOf(SHOP);
    const partial = await pageOf([], {
      ...store,
      survey: async (...query) => ({ ...(await store.survey(...query)), searchedTo: T0 as Micros }),
      groups: async (...query) => ({ ...(await store.groups(...query)), searchedTo: T0 as Micros }),
    });
    const text = textOf(await partial.read());
    expect(text).toContain('24+ requests');
    expect(text).toContain('Counted back to 06-Nov-2026 21:20:00');
    expect(text).toContain('so older ones are missing');
  });

  test('a store that fails keeps the search, and can be tried again', async () => {
    const { read } = await pageOf([], {
      survey: async () => {
        throw new Error('disk <gone>');
      },
    });
    const html = await read('?q=status:5xx');
    expect(html).toContain('disk &lt;gone&gt;');
    expect(links(html)).toContainEqual({ href: '/_profiler/overview?q=status:5xx', text: 'Try again' });
  });
});
