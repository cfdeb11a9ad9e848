import { expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { requester, storeWith } from '../support/export-fixtures.ts';

/** What the cookie has, and the filter. */
const CLIENTS = ['scanner', 'monitor'] as const;
const URLS = { scanner: 'http://h/.env', monitor: 'http://h/healthz' };

async function startPage() {
  const request = requester(
    await storeWith([
      sampleProfile({ seq: 1, time: T0, client: 'scanner', url: URLS.scanner }),
      sampleProfile({ seq: 2, time: T0 + 1, client: 'browser', url: 'http://h/shop' }),
      sampleProfile({ seq: 3, time: T0 + 2, client: 'monitor', url: URLS.monitor }),
    ]),
  );
  /** The target of the link with this text, as the browser would request it. */
  const follow = async (html: string, text: string, headers = {}) => {
    const link = new RegExp(`href="([^"]+)"[^>]*>${text}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');
    if (link === undefined) throw new Error(`no link ${text}`);
    return request(link.replace('/_profiler', ''), { headers });
  };
  return { request, follow };
}

const html = async (response: Response | Promise<Response>) => (await response).text();
const hiding = (...clients: readonly string[]) => ({ cookie: `a=b; gatebook-hidden=${clients.join('.')}` });

test.each(CLIENTS)('one click hides each %s, is remembered, and shows as a filter', async (client) => {
  const { request, follow } = await startPage();
  const all = await html(request('?limit=50'));
  expect(all).toContain(URLS[client]);
  const chosen = await follow(all, `Hide ${client}s`);
  expect(chosen.status).toBe(302);
  expect(chosen.headers.get('location')).toBe(`/_profiler?q=-client:${client}&limit=50`);
  expect(chosen.headers.get('set-cookie')).toBe(
    `gatebook-hidden=${client}; Path=/_profiler; Max-Age=31536000; HttpOnly; SameSite=Strict`,
  );

  const headers = hiding(client);
  const opened = await request('', { headers });
  expect(opened.headers.get('location')).toBe(`/_profiler?q=-client:${client}`);
  const inZone = await request('?tz=Europe/Zagreb', { headers });
  expect(inZone.headers.get('location')).toBe(`/_profiler?q=-client:${client}&tz=Europe/Zagreb`);
  const page = await html(request(`?q=-client:${client}`, { headers }));
  expect(page).not.toContain(URLS[client]);
  expect(page).toContain(`Remove filter: not client ${client}`);
});

test.each(['Show scanners', '×', 'Clear'])('%s shows them again, for good', async (text) => {
  const { request, follow } = await startPage();
  const headers = hiding('scanner');
  const page = await html(request('?q=-client:scanner', { headers }));
  const chosen = await follow(page, text, headers);
  expect(chosen.headers.get('location')).toBe('/_profiler');
  expect(chosen.headers.get('set-cookie')).toContain('gatebook-hidden=; Path=/_profiler; Max-Age=0');
});

test('both can be hidden, and each is shown again by itself', async () => {
  const { request, follow } = await startPage();
  const headers = hiding('scanner');
  const both = await follow(await html(request('?q=-client:scanner', { headers })), 'Hide monitors', headers);
  expect(both.headers.get('set-cookie')).toContain('gatebook-hidden=scanner.monitor; ');
  const opened = await request('', { headers: hiding('scanner', 'monitor') });
  expect(opened.headers.get('location')).toBe('/_profiler?q=-client:scanner+-client:monitor');
  const page = await html(
    request('?q=-client:scanner+-client:monitor', { headers: hiding('scanner', 'monitor') }),
  );
  expect(page).toContain('http://h/shop');
  const one = await follow(page, 'Show scanners', hiding('scanner', 'monitor'));
  expect(one.headers.get('location')).toBe('/_profiler?q=-client:monitor');
  expect(one.headers.get('set-cookie')).toContain('gatebook-hidden=monitor; ');
});

test('other searches are as they are written, and links that keep the filter keep the choice', async () => {
  const { request, follow } = await startPage();
  const headers = hiding('scanner');
  expect(await html(request('?q=.env', { headers }))).toContain(URLS.scanner);
  const page = await html(request('?q=-client:scanner', { headers }));
  const menu = await html(await follow(page, 'Only or not these values', headers));
  expect(menu).toContain('href="/_profiler?q=-client:scanner+status:200"');
});

test('without scanners or monitors in the list there is nothing to hide', async () => {
  const { request } = await startPage();
  const page = await html(request('?q=shop'));
  for (const client of CLIENTS) expect(page).not.toContain(`Hide ${client}s`);
});

test.each(['%0d%0aSet-Cookie:x=y', 'browser', 'scanner,browser'])('hidden=%s is a mistake', async (text) => {
  const { request } = await startPage();
  const response = await request(`?hidden=${text}`);
  expect(response.status).toBe(400);
  expect(response.headers.get('set-cookie')).toBeNull();
});
