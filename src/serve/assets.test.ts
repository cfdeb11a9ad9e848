import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pageApp } from '../../test/support/page-app.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { loadAssets } from './assets.ts';

const { files, version } = loadAssets();
const scripts = [...files].filter(([name]) => name.endsWith('.js'));

function get(path: string, headers: Record<string, string> = {}, base = '/_profiler') {
  const app = pageApp({ base, store: async () => openMemoryStore() });
  return app.request(`http://127.0.0.1${base}${path}`, { headers });
}

describe('the built files', () => {
  test('are two scripts, two stylesheets and the icon', () => {
    expect([...files.keys()].sort()).toEqual([
      'icon.svg',
      'page.css',
      'page.js',
      'toolbar.css',
      'toolbar.js',
    ]);
    expect(version).toMatch(/^[0-9a-f]{8}$/);
  });

  test('load nothing else: no import, no source map', () => {
    for (const [, { text, contentType }] of scripts) {
      expect(contentType).toBe('text/javascript; charset=utf-8');
      expect(text).not.toMatch(/\bimport\s*[("'{*]|\bfrom\s*["']|sourceMappingURL/);
    }
    for (const name of ['page.css', 'toolbar.css'])
      expect(files.get(name)?.text).not.toMatch(/@import|url\(|sourceMappingURL/);
  });

  test('contain at most 12 KB of script when compressed', () => {
    expect(scripts.reduce((sum, [, { gzipped }]) => sum + gzipped.length, 0)).toBeLessThan(12_000);
  });
});

describe('the asset route', () => {
  test.each([
    ['page.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
    ['toolbar.js', 'text/javascript; charset=utf-8'],
    ['toolbar.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ])('serves %s as %s under any base, cached forever by its version', async (name, contentType) => {
    for (const base of ['/_profiler', '/ops/requests']) {
      const response = await get(`/assets/${version}/${name}`, {}, base);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(contentType);
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect(await response.text()).toBe(files.get(name)?.text);
    }
  });

  test.each(['/assets/toolbar.js?v=m1x2', '/assets/page.css', '/assets/00000000/page.js'])(
    'caches %s for a minute only',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, max-age=60');
    },
  );

  test.each([
    '/assets/..%2Fassets.ts',
    '/assets/main.js',
    `/assets/${'x'.repeat(5000)}`,
    '/assets/%00',
    `/assets/${version}/..%2F..%2Fapp.js`,
    `/assets/${version}/toString`,
    `/assets/${version}/page.js.map`,
    `/assets/${version}/a/page.js`,
    `/assets/${version}/`,
  ])('answers 404 to %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('sends the content security policy of the page', async () => {
    const { headers } = await get(`/assets/${version}/page.js`);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('compresses for clients that accept gzip', async () => {
    const path = `/assets/${version}/page.css`;
    const plain = await get(path);
    expect(plain.headers.get('content-encoding')).toBeNull();
    const gzipped = await get(path, { 'Accept-Encoding': 'br, gzip' });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(gzipped.headers.get('vary')).toBe('Accept-Encoding');
    const text = gunzipSync(new Uint8Array(await gzipped.arrayBuffer())).toString();
    expect(text).toBe(await plain.text());
    const refused = await get(path, { 'Accept-Encoding': 'gzip;q=0, identity' });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });
});
