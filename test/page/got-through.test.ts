import { describe, expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import type { Store } from '../../src/store/store.ts';
import { requester, storeWith } from '../support/export-fixtures.ts';
import { textOf } from '../support/test-page.ts';

const MINUTE = 60e6;

let seq = 0;
const from = (ip: string, rest: Partial<Sample> = {}): Sample => ({ seq: seq++, ip, ...rest });
const times = (count: number, sample: (i: number) => Sample) =>
  Array.from({ length: count }, (_, i) => sample(i));

/** A visitor, a scanner that was served twice, a scanner that was not, and an IPv6 client with two addresses. */
const visits = (): Sample[] => [
  ...times(5, (i) => from('198.51.100.23', { time: T0 + i * MINUTE, status: i === 0 ? 500 : 200 })),
  ...times(3, (i) =>
    from('203.0.113.7', { time: T0 + i, client: 'scanner', status: i < 2 ? 200 : 404, url: 'http://h/.env' }),
  ),
  from('203.0.113.8', { client: 'scanner', status: 404, url: 'http://h/.git/config' }),
  from('2001:db8::5', { client: 'bot' }),
  from('2001:db8::6', { client: 'bot' }),
];

async function open(samples: readonly Sample[], methods: Partial<Store> = {}) {
  const request = requester(await storeWith(samples.map(sampleProfile), methods));
  return async (path = '', init?: RequestInit) => {
    const response = await request(`/clients${path}`, init);
    const html = await response.text();
    return { response, html, text: textOf(html) };
  };
}

const rowsOf = (html: string) =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(
    ([, row = '']) => row,
  );
const namesOf = (html: string) => rowsOf(html).map((row) => textOf(/<th.*?<\/th>/s.exec(row)?.[0] ?? ''));
const hrefsOf = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
const gotThrough = (html: string) => /<section class="got-through.*?<\/section>/s.exec(html)?.[0] ?? '';

describe('what got through', () => {
  test('is above the table, and opens the responses', async () => {
    const { html } = await (await open(visits()))('?q=h');
    const section = gotThrough(html);
    expect(html.indexOf(section)).toBeLessThan(html.indexOf('<table'));
    expect(textOf(section)).toBe(
      'What got through Requests of scanners got responses with 2xx. Check that they contain nothing secret. 203.0.113.7 2 of 3 requests',
    );
    expect(hrefsOf(section)).toEqual([
      '/_profiler?q=h+ip:203.0.113.7',
      '/_profiler?q=h+ip:203.0.113.7+client:scanner+status:2xx+kind:main',
    ]);
  });

  test('includes scanners that the table does not list', async () => {
    const read = await open([
      ...[...Array(100).keys()].flatMap((i) => times(2, () => from(`192.0.2.${i}`))),
      from('203.0.113.7', { client: 'scanner' }),
    ]);
    const section = gotThrough((await read()).html);
    expect(textOf(section)).toContain('1 response to other scanners: show all scanners with 2xx');
    expect(hrefsOf(section)).toEqual(['/_profiler/clients?q=client:scanner+status:2xx']);
    expect(namesOf((await read('?q=client:scanner+status:2xx')).html)).toEqual(['203.0.113.7']);
  });

  test('says so if nothing did, and is absent without scanners', async () => {
    const scanned = await open([from('203.0.113.7', { client: 'scanner', status: 404 })]);
    expect(textOf(gotThrough((await scanned()).html))).toContain(
      'Nothing: requests of scanners got no response with 2xx.',
    );
    expect(gotThrough((await (await open([from('203.0.113.7')]))()).html)).toBe('');
  });

  test('does not say "nothing" of a client with requests that did not fail', async () => {
    const mixed = (ip: string) => [
      ...times(3, () => from(ip, { client: 'unknown', url: 'http://h/' })),
      from(ip, { client: 'scanner', status: 301, url: 'http://h/admin' }),
      ...times(2, () => from(ip, { client: 'scanner', status: 404, url: 'http://h/.env' })),
    ];
    const read = await open([...mixed('203.0.113.7'), from('198.51.100.23')]);
    const { html, text } = await read('?q=ip:203.0.113.7');
    const section = gotThrough(html);
    expect(text).toContain('4 answered with 2xx or 3xx');
    expect(textOf(section)).toBe(
      'What got through Requests of scanners got no response with 2xx. 4 other requests of the same client did not fail.',
    );
    const [href = ''] = hrefsOf(section);
    expect(href).toBe('/_profiler?q=ip:203.0.113.7+status:1xx,2xx,3xx+kind:main');
    const two = await open([...mixed('203.0.113.7'), ...mixed('203.0.113.8')]);
    expect(textOf(gotThrough((await two()).html))).toContain(
      '8 other requests of the same clients did not fail.',
    );
  });

  test('says that the search leaves out scanners', async () => {
    const section = gotThrough((await (await open(visits()))('?q=-client:scanner+h')).html);
    expect(textOf(section)).toContain('This search leaves out scanners. Show them');
    expect(hrefsOf(section)).toEqual(['/_profiler/clients?q=h']);
  });
});
