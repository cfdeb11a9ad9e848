import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageApp } from '../../test/support/page-app.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import type { Store } from '../store/store.ts';
import { createCredentials } from './access/credentials.ts';
import { newKey } from './access/key.ts';
import { createApp } from './app.tsx';

const BASE = '/_profiler';

function page(options: Partial<Parameters<typeof createApp>[0]> = {}, methods: Partial<Store> = {}) {
  const store = { ...openMemoryStore(), ...methods };
  return pageApp({ base: BASE, store: async () => store, ...options });
}

/** The URLs of the page are part of its public interface. */
test('has these routes', () => {
  const store = openMemoryStore();
  const app = createApp({
    base: '',
    store: async () => store,
    credentials: createCredentials(newKey()),
  });
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /',
    'GET /',
    'GET /:file{[0-9A-Fa-f]+\\.har}',
    'GET /:file{[0-9A-Fa-f]+\\.json}',
    'GET /:token',
    'GET /:token/filters',
    'GET /:token/search/results',
    'GET /:token/snippet',
    'GET /assets/:name',
    'GET /assets/:version/:name',
    'GET /block-list',
    'GET /clients',
    'GET /compare',
    'GET /errors',
    'GET /export.csv',
    'GET /export.har',
    'GET /export.json',
    'GET /latest',
    'GET /metrics',
    'GET /overview',
    'GET /routes',
    'GET /search',
    'GET /tail',
    'GET /toolbar',
    'POST /logout',
  ]);
});

test('a path without a route and an unknown profile are not found', async () => {
  for (const path of ['/a1b2c3', '/no/such/page']) {
    const response = await page().request(`http://localhost${BASE}${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('No profile has this token.');
  }
});

test('says why the book can not be read', async () => {
  const search = () => Promise.reject(new Error('disk I/O error'));
  const response = await page({}, { search, count: search }).request(`http://localhost${BASE}/latest`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('disk I/O error');
});

test('compresses pages for clients that accept it', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await page().request(`http://localhost${BASE}`, { headers });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await response.arrayBuffer()).toString()).toContain('Profile Search');
});

test('writes the newest requests before it shows a page', async () => {
  const steps: string[] = [];
  const store = openMemoryStore();
  const app = page({
    flush: async () => void steps.push('flush'),
    async store() {
      steps.push('store');
      return store;
    },
  });
  await (await app.request(`http://localhost${BASE}`)).text();
  expect(steps.slice(0, 2)).toEqual(['flush', 'store']);
});

test('can be locked only if a key opens it', async () => {
  for (const credentials of [createCredentials(newKey()), null]) {
    const app = page({ credentials });
    const text = await (await app.request(`http://localhost${BASE}`)).text();
    expect(text.includes(`action="${BASE}/logout"`)).toBe(credentials !== null);
    const { status } = await app.request(`http://localhost${BASE}/logout`, { method: 'POST' });
    expect(status === 404).toBe(credentials === null);
  }
});

test('shows the page if the newest requests are never written', { timeout: 5000 }, async () => {
  const app = page({ flush: () => new Promise(() => {}) });
  expect((await app.request(`http://localhost${BASE}`)).status).toBe(200);
});
