import { describe, expect, test } from 'vitest';
import type { Seq } from '../../src/profile/token.ts';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { linkHref, profile, servePages, textOf } from '../support/test-page.ts';

describe('the summary', () => {
  test('shows client, URL, time, duration, status and tags', async () => {
    const { open, tokenOf } = await servePages(
      profile({ seq: 1, status: 503, error: 'TypeError', route: '/cart/:id', tags: ['checkout', '<b>'] }),
    );
    const { text } = await open(1);
    expect(text).toContain('503 GET https://shop.example /');
    expect(text).toMatch(
      new RegExp(
        `203\\.0\\.113\\.7 1\\.0\\.0 1\\.5 ms 06-Nov-2026 21:20:00\\.000000 UTC .* ago ${tokenOf(1)} `,
      ),
    );
    expect(text).toContain('Client 203.0.113.7 ( browser )');
    expect(text).toContain('Time 06-Nov-2026 21:20:00.000000 UTC');
    expect(text).toContain('Duration 1.5 ms Status 503 Service Unavailable Error TypeError Route /cart/:id');
    expect(text).toContain('Tags checkout &lt;b&gt;');
  });

  test('names the request that held the event loop', async () => {
    const waitedFor = (seq: number) => ({ seq: seq as Seq, duration: 20_000 });
    const { open, tokenOf } = await servePages(
      profile({ seq: 1, method: 'POST', route: '/report' }, { loopDelay: 300, held: 230_000 }),
      profile({ seq: 2 }, { loopDelay: 25_000, waitedFor: waitedFor(1) }),
      profile({ seq: 3 }, { loopDelay: 25_000, waitedFor: waitedFor(9) }),
    );
    expect((await open(1)).text).toContain('Event-loop delay 300 µs , held by this request for 230 ms');
    const { html, text } = await open(2);
    expect(text).toContain(`Event-loop delay 25 ms , waited 20 ms for POST /report ${tokenOf(1)}`);
    expect(linkHref(html, 'POST /report')).toBe(`/_profiler/${tokenOf(1)}`);
    expect((await open(3)).text).toContain(`for ${tokenOf(9)} , which is no longer in the book`);
  });

  test('says why a request has no response, and what ended the process', async () => {
    const endedBy = 'process exit with code 1';
    const { open, read } = await servePages(
      profile({ seq: 1, status: 499, error: 'Aborted' }),
      profile({ seq: 2, status: 499, error: 'ProcessExited' }, { endedBy }),
      profile({ seq: 3, status: 499, error: 'TypeError' }, { endedBy }),
      profile({ seq: 4, status: 200, error: 'Aborted' }),
    );
    expect((await open(4)).text).toContain(
      'Status 200 OK, but the connection was closed during the response Error',
    );
    expect((await open(1)).text).toContain(
      'Status 499 Client closed the connection before the response Error',
    );
    const ended = `Ended by ${endedBy} Error`;
    expect((await open(2)).text).toContain(`Status 499 Process exited before the response ${ended}`);
    expect((await open(3)).text).toContain(`Status 499 Connection closed before the response ${ended}`);
    expect((await read('')).html).toContain('title="process exited before the response"');
  });

  test('cuts a long URL in the middle, and has the full one collapsed', async () => {
    const url = `https://shop.example/${'a'.repeat(2000)}/end`;
    const { html } = await (await servePages(profile({ seq: 1, url }))).open(1);
    const heading = textOf(/<h1>.*?<\/h1>/s.exec(html)?.[0] ?? '');
    expect(heading).toMatch(/^200 GET https:\/\/shop\.example \/a+ … 1,745 characters … a+\/end$/);
    expect(html).toContain(`<code class="whole-url">${url}</code>`);
  });

  test('links values to a search for them, unless they cannot be searched for', async () => {
    const { openAll, read } = await servePages(
      profile({ seq: 1, userAgent: 'a*b "c", d', host: 'x\u0000y', route: '/a'.repeat(2000), error: 'E\n' }),
    );
    const { html, text } = await openAll(1);
    const link = linkHref(html, 'a*b &quot;c&quot;, d') ?? '';
    const found = await read(link.replace('/_profiler', '').replaceAll('&amp;', '&'));
    expect(found.text).toContain('1 result found');
    expect(text).toContain('Host x\\u{0}y');
    for (const value of ['x\\u{0}y', 'E\\u{a}', '/a'.repeat(2000)])
      expect(linkHref(html, value)).toBeUndefined();
  });

  test('links to exports, code and similar requests', async () => {
    const { open, tokenOf } = await servePages(
      profile({ seq: 1, time: T0 - 30, status: 200, route: '/cart' }),
      profile({ seq: 2, time: T0 - 20, status: 404, route: '/cart' }),
      profile({ seq: 3, time: T0 - 10, status: 200, route: '/other' }),
      profile({ seq: 4, time: T0, status: 500, route: '/cart' }),
    );
    const { html, text } = await open(4);
    const token = tokenOf(4);
    expect(linkHref(html, 'Permanent link')).toBe(`/_profiler/${token}`);
    expect(linkHref(html, 'Copy as curl')).toBe(`/_profiler/${token}/snippet?lang=curl`);
    expect(linkHref(html, 'HAR')).toBe(`/_profiler/${token}.har`);
    expect(linkHref(html, 'JSON')).toBe(`/_profiler/${token}.json`);
    expect(linkHref(html, 'Copy as fetch')).toBe(`/_profiler/${token}/snippet?lang=javascript`);
    expect(linkHref(html, 'Copy as failing test')).toBe(`/_profiler/${token}/snippet?lang=node-test`);
    const compare = (seq: number) => `/_profiler/compare?a=${tokenOf(seq)}&amp;b=${token}`;
    expect(linkHref(html, 'Compare with the one before')).toBe(compare(2));
    expect(linkHref(html, 'Compare')).toBe(compare(1));
    expect(text).toContain(`Last worked`);
    expect(linkHref((await open(1)).html, 'Compare with the one before')).toBeUndefined();
  });
});

