import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { Page, Store } from '../../src/store/store.ts';
import type { Survey } from '../../src/store/survey.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const MINUTE = 60e6;

/** The page of a book with these profiles, with some methods of its store replaced. */
async function pageOf(samples: readonly Sample[], methods: Partial<Store> = {}) {
  const memory = openMemoryStore();
  await memory.write({ id: 'a', profiles: samples.map(sampleProfile) });
  const store = { ...memory, ...methods };
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const open = (path: string) => app.request(`http://127.0.0.1/_profiler${path}`);
  return { app, store, open, read: async (path: string) => (await open(path)).text() };
}

const SAMPLES: readonly Sample[] = [
  { seq: 1, status: 404, url: 'https://shop.example/error/.env?x=1', client: 'scanner' },
  {
    seq: 2,
    status: 404,
    url: 'https://shop.example/error/.env?x=1',
    client: 'scanner',
    kind: 'error',
    parent: 1,
  },
  { seq: 3, status: 200, ip: '2001:db8::7', method: 'POST', time: T0 - 90 * MINUTE },
];

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr class="[^"]+" data-token.*?<\/tr>/g)].map(([row]) => row);
const hrefsOf = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
const menuOf = (page: string) => hrefsOf(/<ul class="row-filters">.*?<\/ul>/.exec(page)?.[0] ?? '');
const cellsOf = (row = '') => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell);

describe('a row', () => {
  test('opens its profile from every cell, and its menu has only and not for its values', async () => {
    const { read } = await pageOf(SAMPLES);
    const html = await read('?q=.env&limit=50');
    const [status, ip, method, url, time, token] = cellsOf(rowsOf(html)[0]);
    const [profile, menu = '', ...others] = hrefsOf(url ?? '');
    expect(others).toEqual([]);
    expect(profile).toMatch(/^\/_profiler\/[0-9a-f]{6}\?q=.env$/);
    for (const cell of [status, ip, method, time, token]) expect(hrefsOf(cell ?? '')).toEqual([profile]);
    expect(menuOf(await read(menu.slice('/_profiler'.length)))).toEqual(
      [
        'status:404',
        '-status:404',
        'ip:203.0.113.7',
        '-ip:203.0.113.7',
        'method:GET',
        '-method:GET',
        'host:shop.example',
        '-host:shop.example',
        'url:/error/.env*',
        '-url:/error/.env*',
        'since:2026-11-06T21:00Z+until:2026-11-06T21:59Z',
        '-at:2026-11-06T21:20Z',
      ].map((clause) => `/_profiler?q=.env+${clause}&limit=50`),
    );
  });

  test('links to a search that still contains its row, or to one that excludes it', async () => {
    const { read, store } = await pageOf(SAMPLES);
    const [first] = (await store.search({ terms: [], limit: 1, cursor: null })).entries;
    const token = store.tokens.tokenOf(first?.seq ?? (0 as never));
    const listing = await read('?since=2026-11-06&ip=203.0.113.0/24');
    const [, menu = ''] = hrefsOf(cellsOf(rowsOf(listing)[0])[3] ?? '');
    const links = menuOf(await read(menu.slice('/_profiler'.length)));
    expect(links.length).toBeGreaterThan(10);
    for (const href of links) {
      const html = await read(href.slice('/_profiler'.length));
      const found = !/[+=]-/.test(href);
      expect({ href, found: html.includes(`data-token="${token}"`) }).toEqual({ href, found });
    }
  });

  test('shows its meaning without colour, and names the main request of a sub-request', async () => {
    const { read } = await pageOf(SAMPLES);
    const [main, stage, other] = rowsOf(await read(''));
    const token = /data-token="([^"]+)"/.exec(main ?? '')?.[1];
    expect(main).toContain('title="client error"><span class="badge s4">404<');
    expect(main).toContain('<tr class="main"');
    expect(stage).toContain('<tr class="sub"');
    expect(stage).toContain(`title="error stage of ${token}"`);
    expect(other).toContain('<tr class="main"');
    expect(rowsOf(await read('?q=kind:error'))[0]).toContain('<tr class="sub alone"');
  });

  test('sub-requests are hidden and shown with one link', async () => {
    const { read } = await pageOf(SAMPLES);
    expect(await read('')).toContain('<a href="/_profiler?q=kind:main">Hide sub-requests</a>');
    const html = await read('?q=kind:main');
    expect(html).toContain('<a href="/_profiler">Show sub-requests</a>');
    expect(rowsOf(html)).toHaveLength(2);
  });
});

