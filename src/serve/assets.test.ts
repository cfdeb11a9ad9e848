import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { createApp } from './app.tsx';
import { loadAssets } from './assets.ts';

test('every module that a module for the browser imports is there, under the version of them all', () => {
  const { files, version } = loadAssets();
  const modules = [...files].filter(([name]) => name.endsWith('.js'));
  expect(modules.map(([name]) => name)).toContain('main.js');
  for (const [, { text, type }] of modules) {
    expect(type).toBe('text/javascript; charset=utf-8');
    for (const [, name = '', given] of text.matchAll(/from\s*['"]\.\/([^'"?]+)([^'"]*)['"]/g)) {
      expect(files.has(name)).toBe(true);
      expect(given).toBe(`?v=${version}`);
    }
    expect(text).not.toMatch(/\bfrom\s*['"](?!\.\/)/);
  }
});

test('the script is at most 12 KB on the wire, and nothing of a test or a type is sent', () => {
  const { files } = loadAssets();
  expect([...files.keys()].filter((name) => /test|\.ts$/.test(name))).toEqual([]);
  const modules = [...files].filter(([name]) => name.endsWith('.js'));
  expect(modules.reduce((sum, [, { packed }]) => sum + packed.length, 0)).toBeLessThan(12_000);
});

test('is sent packed to those who can unpack it', async () => {
  const app = createApp({ base: '/_profiler', store: async () => openMemoryStore() });
  const get = (headers: Record<string, string>) =>
    app.request('http://127.0.0.1/_profiler/assets/style.css', { headers });
  const plain = await get({});
  expect(plain.headers.get('content-encoding')).toBeNull();
  const packed = await get({ 'Accept-Encoding': 'br, gzip' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('Accept-Encoding');
  const text = gunzipSync(new Uint8Array(await packed.arrayBuffer())).toString();
  expect(text).toBe(await plain.text());
  const refused = await get({ 'Accept-Encoding': 'gzip;q=0, identity' });
  expect(refused.headers.get('content-encoding')).toBeNull();
  expect((await app.request('http://127.0.0.1/_profiler/assets/..%2Fassets.ts')).status).toBe(404);
});
