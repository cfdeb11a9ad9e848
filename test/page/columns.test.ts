import { expect, test } from 'vitest';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { profile, servePages } from '../support/test-page.ts';

const SIX = ['Status', 'IP', 'Method', 'URL', 'Time', 'Token'];
const headings = (html: string) =>
  [...(/<thead>.*?<\/thead>/s.exec(html)?.[0] ?? '').matchAll(/<th [^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(
    ([, name]) => name,
  );
const firstRow = (html: string) => /<tr class="[^"]+" data-token.*?<\/tr>/s.exec(html)?.[0] ?? '';
const cells = (row: string) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell);
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

const pages = () =>
  servePages(
    profile({ seq: 1, duration: 1500, error: '<b>Error', queries: 1234, user: 'ana' }),
    profile({ seq: 2, duration: 2_000_000, time: T0 - 1 }),
  );

test('the six columns of the list are the default, and others are added to their right', async () => {
  const { read } = await pages();
  expect(headings((await read('')).html)).toEqual(SIX);
  const { html } = await read('?cols=error,duration,user,queries');
  expect(headings(html)).toEqual([...SIX, 'Duration', 'Queries', 'User', 'Error']);
  const row = firstRow(html);
  expect(cells(row).slice(6)).toEqual([
    expect.stringMatching(/^<a href="\/_profiler\/[^"]*" [^>]*>1.5 ms<svg /),
    expect.stringMatching(/^<a href="\/_profiler\/[^"]*" [^>]*>1,234<\/a>$/),
    expect.stringMatching(/>ana<\/a>$/),
    expect.stringMatching(/>&lt;b&gt;Error<\/a>$/),
  ]);
  const menu =
    hrefs(row)
      .find((href) => href.includes('/filters'))
      ?.slice('/_profiler'.length) ?? '';
  for (const clause of [
    'duration:%3E%3D1500us',
    'queries:%3E%3D1234',
    'user:ana',
    '-user:ana',
    'error:%3Cb%3EError',
  ])
    expect(hrefs((await read(menu)).html)).toContain(
      `/_profiler?q=${clause}&cols=duration,queries,user,error`,
    );
  expect((await read('?cols=size')).text).toContain(
    'Unknown column &quot;size&quot;: write duration, queries, user, error',
  );
});

test('each column is switched on and off by a link', async () => {
  const { read } = await pages();
  const off = await read('?q=shop&limit=50&tz=Europe/Zagreb');
  expect(hrefs(off.html)).toContain('/_profiler?q=shop&limit=50&tz=Europe/Zagreb&cols=duration');
  const on = await read('?q=shop&cols=duration,error');
  expect(on.html).toContain('aria-label="Hide the column Duration"');
  expect(hrefs(on.html)).toEqual(
    expect.arrayContaining([
      '/_profiler?q=shop&cols=error',
      '/_profiler?q=shop&cols=duration',
      '/_profiler?q=shop&cols=duration,queries,error',
    ]),
  );
});

test('links, pages, the form and the profile keep the columns', async () => {
  const { read, tokenOf } = await pages();
  const { html } = await read('?limit=1&cols=duration');
  const row = hrefs(firstRow(html));
  expect(row.length).toBeGreaterThan(4);
  for (const href of row) expect(href).toContain('cols=duration');
  expect(hrefs(html).find((href) => href.includes('cursor='))).toContain('cols=duration');
  expect(html).toContain('<input type="hidden" name="cols" value="duration"');
  expect(html).not.toMatch(/export\.csv\?[^"]*cols/);
  const sent = await read('?q=&shown=&status=404&cols=duration,error');
  expect(sent.status).toBe(302);
  const opened = await read(`/${tokenOf(1)}?q=shop&cols=duration`);
  expect(hrefs(opened.html)).toContain('/_profiler?q=shop&cols=duration');
});
