import { describe, expect, test } from 'vitest';
import { profile, servePages, textOf } from '../support/test-page.ts';

const pages = () =>
  servePages(profile({ seq: 1, status: 404 }), profile({ seq: 2, status: 200, queries: 3, queryTime: 1000 }));
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
const part = (html: string, start: string, end: string) =>
  html.slice(html.indexOf(start), html.indexOf(end, html.indexOf(start)));
const chips = (html: string) => part(html, '<ul class="chips"', '</ul>');
const times = (html: string) => part(html, '<nav class="times segments"', '</nav>');
const share = (html: string) => part(html, '<details class="menu drop share"', '</details>');

describe('the filters of a search', () => {
  test('are listed, also the excluded ones, with links that invert and remove each', async () => {
    const { read } = await pages();
    const { html } = await read('?q=status:4xx+-client:bot&limit=50&cols=user&tz=Europe/Zagreb');
    expect(textOf(chips(html))).toBe('status 4xx ≠ × not client bot = × Clear');
    const rest = '&limit=50&tz=Europe/Zagreb&cols=user';
    expect(hrefs(chips(html))).toEqual([
      '#query',
      `/_profiler?q=-status:4xx+-client:bot${rest}`,
      `/_profiler?q=-client:bot${rest}`,
      '#query',
      `/_profiler?q=status:4xx+client:bot${rest}`,
      `/_profiler?q=status:4xx${rest}`,
      `/_profiler?${rest.slice(1)}`,
    ]);
    expect(html).toMatch(/<input type="text" [^>]*id="query"/);
  });

  test('are those of the form fields too, and escaped', async () => {
    const { read } = await pages();
    const { html } = await read('?url=%3Cb%3E%22%3E&q=sort:duration');
    expect(chips(html)).toContain('<strong>&lt;b&gt;&quot;&gt;</strong>');
    expect(chips(html)).not.toContain('Exclude instead: sort');
    expect(chips((await read('')).html)).toBe('');
  });
});

describe('the time range', () => {
  test('is chosen with a link, which keeps the other filters', async () => {
    const { read } = await pages();
    const { html } = await read('?q=shop+since:2d&limit=50');
    expect(textOf(times(html))).toBe('15m 1h 24h 7d All Zoom out');
    expect(hrefs(times(html)).slice(0, 5)).toEqual([
      '/_profiler?q=shop+since:15m&limit=50',
      '/_profiler?q=shop+since:1h&limit=50',
      '/_profiler?q=shop+since:24h&limit=50',
      '/_profiler?q=shop+since:7d&limit=50',
      '/_profiler?q=shop&limit=50',
    ]);
    expect(hrefs(times((await read('')).html))).toHaveLength(5);
    expect(times((await read('?q=since:1h')).html)).toContain(
      'href="/_profiler?q=since:1h" aria-current="true">1h',
    );
  });

  test('is absolute in the link to share, next to the relative one', async () => {
    const { read } = await pages();
    const [absolute = '', relative, ...others] = hrefs(
      share((await read('?q=shop+since:9999d&cols=user')).html),
    );
    expect(absolute).toMatch(/^\/_profiler\?q=shop\+since:\d{4}-[^+]+Z\+until:\d{4}-[^+]+Z&cols=user$/);
    expect([relative, ...others]).toEqual(['/_profiler?q=shop+since:9999d&cols=user']);
    expect(hrefs(share((await read('?q=since:2026-11-01')).html))).toHaveLength(1);
    const older = hrefs((await read('?limit=1')).html).find((href) => href.includes('cursor=')) ?? '';
    const shared = hrefs(share((await read(older.slice('/_profiler'.length))).html))[0] ?? '';
    expect(new URL(shared, 'http://h').searchParams.get('cursor')).toMatch(/^o/);
    expect((await read(shared.slice('/_profiler'.length))).text).toContain('1 result found');
  });
});

test('slow queries are one link away if requests have queries', async () => {
  const { read } = await pages();
  expect((await read('')).html).toContain('href="/_profiler?q=querytime:%3E100ms"');
  expect((await read('?q=status:404')).text).not.toContain('Slow queries');
});

describe('without results', () => {
  test('each filter can be removed, with the number of requests that the search finds then', async () => {
    const { read } = await pages();
    const { html, text } = await read('?q=status:404+-ip:203.0.113.7+sort:duration');
    expect(text).toContain('No results found');
    expect(text).toContain('No matching requests. Remove a filter, or list all requests .');
    expect(text).toContain('Without status 404 : 0 requests Without not ip 203.0.113.7 : 1 request');
    expect(hrefs(html)).toContain('/_profiler?q=status:404+sort:duration');
    expect(html.trim()).toMatch(/<\/html>$/);
  });

  test('a search inside details is not counted', async () => {
    const { read } = await pages();
    expect((await read('?q=status:404+log:nothing')).text).toContain(
      'Without status 404 : not counted Without log nothing : 1 request',
    );
  });

  test('an empty book says how to start', async () => {
    const { read } = await servePages();
    const { text, html } = await read('');
    expect(text).toContain(
      'No requests have been recorded yet. Start your app with Gatebook and send it a request.',
    );
    expect(html).toContain('data-live');
    expect((await read('?q=status:404')).html).not.toContain('data-live');
  });
});
