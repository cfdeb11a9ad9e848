import { describe, expect, test } from 'vitest';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { pageApp } from '../support/page-app.ts';
import { profile, servePages } from '../support/test-page.ts';

const ZONE = 'Europe/Zagreb';
const TZ = `tz=${ZONE}`;

const hrefsOf = (html: string) =>
  [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/** Links that do not depend on the zone: assets, one profile as a file or as code, and the link to share. */
const WITHOUT_ZONE = /^#|\/assets\/|\/snippet\?|\/[0-9a-f]{6}(?:\.har|\.json)$/;
const PERMANENT = /<a href="[^"]*">Permanent link<\/a>/g;
const IN_UTC = /<a href="[^"]*" aria-label="[^"]*: show in UTC"/;

async function book() {
  return servePages(
    profile({ seq: 1, status: 404, error: 'NotFound', route: '/a' }),
    profile({ seq: 2, status: 404, kind: 'error', parent: 1 }),
    profile({ seq: 3, time: T0 + 1e6, method: 'POST', route: '/a' }),
    profile({ seq: 4, time: T0 + 2e6, method: 'POST', route: '/a', status: 500 }),
  );
}

/** The links of a page that lose the zone. A form keeps it in an input. */
function linksWithoutZone(html: string): string[] {
  const forms = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
  for (const form of forms.filter((text) => !text.includes('method="post"')))
    expect(form).toContain(`name="tz" value="${ZONE}"`);
  return hrefsOf(
    html
      .replace(/<form[^>]*>/g, '')
      .replace(PERMANENT, '')
      .replace(IN_UTC, ''),
  )
    .filter((href) => !WITHOUT_ZONE.test(href))
    .filter((href) => !decodeURIComponent(new URL(href, 'http://h').search).includes(TZ));
}

describe('a chosen time zone is kept by every link and form', () => {
  const PAGES: Record<string, (tokens: readonly string[]) => string> = {
    'the search': () => `?${TZ}`,
    'a search with filters': () => `?q=status:4xx+404&limit=1&${TZ}`,
    'the second page': () => `?limit=1&cursor=ogx3k2v9q4-1f&${TZ}`,
    'the end of the list': () => `?cursor=o1-1&${TZ}`,
    'no matches': () => `?q=nothing-like-this&${TZ}`,
    'a mistake': () => `?q=status:x&${TZ}`,
    'a profile': ([, , , last]) => `/${last}?${TZ}`,
    'a profile opened from a search': ([, , , last]) => `/${last}?q=method:POST&${TZ}`,
    'an error stage': ([, stage]) => `/${stage}?${TZ}`,
    'a profile opened from an invalid search': ([first]) => `/${first}?q=status:x&${TZ}`,
    'two profiles compared': ([, , a, b]) => `/compare?a=${a}&b=${b}&${TZ}`,
    'the form to compare': () => `/compare?${TZ}`,
    'a token that does not exist': ([a]) => `/compare?a=${a}&b=ffffff&${TZ}`,
    'a profile that does not exist': () => `/ffffffffffff?${TZ}`,
  };

  test.each(Object.entries(PAGES))('%s', async (_name, path) => {
    const { read, tokenOf } = await book();
    const tokens = [1, 2, 3, 4].map(tokenOf);
    const { html } = await read(path(tokens));
    expect(hrefsOf(html).length).toBeGreaterThan(3);
    expect(linksWithoutZone(html)).toEqual([]);
  });

  test('the latest profile, and the times of each page', async () => {
    const { read, tokenOf } = await book();
    const latest = await read(`/latest?${TZ}`);
    expect(latest.status).toBe(302);
    for (const path of [`?${TZ}`, `/${tokenOf(1)}?${TZ}`, `/compare?a=${tokenOf(1)}&b=${tokenOf(3)}&${TZ}`])
      expect((await read(path)).text).toContain('06-Nov-2026 22:20:00');
  });
});

test('rows of the live tail have times and links in the chosen zone, and the chosen columns', async () => {
  const store = openMemoryStore();
  await store.write({ id: 'a', profiles: [profile({ seq: 1, duration: 1500 })] });
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const reader = (
    await app.request(`http://127.0.0.1/_profiler/tail?q=shop&cols=duration&${TZ}`)
  ).body?.getReader();
  let text = '';
  while (!text.includes('</tr>')) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const data = /^data: (.*rows.*)$/m.exec(text)?.[1] ?? '';
  const [row] = (JSON.parse(data) as { rows: { html: string }[] }).rows;
  expect(row?.html).toContain('06-Nov-2026 22:20:00');
  expect(row?.html).toContain('>1.5 ms<svg');
  const hrefs = hrefsOf(row?.html ?? '');
  expect(hrefs.length).toBeGreaterThan(4);
  for (const href of hrefs) expect(href).toMatch(/tz=Europe\/Zagreb&cols=duration$/);
});

test('times in a query are in the chosen zone', async () => {
  const { read } = await book();
  expect((await read(`?q=at:2026-11-06T22:20&${TZ}`)).text).toContain('4 results found');
  expect((await read('?q=at:2026-11-06T22:20')).text).toContain('No results found');
  const csv = await read(`/export.csv?q=at:2026-11-06T22:20&${TZ}`);
  expect(csv.html.trim().split('\n')).toHaveLength(5);
});
