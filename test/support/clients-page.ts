import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import type { Store } from '../../src/store/store.ts';
import { requester, storeWith } from './export-fixtures.ts';
import { textOf } from './test-page.ts';

export const MINUTE = 60e6;

let seq = 0;
export const from = (ip: string, rest: Partial<Sample> = {}): Sample => ({ seq: seq++, ip, ...rest });
export const times = (count: number, sample: (i: number) => Sample) =>
  Array.from({ length: count }, (_, i) => sample(i));

/** A visitor, a scanner that was served twice, a scanner that was not, and an IPv6 client with two addresses. */
export const visits = (): Sample[] => [
  ...times(5, (i) => from('198.51.100.23', { time: T0 + i * MINUTE, status: i === 0 ? 500 : 200 })),
  ...times(3, (i) =>
    from('203.0.113.7', { time: T0 + i, client: 'scanner', status: i < 2 ? 200 : 404, url: 'http://h/.env' }),
  ),
  from('203.0.113.8', { client: 'scanner', status: 404, url: 'http://h/.git/config' }),
  from('2001:db8::5', { client: 'bot' }),
  from('2001:db8::6', { client: 'bot' }),
];

export async function openClients(samples: readonly Sample[], methods: Partial<Store> = {}) {
  const request = requester(await storeWith(samples.map(sampleProfile), methods));
  return async (path = '', init?: RequestInit) => {
    const response = await request(`/clients${path}`, init);
    const html = await response.text();
    return { response, html, text: textOf(html) };
  };
}

export const rowsOf = (html: string) =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(
    ([, row = '']) => row,
  );
export const namesOf = (html: string) =>
  rowsOf(html).map((row) => textOf(/<th.*?<\/th>/s.exec(row)?.[0] ?? ''));
export const hrefsOf = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
