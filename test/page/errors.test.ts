import { describe, expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf as escapedText } from '../support/test-page.ts';

const textOf = (html: string) => escapedText(html).replaceAll('&#39;', "'");
const HOUR = 3600e6;
const DAY = 24 * HOUR;
/** The hour from T0 on. */
const PERIOD = '?q=since:2026-11-06T21:20Z+until:2026-11-06T22:19Z';

async function pageOf(samples: readonly Omit<Sample, 'seq'>[], methods: Partial<Store> = {}) {
  const memory = openMemoryStore();
  const profiles = samples.map((sample, seq) => sampleProfile({ seq: seq + 1, ...sample }));
  await memory.write({ id: 'a', profiles });
  const app = pageApp({ base: '/_profiler', store: async () => ({ ...memory, ...methods }) });
  const open = async (path: string, headers = {}) =>
    (await app.request(`http://127.0.0.1${path}`, { headers })).text();
  return {
    open,
    read: (query = PERIOD) => open(`/_profiler/errors${query}`),
    /** How many requests a link finds. */
    async countBehind(href = '') {
      const html = await open(`${href}&limit=1000`);
      return Number(/<p class="count">(\d+) results? found/.exec(html)?.[1] ?? 0);
    },
  };
}

const times = (count: number, sample: Omit<Sample, 'seq'>) =>
  Array.from({ length: count }, (_, i) => ({ ...sample, time: (sample.time ?? T0) + i * 1e6 }));