describe('the form', () => {
  test('shows the whole search as text, and each filter in its field', async () => {
    const { read } = await pageOf(SAMPLES);
    const html = await read('?status_code=404&q=.env+client:scanner&tz=Europe/Zagreb');
    expect(html).toContain('name="q" value="status:404 .env client:scanner"');
    expect(html).toContain('name="shown" value="status:404 .env client:scanner"');
    expect(html).toContain('name="status" value="404"');
    expect(html).toContain('name="url" value=".env"');
    expect(html).toContain('<option value="scanner" selected="">');
  });

  test.each([
    ['q=.env+status:404&shown=.env', '?q=.env+status:404'],
    ['q=.env&shown=.env&url=.env&status=404&ip=&limit=10&tz=', '?q=.env+status:404'],
    ['q=.env&shown=.env&url=&limit=50&tz=Europe/Zagreb', '?limit=50&tz=Europe/Zagreb'],
    ['q=&shown=', ''],
    ['q=%22%3E%3Cb%3E&shown=&status=x&limit=x', '?q=status:x+%22%3E%3Cb%3E&limit=x'],
  ])('sent as %s redirects to one address', async (sent, location) => {
    const { open } = await pageOf(SAMPLES);
    const response = await open(`?${sent}`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`/_profiler${location}`);
  });

  test('marks the field that shows a mistake in the text', async () => {
    const { open } = await pageOf(SAMPLES);
    const response = await open('?q=.env+status:4');
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toMatch(/name="status" value="4"[^>]*aria-invalid="true"/);
    expect(html).not.toMatch(/name="url"[^>]*aria-invalid/);
    expect(textOf(html)).toContain('Fix the search above and try again, or list all requests');
  });
});

describe('a word that looks like something else than text', () => {
  test('is searched for in the URL, with a link to what it may mean', async () => {
    const { read } = await pageOf([...SAMPLES, { seq: 4, url: 'https://shop.example/help/404' }]);
    const html = await read('?q=404&limit=50&tz=Europe/Zagreb');
    expect(rowsOf(html)).toHaveLength(1);
    expect(textOf(html)).toContain('are searched for in the URL. Did you mean status:404 ?');
    const href = '/_profiler?q=status:404&limit=50&tz=Europe/Zagreb';
    expect(html.replaceAll('&amp;', '&')).toContain(`<a href="${href}">status:404</a>`);
    expect(rowsOf(await read('?q=status:404&limit=50'))).toHaveLength(2);
    for (const text of ['%22404%22', '.env', 'status:404'])
      expect(await read(`?q=${text}`)).not.toContain('Did you mean');
  });

  test('is also answered when nothing was found', async () => {
    const { read } = await pageOf(SAMPLES);
    expect(textOf(await read('?q=POST+today'))).toContain(
      'Did you mean method:POST at:today or method:POST today or POST at:today ?',
    );
  });

  test('OR lists values of one field, and names the mistake between two fields', async () => {
    const { read, open } = await pageOf(SAMPLES);
    expect(rowsOf(await read('?q=status:404+OR+status:200'))).toHaveLength(3);
    expect(await read('?q=status:404+OR+status:200')).toContain('name="status" value="404,200"');
    const response = await open('?q=status:404+OR+method:POST');
    expect(response.status).toBe(400);
    expect(textOf(await response.text())).toContain('OR joins values of one field, not status and method');
  });
});

describe('the survey', () => {
  const never = new Promise<Survey>(() => {});

  test('does not delay the rows', async () => {
    const { open } = await pageOf(SAMPLES, { survey: () => never });
    const reader = (await open('')).body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(rowsOf(new TextDecoder().decode(value))).toHaveLength(3);
    await reader?.cancel();
  });

  test('uses the same criteria as the list, and follows it', async () => {
    const { read } = await pageOf(SAMPLES);
    const html = await read('?q=status:404');
    expect(html.indexOf('id="survey"')).toBeGreaterThan(html.indexOf('id="results"'));
    expect(textOf(html)).toContain('of 1 4xx 1 1 error stage not counted');
    expect(textOf(html)).toContain('Same for all 1.0.0, scanner, shop.example, GET');
  });

  test('does not affect the list if it fails', async () => {
    const { open } = await pageOf(SAMPLES, { survey: () => Promise.reject(new Error('Out of <memory>.')) });
    const response = await open('');
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(rowsOf(html)).toHaveLength(3);
    expect(textOf(html)).toContain('could not be counted: Out of &lt;memory&gt;. The list is not affected');
    expect(html.trim()).toMatch(/<\/html>$/);
  });
});

