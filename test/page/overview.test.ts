import { describe, expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import type { BookStats, RecordingStats } from '../../src/serve/recording-stats.ts';
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
  allStats?: () => Promise<BookStats>,
) {
  const memory = openMemoryStore();
  const profiles = samples.map((sample, seq) => sampleProfile({ seq: seq + 1, ...sample }));
  await memory.write({ id: 'a', profiles });
  const store = { ...memory, ...methods };
  const app = pageApp({
    base: '/_profiler',
    store: async () => store,
    ...(allStats && { allStats }),
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
  new RegExp(`<section class="card[^"]*" aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';
/** The text of a tile. */
const tile = (html: string, id: string) => textOf(partOf(html, id));
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
  test('shows how many requests there were, how many failed, and how long they took', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read();
    expect(tile(html, 'requests')).toBe('Requests 24 At most 8 in 2 min, from 06-Nov-2026 21:20:00');
    expect(tile(html, 'failed')).toMatch(/^Failed \(5xx\) 17 % At most /);
    expect(tile(html, 'p90')).toMatch(/^p90 duration (89|90)\d ms At most /);
    expect(tile(html, 'loop-delay')).toBe('Event-loop delay, p99 – not measured');
    const [failed] = links(partOf(html, 'failed'));
    expect(await countBehind(failed?.href ?? '')).toBe(4);
    const [all] = links(partOf(html, 'requests'));
    expect(await countBehind(all?.href ?? '')).toBe(24);
  });

  test('names many health checks, and leaves them out of percentiles', async () => {
    const check = { client: 'monitor', url: 'https://shop.example/healthz', duration: 100 } as const;
    const ready = { ...check, url: 'https://shop.example/ready?full=1' };
    const people = times(60, { route: '/users/:id', duration: 10_000 });
    const { read, countBehind } = await pageOf([...people, ...times(40, check), ...times(20, ready)]);
    const html = await read();
    const sentence = /<p class="health-checks">Health checks.*?<\/p>/.exec(html)?.[0] ?? '';
    expect(textOf(sentence)).toBe(
      'Health checks are 50 % of these requests. Hide them . Or record none: ignore: { paths: [&#39;/healthz&#39;, &#39;/ready&#39;] }',
    );
    expect(tile(html, 'p90')).toMatch(/^p90 duration, without monitors (9\.9\d|10) ms/);
    const hidden = links(sentence)[0]?.href ?? '';
    expect(hidden).toContain('/overview?');
    expect(await countBehind(hidden.replace('/overview', ''))).toBe(60);
    expect(await (await pageOf([...people, ...times(15, check)])).read()).not.toContain('Health checks');
  });

  test.each([
    ['the page of the site', 'https://shop.example/'],
    ['a path that would end the line', "https://shop.example/x'],x/healthz"],
  ])('names no option for health checks that ask for %s', async (_what, url) => {
    const { read } = await pageOf([
      ...times(60, { client: 'monitor', url }),
      ...times(60, { client: 'monitor', url }),
    ]);
    const sentence = /<p class="health-checks">Health checks.*?<\/p>/.exec(await read())?.[0] ?? '';
    expect(textOf(sentence)).toBe(
      'Health checks are 100 % of these requests. Hide them . Give them a path of their own, such as /healthz: ignore can leave it out.',
    );
  });

  test('compares the figures with the period before', async () => {
    const before = { time: T0 - 3600e6, route: '/users/:id', duration: 2000 };
    const old = { time: T0 - 10 * 3600e6 };
    const html = await (await pageOf([old, ...times(40, before), ...SHOP])).read();
    expect(tile(html, 'requests')).toMatch(/^Requests 24 was 40 /);
    expect(tile(html, 'failed')).toMatch(/^Failed \(5xx\) 17 % was 0 % /);
    expect(partOf(html, 'failed')).toContain('class="alert"');
    expect(tile(html, 'p90')).toMatch(/ was (1\.9\d*|2(\.\d+)?) ms /);
    const few = await (await pageOf([old, ...times(19, before), ...SHOP])).read();
    expect(tile(few, 'requests')).toMatch(/^Requests 24 At most/);
    const young = await (await pageOf([...times(40, before), ...SHOP])).read(
      '?q=since:2026-11-06T18:20Z+until:2026-11-06T22:19Z',
    );
    expect(young).not.toContain('was ');
  });

  test('the event-loop delay is that of a sample of details', async () => {
    const { read, store } = await pageOf(SHOP);
    const details: Store['details'] = async (entries) =>
      (await store.details(entries)).map((detail, n) => detail && { ...detail, loopDelay: 1000 * (n + 1) });
    const measured = await pageOf(SHOP, { details });
    expect(tile(await measured.read(), 'loop-delay')).toMatch(/^Event-loop delay, p99 24 ms in 24 requests /);
    const failing = await pageOf(SHOP, { details: () => Promise.reject(new Error('no')) });
    expect(tile(await failing.read(), 'loop-delay')).toContain('not measured');
    expect(tile(await read(), 'p90')).toContain('ms');
  });

  test('lists routes and scanners, and each leads to its requests', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read();
    const [pay = '', users = ''] = rowsOf(partOf(html, 'slow-routes'));
    expect(textOf(pay)).toMatch(/^GET \/pay 4 100 % (89|90)\d ms 3\.6 s$/);
    expect(textOf(users)).toMatch(/^GET \/users\/:id 12 /);
    expect(links(pay)[0]?.href).toContain('/_profiler/routes?q=');
    expect(await countBehind(links(pay)[1]?.href ?? '')).toBe(4);
    const [scanner = ''] = rowsOf(partOf(html, 'scanners'));
    expect(textOf(scanner)).toBe('198.51.100.9 8 2 06-Nov-2026 21:25:00');
    expect(await Promise.all(links(scanner).map(({ href }) => countBehind(href)))).toEqual([8, 8, 2]);
    const more = links(html).map(({ href }) => href);
    const q = PERIOD.slice(3);
    expect(more).toContain(`/_profiler/routes?q=${q}`);
    expect(more).toContain(`/_profiler/clients?q=${q}+client:scanner`);
  });

  test('says what the requests of a search have in common, if it asks for some among others', async () => {
    const failed = { status: 500, error: 'TypeError', errorGroup: GROUP };
    const { read } = await pageOf([
      ...times(30, { route: '/pay', user: 'bob' }),
      ...times(8, { route: '/pay', user: 'erin', ...failed }),
    ]);
    const card = partOf(await read(`${PERIOD}+status:5xx`), 'in-common');
    expect(textOf(card)).toContain('What these 8 have in common compared with 30 others of GET /pay');
    expect(rowsOf(card).map(textOf)).toEqual(['user erin 100 % 0 % Only this']);
    expect(links(card)).toEqual([
      { href: `/_profiler/overview${PERIOD}+status:5xx+user:erin`, text: 'Only this' },
    ]);
    expect(partOf(await read(), 'in-common')).toBe('');
  });

  test('says what is wrong, and lists it first', async () => {
    const before = times(400, { time: T0 - 5 * 3600e6, route: '/users/:id' });
    const { read, countBehind } = await pageOf([...before, ...SHOP]);
    const html = await read();
    expect(textOf(html)).toContain('1 new error. A scanner got 2 responses with 2xx.');
    const findings = partOf(html, 'findings');
    expect(textOf(findings)).toMatch(
      /^Look at these first All errors New TypeError: x \* y .* 4 requests Got through 198\.51\.100\.9 /,
    );
    const found = links(findings).map(({ href }) => href);
    expect(found.map((href) => new URL(href, 'http://x').pathname)).toEqual([
      '/_profiler/errors',
      '/_profiler/errors',
      '/_profiler',
      '/_profiler/clients',
      '/_profiler',
    ]);
    expect(await Promise.all([found[2], found[4]].map((href = '') => countBehind(href)))).toEqual([4, 2]);
    expect(textOf(await read('?q='))).toContain('Nothing unusual. (last 24 hours)');
    const unreadable = await pageOf(SHOP, { search: () => Promise.reject(new Error('no')) });
    expect(partOf(await unreadable.read(), 'findings')).toBe('');
  });

  test('counts jobs', async () => {
    const jobs = [
      ...times(9, { kind: 'job', method: 'JOB', url: 'job:update-stock', operation: 'update-stock' }),
      ...times(3, { kind: 'job', method: 'JOB', status: 500, error: 'Error', errorGroup: 'Error: gone' }),
    ];
    const { read } = await pageOf([...SHOP, ...jobs]);
    expect(tile(await read(), 'requests')).toMatch(/^Requests and jobs 36 /);
    const ofJobs = await read(`${PERIOD}+kind:job`);
    expect(tile(ofJobs, 'requests')).toMatch(/^Jobs 12 /);
    expect(tile(ofJobs, 'p90')).toBe('p90 duration –');
    expect(textOf(partOf(ofJobs, 'slow-routes'))).toContain('No requests.');
    expect(textOf(await read('?q=kind:sub'))).toContain('Only main requests and jobs are counted here.');
  });

  test('says what processes dropped', async () => {
    const stats = { ...STATS, dropped: 30, faults: 4 };
    const process = { service: 'shop', instance: 'web-1:7', environment: '', release: '' };
    const allStats = async (): Promise<BookStats> => ({
      processes: [{ process, stats, routes: [], started: T0 }],
      bytes: null,
    });
    const html = await (await pageOf(SHOP, {}, allStats)).read();
    expect(textOf(partOf(html, 'findings'))).toContain(
      'Dropping Recording 34 of 1,234 recorded profiles are missing since 06-Nov-2026 21:20:00 34',
    );
    expect(textOf(html)).toContain('Recording drops profiles.');
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
    expect(text).toContain('Requests 24+');
    expect(text).toContain('Counted back to 06-Nov-2026 21:20:00');
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