const partOf = (html: string, id: string) =>
  new RegExp(`<section class="card[^"]*" aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';
const rowsOf = (html: string) => [...html.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) => row);
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
    text: textOf(text),
  }));
const failed = (errorGroup: string, sample: Omit<Sample, 'seq'> = {}) => ({
  status: 500,
  error: errorGroup.split(':', 1)[0] ?? '',
  errorGroup,
  route: '/pay',
  ...sample,
});

const RATE = "TypeError: reading 'rate' at tax (src/tax.ts)";
const TIMEOUT = 'Error: timeout';
const STOCK = 'Error: The warehouse answered * at sync (src/stock.ts)';
const SHOP = [
  ...times(400, { time: T0 - 20 * HOUR, route: '/pay', release: '1.4.0', user: 'ana' }),
  ...times(2, failed(TIMEOUT, { time: T0 - 19 * HOUR, release: '1.4.0' })),
  ...times(30, { time: T0 + 60e6, route: '/pay', release: '1.5.0', user: 'ana' }),
  ...times(3, failed(TIMEOUT, { time: T0 + 120e6, release: '1.5.0', user: 'bob' })),
  ...times(9, failed(RATE, { time: T0 + 600e6, release: '1.5.0', user: 'erin' })),
  ...times(2, failed(STOCK, { kind: 'job', method: 'JOB', operation: 'update-stock', route: '' })),
  ...times(5, { status: 404, error: 'NotFoundError', errorGroup: 'NotFoundError: no such page' }),
  ...times(2, { status: 499, error: 'Aborted', errorGroup: 'Aborted' }),
  ...times(4, { status: 502, route: '/pay' }),
];

describe('Errors', () => {
  test('lists what is new first, and each leads to its page and its requests', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read();
    const [rate = '', timeout = '', stock = '', ...others] = rowsOf(html);
    expect(others).toEqual([]);
    expect(textOf(html)).toContain('3 errors in 14 requests');
    expect(textOf(rate)).toMatch(
      /^TypeError reading 'rate' GET \/pay · tax \(src\/tax\.ts\) New in 1\.5\.0 .* 9 1 06-Nov-2026 21:30:00 in 1\.5\.0 06-Nov-2026 21:30:08 in 1\.5\.0$/,
    );
    expect(textOf(timeout)).toMatch(
      /^Error timeout GET \/pay Ongoing .* 3 1 06-Nov-2026 02:20:00 in 1\.4\.0 /,
    );
    expect(textOf(stock)).toMatch(
      /^Error The warehouse answered \* update-stock · sync .* Ongoing .* 2 06-Nov/,
    );
    expect(links(rate)[0]?.href).toMatch(/^\/_profiler\/errors\?q=/);
    const counts = [rate, timeout, stock].map((row) => countBehind(links(row)[1]?.href));
    expect(await Promise.all(counts)).toEqual([9, 3, 2]);
  });

  test('leaves out 4xx unless they are asked for, and counts 5xx without an exception', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read();
    expect(html).not.toContain('NotFoundError');
    expect(html).not.toContain('Aborted');
    const unexplained = links(html).find(({ text }) => text === '4 responses with 5xx');
    expect(await countBehind(unexplained?.href)).toBe(4);
    expect(rowsOf(await read(`${PERIOD}+status:4xx`)).map(textOf)).toEqual([
      expect.stringMatching(/^NotFoundError no such page /),
    ]);
  });

  test('an error that was not seen for a day is quiet, one that was away for a week is back', async () => {
    const now = Date.now() * 1000;
    const { read } = await pageOf([
      ...times(500, { time: now - 20 * DAY }),
      ...times(3, failed('Error: gone', { time: now - 19 * DAY })),
      ...times(3, failed('Error: returned', { time: now - 18 * DAY })),
      ...times(2000, { time: now - 5 * DAY }),
      ...times(5, failed('Error: returned', { time: now - HOUR })),
    ]);
    expect(rowsOf(await read('')).map((row) => textOf(row).replace(/ At most.*/, ''))).toEqual([
      'Error returned GET /pay Back',
      'Error gone GET /pay Quiet',
    ]);
  });

  test('sorts by what the address says', async () => {
    const { read } = await pageOf(SHOP);
    const order = async (name: string) =>
      rowsOf(await read(`${PERIOD}&order=${name}`)).map((row) => textOf(row).split(' ')[1]);
    expect(await order('last')).toEqual(['reading', 'timeout', 'The']);
    expect(await order('users')).toEqual(['reading', 'timeout', 'The']);
    expect(await order('first')).toEqual(['reading', 'The', 'timeout']);
    expect(await order('nonsense')).toEqual(['reading', 'timeout', 'The']);
  });

  test('hostile and long texts are text', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\u202e';
    const long = `RangeError: ${'x'.repeat(450)}`;
    const { read } = await pageOf([
      failed(`Error: ${hostile}`, { user: hostile, route: `/${hostile}` }),
      failed(long),
    ]);
    for (const query of [PERIOD, `${PERIOD}+error:"${long}"`, `${PERIOD}+error:"Error:*"`]) {
      const html = await read(query);
      expect(html).not.toContain('<img');
      expect(html).not.toContain('\u202e');
    }
    expect(await read()).toContain(`${'x'.repeat(300)}…`);
  });

  test('no errors, an empty book and a lack of time say so', async () => {
    const { read } = await pageOf([{}]);
    expect(textOf(await read(''))).toContain('No errors. Exceptions, and jobs that failed, are listed here');
    expect(textOf(await read())).toContain('No errors match.');
    const partial = await pageOf(SHOP, {
      groups: async () => ({ ...(await openMemoryStore().groups([], 'error', 1)), searchedTo: T0 }),
    });
    expect(textOf(await partial.read())).toContain('Search a shorter time range.');
    const broken = await pageOf(SHOP, { groups: () => Promise.reject(new Error('disk <gone>')) });
    const html = await broken.read();
    expect(html).toContain('disk &lt;gone&gt;');
    expect(links(html)).toContainEqual({ href: `/_profiler/errors${PERIOD}`, text: 'Try again' });
  });

  test('the header counts the errors of the last day, and the time range has the newest release', async () => {
    const now = Date.now() * 1000;
    const { open } = await pageOf([
      ...times(5, { time: now - 3 * HOUR, release: '1.4.0' }),
      ...times(5, { time: now - HOUR, release: '1.5.0' }),
      failed(RATE, { time: now - HOUR }),
      failed(TIMEOUT, { time: now - 2 * DAY }),
    ]);
    const accept = { Accept: 'text/html' };
    for (const path of ['', '/errors', '/overview', '/routes', '/clients']) {
      // No page waits for the count.
      await expect.poll(() => open(`/_profiler${path}`, accept)).toContain('in the last 24 hours');
      const html = await open(`/_profiler${path}`, accept);
      expect(html, path).toContain('title="1 error in the last 24 hours">1</span>');
      const since = links(html).find(({ text }) => text === 'Since 1.5.0')?.href ?? '';
      expect(decodeURIComponent(since), path).toMatch(/\?q=since:20\d\d-/);
    }
  });
});

describe('one error', () => {
  const asked = `${PERIOD}+error:${encodeURIComponent(`"${RATE}"`)}`;

  test('says since when, and what its requests have in common', async () => {
    const { read, countBehind } = await pageOf(SHOP);
    const html = await read(asked);
    expect(textOf(/<h1.*?<\/h1>/s.exec(html)?.[0] ?? '')).toBe("TypeError reading 'rate'");
    expect(textOf(html)).toContain('New in 1.5.0 GET /pay · tax (src/tax.ts)');
    expect(textOf(partOf(html, 'requests'))).toBe('Requests 9 20 % of GET /pay');
    expect(textOf(partOf(html, 'users'))).toBe('Users 1 erin');
    expect(textOf(partOf(html, 'first-seen'))).toBe(
      'First seen 1.5.0 9 min after it began, 06-Nov-2026 21:30:00',
    );
    expect(textOf(partOf(html, 'last-seen'))).toMatch(/ago 06-Nov-2026 21:30:08 in 1\.5\.0$/);
    const common = partOf(html, 'in-common');
    expect(textOf(common)).toContain('What these 9 have in common compared with 37 others of GET /pay');
    expect(textOf(rowsOf(common)[0] ?? '')).toBe('user erin 100 % 0 % Only this');
    const [all] = links(partOf(html, 'requests'));
    expect(await countBehind(all?.href)).toBe(9);
  });

  test('shows the latest with details, since when it fails, and its requests', async () => {
    const { read } = await pageOf(SHOP);
    const html = await read(asked);
    expect(textOf(partOf(html, 'over-time'))).toContain('Show as table');
    expect(textOf(html)).toContain('Last worked');
    const listed = partOf(html, 'listed-requests');
    expect(textOf(listed)).toContain('Latest requests Open in Search');
    expect(listed.match(/data-token/g)).toHaveLength(9);
    const many = await pageOf(times(25, failed(RATE)));
    expect(textOf(partOf(await many.read(asked), 'listed-requests'))).toContain('Show all 25');
  });

  test('narrowed to one user, it is still the page of the error', async () => {
    const { read } = await pageOf(SHOP);
    const narrowed = await read(`${asked}+user:erin`);
    expect(textOf(partOf(narrowed, 'requests'))).toContain('Requests 9');
    expect(textOf(await read(`${asked}+user:zoe`))).toContain('No errors match.');
  });

  test('a class of errors lists its groups', async () => {
    const { read } = await pageOf(SHOP);
    const html = await read(`${PERIOD}+error:Error`);
    expect(textOf(/<h1.*?<\/h1>/s.exec(html)?.[0] ?? '')).toBe('Error');
    expect(rowsOf(html)).toHaveLength(2);
  });

  test('what can not be read is left out', async () => {
    const failing = {
      survey: () => Promise.reject(new Error('no')),
      get: () => Promise.reject(new Error('no')),
    };
    const { read } = await pageOf(SHOP, { survey: failing.survey });
    const html = await read(asked);
    expect(textOf(partOf(html, 'requests'))).toBe('Requests 9');
    expect(partOf(html, 'in-common') + partOf(html, 'over-time')).toBe('');
    const { read: readWithout } = await pageOf(SHOP, { get: failing.get });
    expect(textOf(partOf(await readWithout(asked), 'requests'))).toContain('Requests 9');
  });
});
