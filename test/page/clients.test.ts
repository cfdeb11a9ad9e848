import { describe, expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import {
  from,
  hrefsOf,
  MINUTE,
  namesOf,
  openClients,
  rowsOf,
  times,
  visits,
} from '../support/clients-page.ts';
import { requester, storeWith } from '../support/export-fixtures.ts';
import { textOf } from '../support/test-page.ts';

describe('the table', () => {
  test('lists clients with their figures, which open the requests behind them', async () => {
    const { html, text } = await (await openClients(visits()))();
    expect(text).toContain('4 clients, 11 requests');
    expect(namesOf(html)).toEqual(['198.51.100.23', '203.0.113.7', '2001:db8::/64', '203.0.113.8']);
    const [visitor = '', scanner = '', ipv6 = ''] = rowsOf(html);
    expect(textOf(visitor)).toMatch(
      /^198.51.100.23 browser 5 0 1 1 1.49 ms 06-Nov-2026 21:20:00 06-Nov-2026 21:24:00 At most 1 in /,
    );
    expect(hrefsOf(visitor)).toEqual([
      '/_profiler/clients?q=ip:198.51.100.23',
      '/_profiler/clients?q=client:browser',
      '/_profiler?q=ip:198.51.100.23+kind:main',
      '/_profiler?q=ip:198.51.100.23+status:5xx+kind:main',
    ]);
    expect(scanner).toContain('title="Requests: 3 scanner"');
    expect(textOf(scanner)).toMatch(/^203.0.113.7 scanner 3 1 0 1 /);
    expect(hrefsOf(ipv6)[0]).toBe('/_profiler/clients?q=ip:2001:db8::/64');
  });

  test('keeps the search, also where its terms are about addresses', async () => {
    const read = await openClients(visits());
    const { html } = await read('?q=ip:2001:db8::5+status:200&tz=Europe/Zagreb');
    expect(namesOf(html)).toEqual(['2001:db8::/64']);
    expect(hrefsOf(rowsOf(html)[0] ?? '')[0]).toBe(
      '/_profiler/clients?q=ip:2001:db8::5+status:200+ip:2001:db8::/64&tz=Europe/Zagreb',
    );
    expect(html).toContain('action="/_profiler/clients"');
    expect(html).toContain('Remove filter: status 200');
    expect(hrefsOf(html)).toContain('/_profiler/clients?q=ip:2001:db8::5&tz=Europe/Zagreb');
    expect(hrefsOf(html)).toContain(
      '/_profiler/clients?q=ip:2001:db8::5+status:200+since:24h&tz=Europe/Zagreb',
    );
  });

  test.each([
    ['', ['a', 'b', 'c'], 'Requests'],
    ['?order=errors', ['b', 'c', 'a'], '4xx and 5xx'],
    ['?order=last', ['c', 'a', 'b'], 'Last seen'],
    ['?order=__proto__', ['a', 'b', 'c'], 'Requests'],
  ])('is sorted by %s', async (query, order, heading) => {
    const addresses: Record<string, string> = { '192.0.2.1': 'a', '192.0.2.2': 'b', '192.0.2.3': 'c' };
    const read = await openClients([
      ...times(4, () => from('192.0.2.1', { time: T0 + 1 })),
      ...times(3, () => from('192.0.2.2', { status: 404 })),
      ...times(2, () => from('192.0.2.3', { time: T0 + 2, status: 500 })),
    ]);
    const { html } = await read(query);
    expect(namesOf(html).map((name) => addresses[name])).toEqual(order);
    const [sorted = ''] = /<th [^>]*aria-sort="descending".*?<\/th>/s.exec(html) ?? [];
    expect(textOf(sorted)).toBe(heading);
  });

  test('has the others in its last line', async () => {
    const many = [...Array(120).keys()].flatMap((i) => times(i < 100 ? 2 : 1, () => from(`192.0.2.${i}`)));
    const read = await openClients(many);
    expect((await read()).text).toContain('120 clients, 220 requests');
    expect((await read()).text).toContain('and 20 other clients with 20 requests.');
    expect((await read('?order=last')).text).toContain(
      'with 20 requests. Only the 100 clients with the most requests are listed and sorted.',
    );
    expect((await (await openClients(visits()))()).text).not.toContain('other client');
  });

  test('shows text that is not an address escaped, without links to it', async () => {
    const hostile = '"><script>ran()</script>\u202e';
    const { html } = await (await openClients([from(hostile), from('')]))();
    expect(html).not.toMatch(/<script>|\u202e/);
    expect(namesOf(html)).toEqual(['no address', expect.stringContaining('&lt;script&gt;ran()')]);
    expect(rowsOf(html).flatMap(hrefsOf).join()).not.toMatch(/script|ip:/);
  });

  test('has a small plot for each client, in words too', async () => {
    const { html } = await (await openClients(visits()))();
    const plots = [...html.matchAll(/<svg class="sparkline".*?<\/svg>/gs)].map(([plot]) => plot);
    expect(plots).toHaveLength(4);
    expect(plots[1]).toContain('role="img" aria-label="At most 3 in 8.1 s, from 06-Nov-2026 21:20:00"');
  });
});

describe('one client', () => {
  test('has its evidence in words', async () => {
    const paths = ['/.env', '/.env', '/.git/config', '/wp-login.php', '/unknown'];
    const read = await openClients([
      ...paths.map((path, i) =>
        from('203.0.113.7', {
          time: T0 + i * MINUTE,
          status: 404,
          url: `http://h${path}`,
          client: 'scanner',
        }),
      ),
      from('198.51.100.23'),
    ]);
    const { html, text } = await read('?q=ip:203.0.113.7');
    expect(text).toMatch(
      /This client asked for 4 different paths in 5 requests. Evidence: asked for \d paths that only scanners ask for, .*5 failed requests in 4 min, none answered with 2xx or 3xx\./,
    );
    expect(namesOf(html)).toEqual(['203.0.113.7']);
    expect(hrefsOf(rowsOf(html)[0] ?? '')[0]).toBe('/_profiler?q=ip:203.0.113.7');
    expect((await read()).text).not.toContain('This client asked');
  });

  test('has its requests, or those of one user, the oldest first, with long pauses marked', async () => {
    const read = await openClients([
      from('192.0.2.1', { time: T0, user: 'ana', url: 'http://h/first' }),
      from('192.0.2.2', { time: T0 + 12 * MINUTE, user: 'ana', url: 'http://h/later' }),
      from('192.0.2.2', { time: T0 + 13 * MINUTE, user: 'bob', url: 'http://h/other' }),
    ]);
    const visits = async (query: string) =>
      textOf(/<section class="card listed".*?<\/section>/s.exec((await read(query)).html)?.[0] ?? '');
    expect(await visits('?q=user:ana')).toMatch(
      /Requests, oldest first .*\/first .* 12 min later .*\/later /,
    );
    expect(await visits('?q=ip:192.0.2.2')).toMatch(/\/later .*\/other /);
    expect(await visits('?q=ip:192.0.2.2')).not.toMatch(/ min later|\/first /);
    expect(await visits('')).toBe('');
  });

  test('says which of its requests are those of a scanner: others can share its address', async () => {
    const read = await openClients([
      ...times(2, () => from('203.0.113.7')),
      from('203.0.113.7', { client: 'scanner', status: 404, url: 'http://h/.env' }),
    ]);
    const { html, text } = await read('?q=ip:203.0.113.7');
    expect(text).toContain('Requests by class: 2 browser, 1 scanner.');
    expect(html).toContain('title="Requests: 2 browser, 1 scanner"');
  });

  test('without evidence if the requests can not be read', async () => {
    const search = () => Promise.reject(new Error('The disk is gone.'));
    const read = await openClients(visits(), { search });
    const { html } = await read('?q=ip:203.0.113.7');
    expect(namesOf(html)).toEqual(['203.0.113.7']);
    expect(html).not.toContain('class="evidence"');
  });
});

describe('states', () => {
  test('a book without requests', async () => {
    const { text } = await (await openClients([]))();
    expect(text).toContain(
      'No requests have been recorded yet. Send a request to your app and reload this page.',
    );
  });

  test('a search without matches', async () => {
    const read = await openClients(visits());
    const { html, text } = await read('?q=status:418');
    expect(text).toContain('No matching requests. Remove a filter, or show all .');
    expect(text).not.toContain('Only main requests');
    expect(hrefsOf(html)).toContain('/_profiler/clients');
    expect((await read('?q=kind:sub')).text).toContain('Only main requests are counted here');
  });

  test('counting that reached its time limit', async () => {
    const store = await storeWith(visits().map(sampleProfile));
    const read = await openClients(visits(), {
      groups: async (terms, by, limit) => ({
        ...(await store.groups(terms, by, limit)),
        searchedTo: T0 as Micros,
      }),
    });
    const { html, text } = await read('?q=h');
    expect(text).toContain('4+ clients, 11+ requests');
    expect(text).toContain(
      'Counted back to 06-Nov-2026 21:20:00 . Counting reached its time limit, so older requests are not included. Search only the counted range',
    );
    expect(hrefsOf(html)).toContain('/_profiler/clients?q=h+since:2026-11-06T21:20Z');
  });

  test('counting that failed, after the form was sent', async () => {
    const groups = () => Promise.reject(new Error('The disk is <gone>.'));
    const { html, text } = await (await openClients([], { groups }))('?q=h&order=last');
    expect(text).toContain('The requests could not be counted: The disk is &lt;gone&gt;.');
    expect(html).toContain('<a href="/_profiler/clients?q=h&amp;order=last">Try again</a>');
  });

  test('the form is sent before the requests are counted', async () => {
    let count = () => {};
    const counted = new Promise<void>((resolve) => {
      count = resolve;
    });
    const store = await storeWith(visits().map(sampleProfile));
    const request = requester({
      ...store,
      groups: (...args) => counted.then(() => store.groups(...args)),
    });
    const response = await request('/clients');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? '';
    expect(first).toContain('Counting requests…');
    expect(first).not.toContain('<table');
    count();
    expect((await reader?.read())?.value).toContain('<table');
  });

  test('mistakes, and searches inside details', async () => {
    const read = await openClients(visits());
    const mistake = await read('?q=status:4');
    expect(mistake.response.status).toBe(400);
    expect(mistake.html).toContain('action="/_profiler/clients"');
    const details = await read('?q=log:timeout');
    expect(details.response.status).toBe(400);
    expect(details.text).toContain('A search inside details cannot be grouped: remove &quot;log:&quot;.');
  });
});

test('the form redirects to an address with one query text, and keeps the order', async () => {
  const { response } = await (await openClients([]))('?shown=a&q=a&status=4xx&order=errors&limit=10');
  expect(response.headers.get('location')).toBe('/_profiler/clients?q=a+status:4xx&order=errors');
});

test('the navigation keeps the search and marks the current page', async () => {
  const request = requester(await storeWith(visits().map(sampleProfile)));
  const navigation = async (path: string) =>
    /<nav aria-label="Pages">(.*?)<\/nav>/s.exec(await (await request(path)).text())?.[1] ?? '';
  for (const [path, current] of [
    ['', 'Search'],
    ['/clients', 'Clients'],
  ]) {
    const html = await navigation(`${path}?q=status:4xx+since:1h&tz=Europe/Zagreb&limit=50`);
    const query = 'q=status:4xx+since:1h&tz=Europe/Zagreb';
    expect(hrefsOf(html)).toEqual(
      expect.arrayContaining([`/_profiler?${query}`, `/_profiler/clients?${query}`]),
    );
    expect(/<a [^>]*aria-current="page"[^>]*>(.*?)<\/a>/.exec(html)?.[1]).toBe(current);
  }
  expect(await navigation('/unknown')).not.toContain('aria-current');
});
