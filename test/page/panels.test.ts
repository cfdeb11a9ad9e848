import { describe, expect, test } from 'vitest';
import type { Detail } from '../../src/profile/profile.ts';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { linkHref, profile, railText, sectionText, servePages, sql, textOf } from '../support/test-page.ts';

describe('the panels', () => {
  test('show counts, and report an N+1 query', async () => {
    const loop = Array.from({ length: 12 }, (_, i) => sql('SELECT * FROM lines WHERE id = ?', 100 + i * 30));
    const { openAll } = await servePages(
      profile(
        { seq: 1 },
        {
          spans: [
            ...loop,
            sql('SELECT 1', 700),
            sql('GET https://pay.example/', 800, { kind: 'http', status: 502 }),
          ],
          logs: [{ at: 5, source: 'pino', level: 'warn', text: 'slow', fields: '{"ms":3}' }],
          notes: [{ key: 'user', value: '7' }],
          omitted: { logs: 31 },
        },
      ),
    );
    const { html } = await openAll(1);
    expect(railText(html)).toBe(
      'Summary Timeline 14 Queries 13 ! Logs 1 Outgoing 1 ! Request 3 Notes 1 Client Raw Empty (3) Exception Body Sub-requests Everything',
    );
    expect(sectionText(html, 'queries')).toContain('N+1 query: the same query ran 12 times, 240 µs in total');
    expect(sectionText(html, 'outgoing')).toContain('GET https://pay.example/ 502');
    expect(sectionText(html, 'logs')).toContain('5 µs warn pino slow {&quot;ms&quot;:3}');
    expect(sectionText(html, 'logs')).toContain('31 more log lines were omitted');
    expect(sectionText(html, 'notes')).toContain('user 7');
    expect(sectionText(html, 'timeline')).toContain('sql SELECT * FROM lines WHERE id = ? 12× 240 µs');
    expect(html).not.toMatch(/ style=|<style/);
  });

  test('show the exception first, with its causes', async () => {
    const cause = {
      name: 'TypeError',
      message: 'x is undefined',
      stack: '    at y (/far/away.js:1:2)',
      cause: null,
    };
    const { openAll } = await servePages(
      profile(
        { seq: 1 },
        { exception: { name: 'Error', message: 'failed', stack: '', cause }, spans: [sql('S', 1)] },
      ),
    );
    const { html } = await openAll(1);
    expect(railText(html)).toMatch(/^Summary Exception Timeline 1 Queries 1/);
    expect(sectionText(html, 'exception')).toContain(
      'Error failed ← TypeError x is undefined Error failed Caused by TypeError x is undefined at y (/far/away.js:1:2)',
    );
  });

  test('show the fields and errors of an exception, and the frames of the app first', async () => {
    const error = { name: 'Error', message: 'one', stack: '', cause: null, fields: '{"syscall":"connect"}' };
    const stack = [
      '    at handle (/app/node_modules/router/layer.js:1:2)',
      '    at async find (/far/orders.js:12:5)',
      '    at node:internal/process/task_queues:104:5',
    ].join('\n');
    const exception = {
      name: 'AggregateError',
      message: 'all failed',
      stack,
      cause: { name: 'object', message: '', stack: '', cause: null, isError: false as const },
      fields: '{"code":"ECONNREFUSED","details":{"tried":["<b>"]}}',
      errors: [error],
      moreErrors: 2,
    };
    const { openAll } = await servePages(profile({ seq: 1 }, { exception }));
    const text = sectionText((await openAll(1)).html, 'exception');
    expect(text).toContain('AggregateError all failed code ECONNREFUSED details {');
    expect(text).toContain('&quot;&lt;b&gt;&quot;');
    expect(text).toContain('at async find (/far/orders.js:12:5) Show 2 library frames at handle (');
    expect(text).toContain('Error 1 of 3 Error one syscall connect');
    expect(text).toContain('2 more errors were not recorded.');
    expect(text).toContain('Caused by object The value that was thrown is not an Error.');
  });

  test('show source lines for frames of the app, each only once', async () => {
    const error = new Error('shown');
    // As it is recorded: the frames only.
    const stack = error.stack?.replace(/^.*\n/, '') ?? '';
    const { openAll } = await servePages(
      profile(
        { seq: 1 },
        {
          exception: {
            name: 'Error',
            message: 'shown',
            stack,
            cause: { name: 'Error', message: 'cause', stack, cause: null },
          },
        },
      ),
    );
    const { html } = await openAll(1);
    expect(html.split('<mark>    const error = new Error(&#39;shown&#39;);</mark>')).toHaveLength(2);
  });

  test.each([
    ['off', 'This app does not record details.'],
    ['policy', 'not kept: the detail policy'],
    ['budget', 'dropped because the recording budget was exceeded, or writing was too slow'],
  ] as const)('say why the detail is missing: %s', async (state, reason) => {
    const { open, openAll } = await servePages(profile({ seq: 1, detail: state }, null));
    expect((await open(1)).text).toContain(reason);
    const { html } = await openAll(1);
    for (const id of ['request', 'timeline', 'exception', 'logs', 'queries', 'outgoing', 'notes'])
      expect(sectionText(html, id)).toContain(reason);
    expect(railText(html)).toContain('Empty (');
  });

  test('say that nothing was recorded, that it was not instrumented, or where it is shown', async () => {
    const { phases: _phases, ...older } = profile({ seq: 2 }).detail ?? {};
    const { openAll } = await servePages(
      profile({ seq: 1 }),
      { ...profile({ seq: 2 }), detail: older as Detail },
      profile({ seq: 3, parent: 1, kind: 'error' }, { requestHeaders: [] }),
      profile({ seq: 4 }, { omitted: { logs: 31 } }),
    );
    expect(sectionText((await openAll(4)).html, 'logs')).toContain('31 more log lines were omitted');
    expect(sectionText((await openAll(1)).html, 'logs')).toContain('No logs were recorded.');
    expect(sectionText((await openAll(2)).html, 'logs')).toContain(
      'Not recorded: instrumentation was turned off',
    );
    const errorStage = (await openAll(3)).html;
    expect(sectionText(errorStage, 'logs')).toContain('Shown in the profile of the main request');
    expect(sectionText(errorStage, 'request')).toContain('Same as the main request.');
  });

  test('show what the client asked for five minutes before and after, with this request marked', async () => {
    const minutes = (count: number) => T0 + count * 60e6;
    const url = (path: string) => `https://shop.example/${path}`;
    const { open, tokenOf, read } = await servePages(
      profile({ seq: 1, time: minutes(-6), url: url('long-before') }),
      profile({ seq: 2, time: minutes(-4), url: url('before') }),
      profile({ seq: 3, time: minutes(-1), url: url('stranger'), ip: '198.51.100.1' }),
      profile({ seq: 4, time: T0, url: url('this') }),
      profile({ seq: 5, time: T0, parent: 4, kind: 'sub', url: url('part') }),
      profile({ seq: 6, time: minutes(4), url: url('after') }),
      profile({ seq: 7, time: minutes(6), url: url('long-after') }),
      profile({ seq: 8, time: minutes(20), ip: '' }),
    );
    for (const seq of [4, 5])
      for (const [panel, heading, listed] of [
        ['', 'before-heading', /shop\.example \/before .*\/this /],
        ['?panel=client', 'client-requests-heading', /shop\.example \/after .*\/this .*\/before/],
      ] as const) {
        const { html } = await open(seq, panel);
        const from = html.indexOf(`id="${heading}"`);
        const table = html.slice(from, html.indexOf('</table>', from));
        expect(textOf(table)).toMatch(listed);
        expect(table).not.toMatch(/stranger|long-/);
        expect(table.includes('/after')).toBe(panel !== '');
        expect(/<tr[^>]*data-token="(\w+)" aria-current="true"/.exec(table)?.[1]).toBe(tokenOf(4));
      }
    const { html } = await open(4);
    const href = linkHref(html, 'All from this client, 5 minutes before and after') ?? '';
    const found = await read(href.replace('/_profiler', '').replaceAll('&amp;', '&'));
    expect(found.text).toContain('4 results found');
    expect((await open(8, '?panel=client')).text).toContain('came through a local socket');
  });

  test('draw the longest of 500 spans, and list all of them in the table', async () => {
    const spans = Array.from({ length: 500 }, (_, i) => sql(`SELECT ${i}`, i * 2, { duration: i }));
    const { html } = await (await servePages(profile({ seq: 1 }, { spans }))).openAll(1);
    expect([...html.matchAll(/class="span-name"/g)].length).toBeLessThan(70);
    expect(sectionText(html, 'timeline')).toContain('440 shorter spans are not drawn');
    expect(sectionText(html, 'timeline')).toContain('SELECT 0');
    expect(html.length).toBeLessThan(400_000);
  });

  test('link notes and tags to a search for them, and queries to similar requests', async () => {
    const { openAll, read } = await servePages(
      profile(
        { seq: 1, tags: ['beta'] },
        { notes: [{ key: 'cart', value: 'a*b "c"' }], spans: [sql('SELECT * FROM lines WHERE id = ?', 5)] },
      ),
      profile({ seq: 2 }, { notes: [{ key: 'cart', value: 'axb "c"' }], spans: [sql('SELECT x', 5)] }),
    );
    const { html } = await openAll(1);
    for (const label of ['cart', 'beta', 'Similar requests']) {
      const href = linkHref(html, label) ?? expect.fail(label);
      const found = await read(href.replace('/_profiler', '').replaceAll('&amp;', '&'));
      expect(found.text, label).toContain('1 result found');
    }
  });

  test('open the profile of a call that the app sent to itself', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const url = 'https://shop.example/inner?a=1';
    const { open, tokenOf } = await servePages(
      profile({ seq: 1, trace }, { spans: [sql(`GET ${url}`, 1, { kind: 'http' })] }),
      profile({ seq: 2, trace, url }),
      profile({ seq: 3, url }),
    );
    const { html } = await open(1, '?panel=timeline');
    expect(linkHref(html, tokenOf(2))).toBe(`/_profiler/${tokenOf(2)}`);
  });

  test('count withheld headers', async () => {
    const { open } = await servePages(profile({ seq: 1 }));
    expect(sectionText((await open(1, '?panel=request')).html, 'request')).toMatch(
      /host shop\.example 1 header redacted authorization Response Status 200/,
    );
  });

  test('cut long values, and say how much', async () => {
    const long = 'x'.repeat(9000);
    const { openAll } = await servePages(
      profile({ seq: 1, url: `https://shop.example/${long}` }, { notes: [{ key: 'k', value: long }] }),
    );
    expect(sectionText((await openAll(1)).html, 'notes')).toContain('cut here, 7,000 more characters');
  });

  test('escape hostile values everywhere', async () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u0000\u001b[2J';
    const span = sql(evil, 1, {
      error: evil,
      system: evil,
      database: evil,
      calledFrom: evil,
      transaction: 3,
    });
    const { open, openAll, read, tokenOf } = await servePages(
      profile(
        {
          seq: 1,
          url: `https://x/${evil}`,
          method: evil,
          userAgent: evil,
          route: evil,
          error: evil,
          host: evil,
          operation: evil,
          user: evil,
          tags: [evil],
        },
        {
          spans: [span, { ...span, kind: 'http' }, { ...span, kind: 'app' }],
          logs: [{ at: 1, source: 'console', level: evil, text: evil, fields: evil }],
          notes: [{ key: evil, value: evil }],
          requestHeaders: [[evil, evil]],
          exception: {
            name: evil,
            message: evil,
            stack: evil,
            cause: { name: evil, message: evil, stack: evil, cause: null },
          },
        },
      ),
      profile({ seq: 2 }),
    );
    const pages = [
      await openAll(1),
      await open(1),
      ...(await Promise.all(
        [
          'exception',
          'timeline',
          'queries',
          'logs',
          'outgoing',
          'request',
          'notes',
          'client',
          'raw',
          evil,
        ].map((panel) => open(1, `?${new URLSearchParams({ panel })}`)),
      )),
      await read(`/compare?a=${tokenOf(1)}&b=${tokenOf(2)}`),
      await read(`/compare?a=${encodeURIComponent(evil)}&b=x`),
    ];
    for (const { html } of pages) {
      expect(html).not.toMatch(/<script>|<img|\u202e/i);
      expect(html).not.toContain('\u001b');
    }
  });
});
