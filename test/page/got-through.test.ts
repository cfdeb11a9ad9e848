import { describe, expect, test } from 'vitest';
import { from, hrefsOf, namesOf, openClients, times, visits } from '../support/clients-page.ts';
import { textOf } from '../support/test-page.ts';

const gotThrough = (html: string) => /<section class="card got-through.*?<\/section>/s.exec(html)?.[0] ?? '';

describe('what got through', () => {
  test('is above the table, and opens the responses', async () => {
    const { html } = await (await openClients(visits()))('?q=h');
    const section = gotThrough(html);
    expect(html.indexOf(section)).toBeLessThan(html.indexOf('<table'));
    expect(textOf(section)).toBe(
      'What got through Block list Scanners got 2 responses with 2xx. Check them for secrets. 203.0.113.7 2 of 3 requests',
    );
    expect(hrefsOf(section)).toEqual([
      '/_profiler/block-list?q=h+client%3Ascanner&format=plain',
      '/_profiler/clients?q=h+ip:203.0.113.7',
      '/_profiler?q=h+ip:203.0.113.7+client:scanner+status:2xx+kind:main',
    ]);
  });

  test('includes scanners that the table does not list', async () => {
    const read = await openClients([
      ...[...Array(100).keys()].flatMap((i) => times(2, () => from(`192.0.2.${i}`))),
      from('203.0.113.7', { client: 'scanner' }),
    ]);
    const section = gotThrough((await read()).html);
    expect(textOf(section)).toContain('1 response to other scanners: show all scanners with 2xx');
    expect(hrefsOf(section).at(-1)).toBe('/_profiler/clients?q=client:scanner+status:2xx');
    expect(namesOf((await read('?q=client:scanner+status:2xx')).html)).toEqual(['203.0.113.7']);
  });

  test('says so if nothing did, and is absent without scanners', async () => {
    const scanned = await openClients([from('203.0.113.7', { client: 'scanner', status: 404 })]);
    expect(textOf(gotThrough((await scanned()).html))).toContain(
      'Nothing: requests of scanners got no response with 2xx.',
    );
    expect(gotThrough((await (await openClients([from('203.0.113.7')]))()).html)).toBe('');
  });

  test('does not say "nothing" of a client with requests that did not fail', async () => {
    const mixed = (ip: string) => [
      ...times(3, () => from(ip, { client: 'unknown', url: 'http://h/' })),
      from(ip, { client: 'scanner', status: 301, url: 'http://h/admin' }),
      ...times(2, () => from(ip, { client: 'scanner', status: 404, url: 'http://h/.env' })),
    ];
    const read = await openClients([...mixed('203.0.113.7'), from('198.51.100.23')]);
    const { html, text } = await read('?q=ip:203.0.113.7');
    const section = gotThrough(html);
    expect(text).toContain('4 answered with 2xx or 3xx');
    expect(textOf(section)).toBe(
      'What got through Block list Requests of scanners got no response with 2xx. 4 other requests of the same client did not fail.',
    );
    const href = hrefsOf(section).at(-1) ?? '';
    expect(href).toBe('/_profiler?q=ip:203.0.113.7+status:1xx,2xx,3xx+kind:main');
    const two = await openClients([...mixed('203.0.113.7'), ...mixed('203.0.113.8')]);
    expect(textOf(gotThrough((await two()).html))).toContain(
      '8 other requests of the same clients did not fail.',
    );
  });

  test('says that the search leaves out scanners', async () => {
    const section = gotThrough((await (await openClients(visits()))('?q=-client:scanner+h')).html);
    expect(textOf(section)).toContain('This search leaves out scanners. Show them');
    expect(hrefsOf(section)).toEqual(['/_profiler/clients?q=h']);
  });
});
