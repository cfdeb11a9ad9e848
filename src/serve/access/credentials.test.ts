import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCredentials } from './credentials.ts';
import { isKey, isSameText, type Key, newKey } from './key.ts';

const DAY = 24 * 3600 * 1000;

function setup(key: Key = newKey()) {
  const clock = { now: 1_800_000_000_000 };
  return { key, clock, credentials: createCredentials(key, () => clock.now) };
}

const nameOf = (credentials: ReturnType<typeof createCredentials>) =>
  credentials.cookie('/', false).split('=')[0] ?? '';
const cookieOf = (setCookie: string) => ({ cookie: setCookie.split(';')[0] ?? '' });

test('a new key has 128 bits, and no two are the same', () => {
  const keys = Array.from({ length: 1000 }, newKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(16);
  expect(keys.every(isKey)).toBe(true);
  expect(isKey('x'.repeat(16))).toBe(true);
});

test.each([
  '',
  'short',
  'x'.repeat(15),
  ' '.repeat(16),
  'with a space in the text',
  'quote"quote"quote"',
  'a;b;c;d;e;f;g;h;i;j',
  7,
  null,
])('refuses %j as a key', (text) => {
  expect(isKey(text)).toBe(false);
});

test('compares texts of any length', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSameText(a, b) === (a === b)));
});

test('accepts the key as a bearer token, and nothing else', () => {
  const { key, credentials } = setup();
  expect(credentials.isValid({ authorization: `Bearer ${key}` })).toBe(true);
  expect(credentials.isValid({ authorization: `bearer  ${key} ` })).toBe(true);
  for (const authorization of [
    '',
    key,
    `Basic ${key}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(1)}`,
    `Bearer x, Bearer ${key}`,
    `Bearer${key}`,
    `Bearer ${key} and more`,
    `x Bearer ${key}`,
  ])
    expect(credentials.isValid({ authorization })).toBe(false);
  expect(credentials.isValid({})).toBe(false);
  expect(credentials.isValid({ cookie: `${nameOf(credentials)}=${key}` })).toBe(false);
});

test('knows its key', () => {
  const { key, credentials } = setup();
  expect(credentials.isKey(key)).toBe(true);
  expect(credentials.isKey(`${key}x`)).toBe(false);
});

test('the cookie is HttpOnly, SameSite=Strict, limited to the page, and Secure over TLS', () => {
  const { credentials } = setup();
  expect(credentials.cookie('/_profiler', false)).toMatch(
    /^gatebook-[0-9a-f]{8}=[\w.-]+; Path=\/_profiler; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  );
  expect(credentials.cookie('/_profiler', true)).toMatch(
    /^__Secure-gatebook-[0-9a-f]{8}=.*; SameSite=Strict; Secure$/,
  );
  expect(credentials.expiredCookie('/_profiler', false)).toMatch(/^gatebook-[0-9a-f]{8}=; .*Max-Age=0/);
  expect(credentials.expiredCookie('/', true)).toMatch(
    /^__Secure-gatebook-[0-9a-f]{8}=; .*Max-Age=0.*; Secure$/,
  );
});

test('a cookie is valid for 30 days, and does not contain the key', () => {
  const { key, clock, credentials } = setup();
  const setCookie = credentials.cookie('/', false);
  expect(setCookie).not.toContain(key);
  expect(credentials.isValid(cookieOf(setCookie))).toBe(true);
  expect(credentials.isValid({ cookie: `a=b; ${cookieOf(setCookie).cookie}; c=d` })).toBe(true);
  clock.now += 30 * DAY - 1000;
  expect(credentials.isValid(cookieOf(setCookie))).toBe(true);
  clock.now += 1000;
  expect(credentials.isValid(cookieOf(setCookie))).toBe(false);
});

test('a new key ends all cookies', () => {
  const { credentials } = setup();
  expect(setup().credentials.isValid(cookieOf(credentials.cookie('/', false)))).toBe(false);
});

test('the cookies of two books do not overwrite each other', () => {
  expect(nameOf(setup().credentials)).not.toBe(nameOf(setup().credentials));
});

test('a changed cookie is refused', () => {
  const { credentials } = setup();
  const { cookie } = cookieOf(credentials.cookie('/', false));
  fc.assert(
    fc.property(fc.nat(cookie.length - 1), fc.constantFrom(...'0a_-.9'), (at, char) => {
      const changed = cookie.slice(0, at) + char + cookie.slice(at + 1);
      expect(credentials.isValid({ cookie: changed })).toBe(changed === cookie);
    }),
  );
  const [name = '', value = ''] = cookie.split('=');
  for (const padded of [`1${value}`, `x${value}`, `${value}x`, `${value} `.repeat(2)])
    expect(credentials.isValid({ cookie: `${name}=${padded}` })).toBe(false);
  // A longer life than any cookie gets.
  expect(credentials.isValid({ cookie: cookie.replace(/=\d+/, '=99999999999') })).toBe(false);
});

test('of many cookies with its name, the first four are read', () => {
  const { credentials } = setup();
  const { cookie } = cookieOf(credentials.cookie('/', false));
  const wrong = `${nameOf(credentials)}=x; `;
  expect(credentials.isValid({ cookie: wrong.repeat(3) + cookie })).toBe(true);
  expect(credentials.isValid({ cookie: wrong.repeat(4) + cookie })).toBe(false);
});

test('a login code works once, for five minutes, and is not a cookie', () => {
  const { clock, credentials } = setup();
  const code = credentials.loginCode();
  expect(credentials.isValid({ cookie: `${nameOf(credentials)}=${code}` })).toBe(false);
  expect(credentials.useLoginCode(code)).toBe(true);
  expect(credentials.useLoginCode(code)).toBe(false);
  const late = credentials.loginCode();
  clock.now += 5 * 60_000 - 1000;
  // The used code is remembered for as long as it would be valid.
  expect(credentials.useLoginCode(code)).toBe(false);
  clock.now -= 5 * 60_000 - 1000;
  clock.now += 5 * 60_000;
  expect(credentials.useLoginCode(late)).toBe(false);
  expect(credentials.useLoginCode(setup().credentials.loginCode())).toBe(false);
  expect(credentials.useLoginCode(cookieOf(credentials.cookie('/', false)).cookie.split('=')[1] ?? '')).toBe(
    false,
  );
});

test('a hostile cookie header is read in linear time', () => {
  const { credentials } = setup();
  const start = performance.now();
  credentials.isValid({ cookie: `${nameOf(credentials)}=1.;`.repeat(3000) });
  credentials.isValid({ cookie: `${nameOf(credentials)}=${'1'.repeat(65_000)}` });
  credentials.isValid({ authorization: `Bearer ${' '.repeat(65_000)}` });
  expect(performance.now() - start).toBeLessThan(100);
});