describe('newer and older', () => {
  const book = () =>
    servePages(
      ...[200, 404, 200, 404, 200].map((status, i) => profile({ seq: i + 1, time: T0 + i, status })),
    );

  test('link to the neighbours among all profiles', async () => {
    const { open, tokenOf } = await book();
    const { html } = await open(3);
    expect(linkHref(html, '‹ Newer')).toBe(`/_profiler/${tokenOf(4)}`);
    expect(linkHref(html, 'Older ›')).toBe(`/_profiler/${tokenOf(2)}`);
    expect(linkHref(html, 'All profiles')).toBe('/_profiler');
  });

  test('link to the neighbours in the search the profile was opened from', async () => {
    const { open, tokenOf } = await book();
    for (const query of ['?q=status%3A200', `?from=${encodeURIComponent('q=status:200')}`]) {
      const { html } = await open(3, query);
      expect(linkHref(html, '‹ Newer')).toBe(
        `/_profiler/${tokenOf(5)}${query.replace('from=q%3D', 'from=q%3D')}`,
      );
      expect(linkHref(html, 'Older ›')).toContain(`/_profiler/${tokenOf(1)}?`);
      expect(linkHref(html, 'Back to search')).toBe('/_profiler?q=status%3A200');
    }
  });

  test('keep the panel, and the panels keep the search', async () => {
    const { open, tokenOf } = await book();
    const { html } = await open(3, '?q=status%3A200&panel=client&tz=Europe%2FZagreb');
    const rest = '?q=status%3A200&amp;tz=Europe%2FZagreb';
    expect(linkHref(html, '‹ Newer')).toBe(`/_profiler/${tokenOf(5)}${rest}&amp;panel=client`);
    expect(linkHref(html, 'Back to search')).toBe(`/_profiler${rest}`);
    expect(html).toContain(`href="/_profiler/${tokenOf(3)}${rest}&amp;panel=everything"`);
    expect(html).toMatch(new RegExp(`href="/_profiler/${tokenOf(3)}[^"]*panel=client" aria-current="page"`));
    expect(html).not.toContain('client-requests-heading"><a href="/_profiler?q=status');
  });

  test('an unknown panel is the summary', async () => {
    const { open } = await book();
    for (const panel of ['nothing', '', '__proto__', 'x'.repeat(5000)]) {
      const { html, status } = await open(3, `?panel=${panel}`);
      expect(status).toBe(200);
      expect(html).toContain('id="summary"');
    }
  });

  test('are not links at the ends of the search', async () => {
    const { open } = await book();
    expect(linkHref((await open(5)).html, '‹ Newer')).toBeUndefined();
    expect(linkHref((await open(1)).html, 'Older ›')).toBeUndefined();
  });

  test('refer to all profiles if the search is not valid', async () => {
    const { open, tokenOf } = await book();
    const { html, status } = await open(3, '?q=stauts:200');
    expect(status).toBe(200);
    expect(linkHref(html, 'Older ›')).toBe(`/_profiler/${tokenOf(2)}`);
  });
});
