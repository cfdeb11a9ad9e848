import { expect, test } from 'vitest';
import type { Detail } from '../../src/profile/profile.ts';
import type { Sample } from '../../src/store/conformance/sample-profile.ts';
import { profile, servePages, sql, textOf } from '../support/test-page.ts';

const QUERY = 'SELECT * FROM lines WHERE "order" = $1';
const looped: Partial<Detail> = { spans: Array.from({ length: 12 }, (_, i) => sql(QUERY, 10 * i)) };
const plain: Partial<Detail> = { spans: [sql('SELECT * FROM orders', 0)] };

let seq = 1;
const requests = (count: number, sample: Partial<Sample>, detail: Partial<Detail> | null) =>
  Array.from({ length: count }, () =>
    profile(
      {
        seq: seq++,
        queries: detail?.spans?.length ?? 12,
        ...(detail === null && { detail: 'policy' }),
        ...sample,
      },
      detail,
    ),
  );

async function routesOf(...profiles: ReturnType<typeof requests>[]) {
  const { read, tokenOf } = await servePages(...profiles.flat());
  const html = async (query: string) => (await read(`/routes${query}`)).html;
  return {
    read,
    tokenOf,
    /** The tag of a route; empty if it has none. */
    tagOf: async (route: string, query = '') =>
      [...(await html(query)).matchAll(/<tr[^>]*><th scope="row".*?<\/tr>/gs)]
        .map(([row]) => row)
        .filter((row) => textOf(row).startsWith(`GET ${route} `))
        .map((row) => /<a class="tag".*?<\/a>/s.exec(row)?.[0] ?? '')
        .join(),
  };
}

test('a route that repeats a query in most of its requests is marked, and shows one', async () => {
  const orders = requests(4, { route: '/orders' }, looped);
  const { read, tagOf, tokenOf } = await routesOf(
    orders,
    requests(1, { route: '/orders' }, plain),
    requests(3, { route: '/home' }, plain),
  );
  const tag = await tagOf('/orders', '?tz=Europe/Zagreb');
  expect(textOf(tag)).toBe('N+1');
  expect(tag).toContain(
    'title="In 4 of the latest 5 requests, a query is repeated. One ran this 12 times: SELECT * FROM lines WHERE &quot;order&quot; = $1"',
  );
  const href = /href="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(
    orders.map(({ entry }) => `/_profiler/${tokenOf(entry.seq)}?tz=Europe%2FZagreb&panel=queries`),
  ).toContain(href);
  expect((await read(href.replace('/_profiler', ''))).text).toContain('the same query ran 12 times');
  expect(await tagOf('/home')).toBe('');
});

test('a route is not marked if half of its requests repeat a query, or if their details are not known', async () => {
  const { tagOf } = await routesOf(
    requests(2, { route: '/half' }, looped),
    requests(2, { route: '/half' }, plain),
    requests(3, { route: '/unknown' }, null),
  );
  expect(await tagOf('/half')).toBe('');
  expect(await tagOf('/unknown')).toBe('');
});

test('requests without queries, such as redirects to a login, do not count', async () => {
  const { tagOf } = await routesOf(
    requests(3, { route: '/orders', status: 302 }, { spans: [] }),
    requests(2, { route: '/orders' }, looped),
  );
  expect(await tagOf('/orders')).toContain('In 2 of the latest 2 requests, a query');
});

test('requests without detail do not count, nor do requests outside of the search', async () => {
  const { tagOf } = await routesOf(
    requests(1, { route: '/orders', status: 200 }, looped),
    requests(5, { route: '/orders', status: 200 }, null),
    requests(2, { route: '/orders', status: 500 }, plain),
  );
  expect(await tagOf('/orders')).toBe('');
  expect(await tagOf('/orders', '?q=status:200')).toContain('In 1 of the latest 1 request, a');
});
