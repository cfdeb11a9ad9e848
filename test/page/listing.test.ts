import { expect, test } from 'vitest';
import { sampleProfile, T0 } from '../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { pageApp } from '../support/page-app.ts';
import { textOf } from '../support/test-page.ts';

const hrefsOf = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

test('the oldest can be first, and the number of rows can be chosen, from then on', async () => {
  const store = openMemoryStore();
  const samples = [{ seq: 1 }, { seq: 2, kind: 'error', parent: 1 }, { seq: 3, time: T0 - 60e6 }] as const;
  await store.write({ id: 'a', profiles: samples.map(sampleProfile) });
  const app = pageApp({ base: '/_profiler', store: async () => store });
  const open = (path: string) => app.request(`http://127.0.0.1/_profiler${path}`);
  const read = async (path: string) => (await open(path)).text();
  const tokens = async (path: string) =>
    [...(await read(path)).matchAll(/data-token="([^"]+)"/g)].map(([, token = '']) => token);
  const [main = '', stage = '', other = ''] = await tokens('');
  expect(await tokens('?order=oldest')).toEqual([other, main, stage]);
  const first = await read('?order=oldest&limit=1');
  expect(textOf(first)).toContain('Older Newer');
  const next = hrefsOf(first).find((href) => href.includes('cursor=n')) ?? '';
  expect(await tokens(next.slice('/_profiler'.length))).toEqual([stage]);

  const html = await read('?q=shop&limit=50');
  expect(hrefsOf(html)).toContain('/_profiler?q=shop&limit=50&first=oldest');
  const chosen = await open('?q=shop&limit=50&first=oldest');
  expect(chosen.headers.get('location')).toBe('/_profiler?q=shop&limit=50&order=oldest');
  expect(chosen.headers.get('set-cookie')).toMatch(/^gatebook-list=-oldest; Path=\/_profiler; Max-Age=/);
  expect((await open('?rows=100')).headers.get('location')).toBe('/_profiler?limit=100');
  const opened = (cookie: string, path = '') =>
    app.request(`http://127.0.0.1/_profiler${path}`, { headers: { cookie: `gatebook-list=${cookie}` } });
  expect((await opened('50-oldest')).headers.get('location')).toBe('/_profiler?limit=50&order=oldest');
  for (const [cookie, path] of [
    ['10-', ''],
    ['x-y', ''],
    ['50-', '?q=shop'],
  ] as const)
    expect((await opened(cookie, path)).status).toBe(200);
});
