import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { createCredentials } from './access/credentials.ts';
import { newKey } from './access/key.ts';
import type { PagePath } from './access/page-path.ts';
import { mountPage, type PageGrant } from './mount.ts';

const BASE = '/_profiler';
const GLOBALS = [globalThis.Request, globalThis.Response];
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Requests a path from the app of a grant, whatever access would have said. */
async function request(to: PageGrant['to'], path: string, method = 'GET', target = path, withKey = true) {
  const store = openMemoryStore();
  const credentials = withKey ? createCredentials(newKey()) : null;
  const show = mountPage({ base: BASE, store: async () => store, credentials });
  const grant = { to, path: path as PagePath, proof: null } as PageGrant;
  const server = createServer((incoming, response) => void show(incoming, response, grant)).listen(0);
  closing.push(() => server.close().closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${target}`, { method, redirect: 'manual' });
  return { status: response.status, cookie: response.headers.get('set-cookie'), text: await response.text() };
}

const PAGES = ['', '/', '/latest', '/metrics', '/clients', '/search', '/export.csv', '/a1b2c3', '/toolbar'];

test.each(PAGES)('neither the app of the assets nor that of the login has %j', async (below) => {
  expect(await request('assets', BASE + below)).toMatchObject({ status: 404, cookie: null });
  const login = await request('login', BASE + below);
  expect(login).toMatchObject({ status: 401, cookie: null });
  expect(login.text).toContain('Profile Search is locked');
});

test.each(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])(
  '%s of a login link without its proof gives no cookie',
  async (method) => {
    for (const to of ['assets', 'login', 'everything'] as const)
      for (const path of ['/login/x', '/login/x/a1b2c3', '/login'])
        expect((await request(to, BASE + path, method)).cookie).toBeNull();
  },
);

test('the app of a grant routes by the path that access was decided on, not by the target of the request', async () => {
  expect((await request('everything', `${BASE}/latest`, 'GET', '/elsewhere')).text).toContain('No requests');
  expect((await request('assets', `${BASE}/assets/page.css`, 'GET', `${BASE}/metrics`)).text).toContain('{');
  expect(await request('assets', `${BASE}/x`, 'GET', `${BASE}/assets/page.css`)).toMatchObject({
    status: 404,
  });
});

test('without a key there is no login', async () => {
  expect(await request('login', BASE, 'GET', BASE, false)).toMatchObject({ status: 404, cookie: null });
});

test('the proof of a login link reaches the login', async () => {
  const key = newKey();
  const credentials = createCredentials(key);
  const store = openMemoryStore();
  const show = mountPage({ base: BASE, store: async () => store, credentials });
  const grant: PageGrant = {
    to: 'login',
    path: `${BASE}/login/x` as PagePath,
    proof: credentials.checkKey(key),
  };
  const server = createServer((incoming, response) => void show(incoming, response, grant)).listen(0);
  closing.push(() => server.close().closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
  expect(status).toBe(303);
  expect(credentials.isValid({ cookie: headers.get('set-cookie')?.split(';')[0] ?? '' })).toBe(true);
});

test('the locked page names no visit if visits are not recorded', async () => {
  expect((await request('login', BASE)).text).toContain('name="visit" value=""');
});

test('leaves the global Request and Response of the app alone', async () => {
  await request('login', BASE);
  expect(globalThis.Request === GLOBALS[0] && globalThis.Response === GLOBALS[1]).toBe(true);
});
