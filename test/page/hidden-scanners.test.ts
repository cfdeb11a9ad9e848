import { expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { requester, storeWith } from '../support/export-fixtures.ts';

const HIDDEN = { cookie: 'a=b; gatebook-scanners=hide' };

async function startPage() {
  const request = requester(
    await storeWith([
      sampleProfile({ seq: 1, time: T0, client: 'scanner', url: 'http://h/.env' }),
      sampleProfile({ seq: 2, time: T0 + 1, client: 'browser', url: 'http://h/shop' }),
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

test('one click hides scanners, is remembered, and shows as a filter', async () => {
  const { request, follow } = await startPage();
  const all = await html(request('?limit=50'));
  expect(all).toContain('.env');
  const chosen = await follow(all, 'Hide scanners');
  expect(chosen.status).toBe(302);
  expect(chosen.headers.get('location')).toBe('/_profiler?q=-client:scanner&limit=50');
  expect(chosen.headers.get('set-cookie')).toMatch(
    /^gatebook-scanners=hide; Path=\/_profiler; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  );

  const opened = await request('', { headers: HIDDEN });
  expect(opened.headers.get('location')).toBe('/_profiler?q=-client:scanner');
  const inZone = await request('?tz=Europe/Zagreb', { headers: HIDDEN });
  expect(inZone.headers.get('location')).toBe('/_profiler?q=-client:scanner&tz=Europe/Zagreb');
  const page = await html(request('?q=-client:scanner', { headers: HIDDEN }));
  expect(page).not.toContain('http://h/.env');
  expect(page).toContain('Remove filter: not client scanner');
});

test.each(['Show scanners', '×', 'Clear'])('%s shows them again, for good', async (text) => {
  const { request, follow } = await startPage();
  const page = await html(request('?q=-client:scanner', { headers: HIDDEN }));
  const chosen = await follow(page, text, HIDDEN);
  expect(chosen.headers.get('location')).toBe('/_profiler');
  expect(chosen.headers.get('set-cookie')).toContain('gatebook-scanners=show; Path=/_profiler; Max-Age=0');
});

test('other searches are as they are written, and links that keep the filter keep the choice', async () => {
  const { request } = await startPage();
  expect(await html(request('?q=.env', { headers: HIDDEN }))).toContain('http://h/.env');
  const page = await html(request('?q=-client:scanner', { headers: HIDDEN }));
  expect(page).toContain('href="/_profiler?q=-client:scanner+status:200"');
});

test('without scanners in the list there is nothing to hide', async () => {
  const { request } = await startPage();
  expect(await html(request('?q=shop'))).not.toContain('Hide scanners');
});

test('a choice that is not one is a mistake', async () => {
  const { request } = await startPage();
  const response = await request('?scanners=%0d%0aSet-Cookie:x=y');
  expect(response.status).toBe(400);
  expect(response.headers.get('set-cookie')).toBeNull();
});
