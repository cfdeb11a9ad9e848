import { describe, expect, test } from 'vitest';
import { T0 } from '../../src/store/sample-profile.ts';
import { linkHref, profile, servePages, textOf } from '../support/test-page.ts';

describe('the summary', () => {
  test('says who, what, when, how long and how it ended', async () => {
    const { open, tokenOf } = await servePages(
      profile({ seq: 1, status: 503, error: 'TypeError', route: '/cart/:id' }, { tags: ['checkout', '<b>'] }),
    );
    const { text } = await open(1);
    expect(text).toContain('503 GET https://shop.example/');
    expect(text).toContain(`Token ${tokenOf(1)}`);
    expect(text).toContain('Client 203.0.113.7 ( browser )');
    expect(text).toContain('Time 06-Nov-2026 21:20:00.000000 UTC');
    expect(text).toContain('Duration 1.5 ms Ended 503 Service Unavailable Error TypeError Route /cart/:id');
    expect(text).toContain('Tags checkout &lt;b&gt;');
  });

  test('cuts a long URL in its middle, and has the whole of it folded away', async () => {
    const url = `https://shop.example/${'a'.repeat(2000)}/end`;
    const { html } = await (await servePages(profile({ seq: 1, url }))).open(1);
    const heading = textOf(/<h1>.*?<\/h1>/s.exec(html)?.[0] ?? '');
    expect(heading).toMatch(/^200 GET https:\/\/shop\.example\/a+ … 1,745 characters … a+\/end$/);
    expect(html).toContain(`<code class="whole-url">${url}</code>`);
  });

  test('leads from a value to its like, and from what can not be asked for nowhere', async () => {
    const { open, read } = await servePages(
      profile({ seq: 1, userAgent: 'a*b "c", d', host: 'x\u0000y', route: '/a'.repeat(2000), error: 'E\n' }),
    );
    const { html, text } = await open(1);
    const like = linkHref(html, 'a*b &quot;c&quot;, d') ?? '';
    const found = await read(like.replace('/_profiler', '').replaceAll('&amp;', '&'));
    expect(found.text).toContain('1 results found');
    expect(text).toContain('Host x\\u{0}y');
    for (const value of ['x\\u{0}y', 'E\\u{a}', '/a'.repeat(2000)])
      expect(linkHref(html, value)).toBeUndefined();
  });

  test('leads out of the page, and to the comparison', async () => {
    const { open, tokenOf } = await servePages(
      profile({ seq: 1, time: T0 - 30, status: 200, route: '/cart' }),
      profile({ seq: 2, time: T0 - 20, status: 404, route: '/cart' }),
      profile({ seq: 3, time: T0 - 10, status: 200, route: '/other' }),
      profile({ seq: 4, time: T0, status: 500, route: '/cart' }),
    );
    const { html } = await open(4);
    const token = tokenOf(4);
    expect(linkHref(html, 'Permanent link')).toBe(`/_profiler/${token}`);
    expect(linkHref(html, 'curl')).toBe(`/_profiler/${token}/snippet?lang=curl`);
    expect(linkHref(html, 'HAR')).toBe(`/_profiler/${token}.har`);
    expect(linkHref(html, 'JSON')).toBe(`/_profiler/${token}.json`);
    expect(linkHref(html, 'Python')).toBe(`/_profiler/${token}/snippet?lang=python`);
    const compare = (seq: number) => `/_profiler/compare?a=${token}&amp;b=${tokenOf(seq)}`;
    expect(linkHref(html, `The previous one of this route (${tokenOf(2)})`)).toBe(compare(2));
    expect(linkHref(html, `The last of this route that succeeded (${tokenOf(1)})`)).toBe(compare(1));
  });
});

describe('the way on in the search', () => {
  const book = () =>
    servePages(
      ...[200, 404, 200, 404, 200].map((status, i) => profile({ seq: i + 1, time: T0 + i, status })),
    );

  test('leads to the newer and the older of all profiles', async () => {
    const { open, tokenOf } = await book();
    const { html } = await open(3);
    expect(linkHref(html, '‹ Newer')).toBe(`/_profiler/${tokenOf(4)}`);
    expect(linkHref(html, 'Older ›')).toBe(`/_profiler/${tokenOf(2)}`);
    expect(linkHref(html, 'All profiles')).toBe('/_profiler');
  });

  test('leads to those of the search it was opened from, and back to it', async () => {
    const { open, tokenOf } = await book();
    for (const query of ['?q=status%3A200', `?from=${encodeURIComponent('q=status:200')}`]) {
      const { html } = await open(3, query);
      expect(linkHref(html, '‹ Newer')).toBe(
        `/_profiler/${tokenOf(5)}${query.replace('from=q%3D', 'from=q%3D')}`,
      );
      expect(linkHref(html, 'Older ›')).toContain(`/_profiler/${tokenOf(1)}?`);
      expect(linkHref(html, 'Back to the search')).toBe('/_profiler?q=status%3A200');
    }
  });

  test('ends where the search ends', async () => {
    const { open } = await book();
    expect(linkHref((await open(5)).html, '‹ Newer')).toBeUndefined();
    expect(linkHref((await open(1)).html, 'Older ›')).toBeUndefined();
  });

  test('is that of all profiles when the search makes no sense', async () => {
    const { open, tokenOf } = await book();
    const { html, status } = await open(3, '?q=stauts:200');
    expect(status).toBe(200);
    expect(linkHref(html, 'Older ›')).toBe(`/_profiler/${tokenOf(2)}`);
  });
});
