import { expect, test } from 'vitest';
import { type Sample, sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import type { Store } from '../../src/store/store.ts';
import { requester, storeWith } from '../support/export-fixtures.ts';
import { textOf } from '../support/test-page.ts';

const IP = '203.0.113.7';

async function read(samples: readonly Omit<Sample, 'seq'>[], query = '', methods: Partial<Store> = {}) {
  const profiles = samples.map((sample, seq) => sampleProfile({ seq, ip: IP, ...sample }));
  const response = await requester(await storeWith(profiles, methods))(`/clients${query}`);
  return response.text();
}

const paths = Array.from({ length: 60 }, (_, i) => ({ url: `http://h/${i}`, time: T0 + i }));

test('distinct paths of a client, and that there may be more', async () => {
  expect(await read(paths.slice(0, 7))).toContain('data-label="Paths">7</td>');
  const html = await read(paths);
  expect(html).toContain('title="In its latest 50 requests">50+</td>');
  expect(html).toContain('title="Distinct paths in the latest 50 requests of the client"');
});

test('the table has a dash if paths can not be counted', async () => {
  const html = await read(paths, '', { search: () => Promise.reject(new Error('The disk is gone.')) });
  expect(html).toContain('title="Not counted in time"');
});

test('a client that declares to be a crawler and is not one', async () => {
  const userAgent = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
  const html = await read([{ client: 'unknown', userAgent }], `?q=ip:${IP}`);
  expect(textOf(html)).toContain(
    'Evidence: says that it is a crawler of Microsoft, but its address does not belong to Microsoft,',
  );
});