test('a failed search keeps the query and links to try again', async () => {
  const search = (): Promise<Page> => Promise.reject(new Error('The disk is gone.'));
  const { open } = await pageOf(SAMPLES, { search });
  const response = await open('?q=status:404');
  expect(response.status).toBe(503);
  const html = await response.text();
  expect(html).toContain('name="q" value="status:404"');
  expect(textOf(html)).toContain('The disk is gone. Try again');
});

test('shows a URL of 2,000 characters in one row, with its end visible and all of it in the title', async () => {
  const url = `https://shop.example/${'a'.repeat(1960)}?the-very-end=1`;
  const { read } = await pageOf([{ seq: 1, url }]);
  const html = await read('');
  expect(html).toContain(`title="${url}"`);
  expect(html).toContain(`<span class="url-end">${url.slice(-24)}</span>`);
  for (const href of hrefsOf(cellsOf(rowsOf(html)[0])[3] ?? ''))
    expect((await read(href.slice('/_profiler'.length))).length).toBeGreaterThan(0);
});

test('escapes recorded markup in every link and list', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const { read } = await pageOf([
    { seq: 1, url: `https://${evil}/${evil}`, host: evil, route: evil, method: evil, ip: evil },
    { seq: 2, url: 'javascript:alert(1)', host: '\u202e*\\', route: '*', method: '' },
  ]);
  for (const query of ['', `?q=${encodeURIComponent(`"${evil.replaceAll('"', '\\"')}"`)}`]) {
    const html = await read(query);
    expect(html.replace(/<script type="module" src="[^"]+"><\/script>/, '')).not.toMatch(
      /<script|<img|\u202e/i,
    );
    for (const href of hrefsOf(html)) expect(href).toMatch(/^(\/_profiler|#)/);
  }
});

describe('the HTML response', () => {
  test('is compressed, and sends the rows before the survey is ready', async () => {
    const { app } = await pageOf(SAMPLES, { survey: () => new Promise<Survey>(() => {}) });
    const response = await app.request('http://127.0.0.1/_profiler', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const reader = response.body?.getReader();
    const gunzip = createGunzip();
    let html = '';
    gunzip.on('data', (chunk) => {
      html += String(chunk);
    });
    while (!html.includes('survey-place')) {
      const { value } = (await reader?.read()) ?? {};
      await new Promise((resolve) => gunzip.write(value, resolve));
    }
    expect(rowsOf(html)).toHaveLength(3);
    await reader?.cancel();
  });

  test('is complete after decompression, and not compressed for clients that do not accept it', async () => {
    const { app, read } = await pageOf(SAMPLES);
    const response = await app.request('http://127.0.0.1/_profiler', {
      headers: { 'Accept-Encoding': 'br, gzip' },
    });
    const withoutTime = (html: string) => html.replace(/until:[\dT:.-]+Z/g, '');
    expect(withoutTime(gunzipSync(await response.arrayBuffer()).toString())).toBe(
      withoutTime(await read('')),
    );
    const plain = await app.request('http://127.0.0.1/_profiler', {
      headers: { 'Accept-Encoding': 'gzip;q=0, identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });
});

test('links to exports of all matches, not only of the listed ones', async () => {
  const { read } = await pageOf(SAMPLES);
  const html = await read('?q=status:404&limit=1&tz=Europe/Zagreb');
  expect(hrefsOf(html)).toEqual(
    expect.arrayContaining(
      ['csv', 'har', 'json'].map((kind) => `/_profiler/export.${kind}?q=status%3A404&tz=Europe%2FZagreb`),
    ),
  );
  expect(await read('?q=status:599')).not.toContain('export.csv');
});

test('a page of 100 rows with its style takes less than 30 kB compressed', async () => {
  const samples = Array.from({ length: 100 }, (_, n) => ({
    seq: n,
    time: T0 - n * 7 * MINUTE,
    status: 200 + (n % 4) * 100,
    url: `https://shop.example/${(n * 7919).toString(36)}/${(n * 104729).toString(36)}?n=${n}`,
    ip: `203.0.113.${n}`,
  }));
  const { read } = await pageOf(samples);
  const html = await read('?limit=100&q=shop');
  const style = await read(/href="\/_profiler(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '');
  expect(rowsOf(html)).toHaveLength(100);
  expect(gzipSync(html).length + gzipSync(style).length).toBeLessThan(30_000);
});
