import { describe, expect, test } from 'vitest';
import { linkHref, profile, servePages, textOf } from '../support/test-page.ts';

const search = async (pages: Awaited<ReturnType<typeof servePages>>, query: string) =>
  (await pages.read(`?q=${encodeURIComponent(query)}`)).text;

describe('users, tags, operations and queries', () => {
  test('are in the summary of a profile, and each links to a search for it', async () => {
    const pages = await servePages(
      profile({
        seq: 1,
        operation: 'GetCart',
        user: 'ann*"x',
        tags: ['beta', 'a b'],
        queries: 1200,
        queryTime: 15_000,
      }),
      profile({ seq: 2 }),
    );
    const { html, text } = await pages.open(1);
    expect(text).toContain('Operation GetCart User ann*&quot;x');
    expect(text).toContain('Queries 1,200 in 15 ms');
    expect(text).toContain('Tags beta a b');
    for (const label of ['GetCart', 'ann*&quot;x', 'beta', 'a b']) {
      const href = linkHref(html, label)?.replace('/_profiler', '').replaceAll('&amp;', '&') ?? '/nowhere';
      expect((await pages.read(href)).text, label).toContain('1 result found');
    }
    expect((await pages.open(2)).text).not.toMatch(/ User (?!agent)| Tags | Operation | Queries \d/);
  });

  test('are in the JSON, HAR and CSV of a profile and of a search, and in a comparison', async () => {
    const labels = { operation: 'GetCart', user: 'ann', tags: ['beta', 'eu'], queries: 3, queryTime: 1500 };
    const pages = await servePages(profile({ seq: 1, ...labels }), profile({ seq: 2 }));
    const [token, other] = [pages.tokenOf(1), pages.tokenOf(2)];
    expect(JSON.parse((await pages.read(`/${token}.json`)).html)).toMatchObject(labels);
    const har = JSON.parse((await pages.read(`/${token}.har`)).html);
    expect(har.log.entries[0]).toMatchObject({
      _operation: 'GetCart',
      _user: 'ann',
      _tags: ['beta', 'eu'],
      _queries: 3,
      _queryTime: 1.5,
    });
    expect((await pages.read('/export.csv?user=ann')).html).toContain(',GetCart,ann,"beta, eu",3,1.5,');
    expect(JSON.parse((await pages.read('/export.json?user=ann')).html).entries).toMatchObject([labels]);
    const { text } = await pages.read(`/compare?a=${token}&b=${other}`);
    expect(text).toMatch(/operation GetCart .*user ann .*tag beta, eu .*query count 3 0/);
  });

  test('are facets of all matches, at most ten values of each, without error stages', async () => {
    const pages = await servePages(
      ...Array.from({ length: 40 }, (_, seq) =>
        profile({
          seq,
          kind: seq % 2 === 0 ? 'main' : 'error',
          user: seq < 8 ? 'ann' : `user ${seq}`,
          tags: seq < 4 ? ['beta', '__proto__'] : [],
        }),
      ),
    );
    const { html } = await pages.read('');
    const facet = (name: string) =>
      textOf(new RegExp(`<section class="facet facet-${name}">.*?</section>`, 's').exec(html)?.[0] ?? '');
    expect(facet('user')).toMatch(/^User ann 4 user \d+ 1/);
    expect(facet('user').match(/ 1\b/g)?.length).toBeLessThan(20);
    expect(facet('user')).toContain('6 more');
    expect(facet('tag')).toBe('Tag __proto__ 2 beta 2');
    expect(facet('operation')).toBe('');
    expect(linkHref(html.replaceAll(/ class="value"| title="[^"]*"/g, ''), 'beta')).toBe(
      '/_profiler?q=tag:beta',
    );
  });

  test('count every match, however many there are', async () => {
    const many = Array.from({ length: 1200 }, (_, seq) =>
      profile({ seq, user: seq < 700 ? 'ann' : 'bob', tags: seq % 3 === 0 ? ['beta'] : [] }, null),
    );
    const { text } = await (await servePages(...many)).read('');
    expect(text).toContain('User ann 700 bob 500');
    expect(text).toContain('Tag beta 400');
  });

  test('can be searched for by the form, with text that looks like a pattern', async () => {
    const pages = await servePages(
      profile({ seq: 1, user: 'a,b', tags: ['x,y'], queries: 21, queryTime: 150_000 }),
      profile({ seq: 2, user: 'a', tags: ['x'] }),
    );
    expect((await pages.read('?user=a,b')).text).toContain('1 result found');
    expect((await pages.read('?tag=x,y')).text).toContain('1 result found');
    expect((await pages.read('?queries=>20&querytime=>100ms')).text).toContain('1 result found');
    expect(await search(pages, 'user:a,"a,b"')).toContain('2 results found');
    expect(await search(pages, '-user:a*')).toContain('No results found');
  });
});
