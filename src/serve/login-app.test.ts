import { expect, test } from 'vitest';
import { incomingMessage, type RequestSample } from '../../test/support/incoming-message.ts';
import { createCredentials } from './access/credentials.ts';
import { newKey } from './access/key.ts';
import type { PagePath } from './access/page-path.ts';
import { createLoginApp } from './login-app.tsx';

const BASE = '/_profiler';
const key = newKey();
const credentials = createCredentials(key);
const app = createLoginApp({ base: BASE, credentials, version: '1' });

/** Requests a path below the page's, over a connection, with or without the proof of a login link. */
async function send(below: string, init: RequestInit = {}, connection: RequestSample = {}, hasProof = false) {
  const logins: string[] = [];
  const request = new Request(`http://localhost${BASE}${below}`, { redirect: 'manual', ...init });
  const response = await app.fetch(request, {
    path: (BASE + below) as PagePath,
    incoming: incomingMessage(connection),
    outgoing: {} as never,
    visit: {
      proof: hasProof ? credentials.checkKey(key) : null,
      id: 'visit-7',
      onLogin: (from) => logins.push(from),
    },
  });
  const cookie = response.headers.get('set-cookie');
  return { status: response.status, cookie, logins, headers: response.headers, text: await response.text() };
}

/** As a browser sends a form, with its length. */
const form = (fields: Record<string, string>, padding = 0): RequestInit => {
  const body = `${new URLSearchParams(fields)}${padding > 0 ? `&${'x'.repeat(padding - 1)}` : ''}`;
  return { method: 'POST', body, headers: { 'content-length': String(body.length) } };
};
const isValid = (cookie: string | null) => credentials.isValid({ cookie: cookie?.split(';')[0] ?? '' });

test('the right key gives a cookie and leads to the page', async () => {
  const { status, cookie, headers, logins } = await send(
    '/login',
    form({ key: ` ${key} `, visit: 'visit-3' }),
  );
  expect(status).toBe(303);
  expect(headers.get('location')).toBe(BASE);
  expect(isValid(cookie)).toBe(true);
  expect(logins).toEqual(['visit-3']);
  expect((await send('/login', form({ key }))).logins).toEqual(['']);
});

test.each<[string, RequestInit]>([
  ['a wrong key', form({ key: 'x'.repeat(22) })],
  ['no key', form({ visit: 'visit-3' })],
  ['nothing', form({})],
  ['a long body', form({ key }, 4097 - `key=${key}`.length)],
  ['a body without a length', { method: 'POST', body: `key=${key}` }],
])('%s gives no cookie, and the locked page says so', async (_name, init) => {
  const { status, cookie, text, logins } = await send('/login', init);
  expect({ status, cookie, logins }).toEqual({ status: 401, cookie: null, logins: [] });
  expect(text).toContain('That key does not open this book.');
  expect(text).toContain('value="visit-7"');
});

test('a body of up to 4 KB is read', async () => {
  expect((await send('/login', form({ key }, 4096 - `key=${key}`.length))).status).toBe(303);
});

test.each<[string, RequestSample, boolean]>([
  ['plain HTTP', {}, false],
  ['TLS', { tls: true }, true],
  ['a proxy that ended TLS', { headers: { 'x-forwarded-proto': 'https' } }, true],
])('over %s the cookie is Secure only if the connection is', async (_name, connection, isSecure) => {
  const { cookie } = await send('/login', form({ key }), connection);
  expect(cookie?.includes('; Secure')).toBe(isSecure);
});

test('a login link leads to the page, or to a profile', async () => {
  const toPage = await send('/login/code', {}, {}, true);
  expect([toPage.status, toPage.headers.get('location')]).toEqual([303, BASE]);
  expect(isValid(toPage.cookie)).toBe(true);
  const toProfile = await send('/login/code/a1b2c3', {}, {}, true);
  expect([toProfile.status, toProfile.headers.get('location')]).toEqual([303, `${BASE}/a1b2c3`]);
});

test('a login link on another site leads on from a page of ours, so that the browser sends the cookie', async () => {
  const init = { headers: { 'sec-fetch-site': 'cross-site' } };
  const { status, cookie, headers, text } = await send('/login/code/a1b2c3', init, {}, true);
  expect([status, headers.get('refresh')]).toEqual([200, `0; url=${BASE}/a1b2c3`]);
  expect(isValid(cookie)).toBe(true);
  expect(text).toContain('Profile Search is unlocked');
});

test.each(['', '/', '/login', '/login/code', '/login/code/a1b2c3', '/metrics'])(
  'without a proof, %j is the locked page',
  async (below) => {
    const { status, cookie, text, headers } = await send(below);
    expect([status, cookie]).toEqual([401, null]);
    expect(text).toContain('Profile Search is locked');
    expect(text).not.toContain('That key does not open');
    expect(headers.get('x-frame-options')).toBe('DENY');
  },
);
