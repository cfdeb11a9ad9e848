import { expect, test } from 'vitest';
import { linkHref, profile, servePages, textOf } from '../support/test-page.ts';

const facetIn = (html: string, name: string) =>
  textOf(new RegExp(`<section class="facet facet-${name}">.*?</section>`, 's').exec(html)?.[0] ?? '');

test('service, instance and release are in the summary of a profile, and each links to a search for it', async () => {
  const pages = await servePages(
    profile({ seq: 1, service: 'mail*"', instance: 'web-2:9', release: '2,4 beta' }),
    profile({ seq: 2 }),
    profile({ seq: 3, service: '', release: '' }),
  );
  const { html, text } = await pages.open(1);
  expect(text).toContain('Service mail*&quot; Release 2,4 beta Environment production Instance web-2:9');
  for (const label of ['mail*&quot;', '2,4 beta', 'web-2:9']) {
    const href = linkHref(html, label)?.replace('/_profiler', '').replaceAll('&amp;', '&') ?? '/nowhere';
    expect((await pages.read(href)).text, label).toContain('1 result found');
  }
  expect((await pages.open(3)).text).not.toMatch(/ Service | Release /);
});

test('they are facets only where there are several, and while they are chosen', async () => {
  const one = await servePages(profile({ seq: 1 }), profile({ seq: 2 }));
  for (const name of ['service', 'instance', 'release'])
    expect(facetIn((await one.read('')).html, name)).toBe('');

  const pages = await servePages(
    profile({ seq: 1 }),
    profile({ seq: 2, service: 'mail', instance: 'web-1:8' }),
    profile({ seq: 3, service: 'mail', instance: 'web-1:9', kind: 'error', parent: 2 }),
  );
  const { html } = await pages.read('');
  expect(facetIn(html, 'service')).toBe('Service mail 1 shop 1');
  expect(facetIn(html, 'instance')).toBe('Instance web-1:7 1 web-1:8 1');
  expect(facetIn(html, 'release')).toBe('');
  expect(facetIn((await pages.read('?q=service:mail')).html, 'service')).toBe('Service mail 1');
});

test('they are in the JSON, HAR and CSV of a search, in a comparison, and can be searched for by the form', async () => {
  const info = { service: 'mail', instance: 'web-2:9', environment: 'staging', release: '2.4.1' };
  const pages = await servePages(profile({ seq: 1, ...info }), profile({ seq: 2 }));
  const token = pages.tokenOf(1);
  expect(JSON.parse((await pages.read(`/${token}.json`)).html)).toMatchObject(info);
  expect(JSON.parse((await pages.read(`/${token}.har`)).html).log.entries[0]).toMatchObject({
    _service: 'mail',
    _instance: 'web-2:9',
    _environment: 'staging',
    _release: '2.4.1',
  });
  const form = 'service=mail&instance=web-2:*&release=2.4.*';
  expect((await pages.read(`/export.csv?${form}`)).html).toMatch(/,mail,web-2:9,2\.4\.1,,staging\r\n$/);
  expect(JSON.parse((await pages.read(`/export.json?${form}`)).html).entries).toMatchObject([info]);
  const { text } = await pages.read(`/compare?a=${token}&b=${pages.tokenOf(2)}`);
  expect(text).toMatch(/release 2\.4\.1 1\.0\.0 .*service mail shop .*process instance web-2:9 web-1:7/);
});
