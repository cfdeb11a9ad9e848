import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../../../test/support/linear.ts';
import type { SignedCode } from './claim.ts';
import { createCredentials } from './credentials.ts';
import { isKey, isSameText, type Key, newKey } from './key.ts';

const DAY = 24 * 3600 * 1000;

function setup(key: Key = newKey()) {
  const clock = { now: 1_800_000_000_000 };
  const spent = new Set<string>();
  const claim = async ({ name }: SignedCode) => !spent.has(name) && spent.add(name).has(name);
  const credentials = createCredentials(key, { now: () => clock.now, claim });
  const cookie = (path: string, isSecure: boolean) => {
    const proof = credentials.checkKey(key);
    return proof ? credentials.cookie(proof, path, isSecure) : '';
  };
  return { key, clock, spent, credentials, cookie };
}

const nameOf = (credentials: ReturnType<typeof createCredentials>) =>
  credentials.expiredCookie('/', false).split('=')[0] ?? '';
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
  expect(credentials.checkKey(key)).not.toBeNull();
  expect(credentials.checkKey(`${key}x`)).toBeNull();
});

test('the cookie is HttpOnly, SameSite=Strict, limited to the page, and Secure over TLS', () => {
  const { credentials, cookie } = setup();
  expect(cookie('/_profiler', false)).toMatch(
    /^gatebook-[0-9a-f]{8}=[\w.-]+; Path=\/_profiler; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  );
  expect(cookie('/_profiler', true)).toMatch(/^__Secure-gatebook-[0-9a-f]{8}=.*; SameSite=Strict; Secure$/);
  expect(credentials.expiredCookie('/_profiler', false)).toMatch(/^gatebook-[0-9a-f]{8}=; .*Max-Age=0/);
  expect(credentials.expiredCookie('/', true)).toMatch(
    /^__Secure-gatebook-[0-9a-f]{8}=; .*Max-Age=0.*; Secure$/,
  );
});

test('a cookie is valid for 30 days, and does not contain the key', () => {
  const { key, clock, credentials, cookie } = setup();
  const setCookie = cookie('/', false);
  expect(setCookie).not.toContain(key);
  expect(credentials.isValid(cookieOf(setCookie))).toBe(true);
  expect(credentials.isValid({ cookie: `a=b; ${cookieOf(setCookie).cookie}; c=d` })).toBe(true);
  clock.now += 30 * DAY - 1000;
  expect(credentials.isValid(cookieOf(setCookie))).toBe(true);
  clock.now += 1000;
  expect(credentials.isValid(cookieOf(setCookie))).toBe(false);
});

test('a new key ends all cookies', () => {
  const { cookie } = setup();
  expect(setup().credentials.isValid(cookieOf(cookie('/', false)))).toBe(false);
});

test('the cookies of two books do not overwrite each other', () => {
  expect(nameOf(setup().credentials)).not.toBe(nameOf(setup().credentials));
});

test('a changed cookie is refused', () => {
  const { credentials, cookie: newCookie } = setup();
  const { cookie } = cookieOf(newCookie('/', false));
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
  const { credentials, cookie: newCookie } = setup();
  const { cookie } = cookieOf(newCookie('/', false));
  const wrong = `${nameOf(credentials)}=x; `;
  expect(credentials.isValid({ cookie: wrong.repeat(3) + cookie })).toBe(true);
  expect(credentials.isValid({ cookie: wrong.repeat(4) + cookie })).toBe(false);
});

test('a login code works once, for five minutes, and is not a cookie', async () => {
  const { clock, credentials, cookie } = setup();
  const code = credentials.loginCode();
  expect(credentials.isValid({ cookie: `${nameOf(credentials)}=${code}` })).toBe(false);
  expect(credentials.isLoginCode(code)).toBe(true);
  expect(await credentials.useLoginCode(code)).not.toBeNull();
  expect(await credentials.useLoginCode(code)).toBeNull();
  const late = credentials.loginCode();
  clock.now += 5 * 60_000 - 1000;
  expect(credentials.isLoginCode(late)).toBe(true);
  clock.now += 1000;
  expect(credentials.isLoginCode(late)).toBe(false);
  expect(await credentials.useLoginCode(late)).toBeNull();
  const other = setup().credentials.loginCode();
  const cookieValue = cookieOf(cookie('/', false)).cookie.split('=')[1] ?? '';
  for (const text of [other, cookieValue, '', 'x', `${code}x`]) {
    expect(credentials.isLoginCode(text)).toBe(false);
    expect(await credentials.useLoginCode(text)).toBeNull();
  }
});

test('a code that expires while it is spent is refused: the store may have forgotten that it was used', async () => {
  const clock = { now: 1_800_000_000_000 };
  const claim = async () => {
    clock.now += 1000;
    return true;
  };
  const credentials = createCredentials(newKey(), { now: () => clock.now, claim });
  const code = credentials.loginCode();
  clock.now += 5 * 60_000 - 1000;
  expect(credentials.isLoginCode(code)).toBe(true);
  expect(await credentials.useLoginCode(code)).toBeNull();
});

test('only codes that the key has signed, and that have not expired, are stored as spent', async () => {
  const { clock, credentials, spent } = setup();
  const expired = credentials.loginCode();
  clock.now += 5 * 60_000;
  for (const code of [expired, setup().credentials.loginCode(), 'x']) await credentials.useLoginCode(code);
  expect(spent.size).toBe(0);
  await credentials.useLoginCode(credentials.loginCode());
  expect(spent.size).toBe(1);
});

test('a code is stored as spent with the times of its link', async () => {
  const codes: SignedCode[] = [];
  const claim = async (code: SignedCode) => codes.push(code) > 0;
  const credentials = createCredentials(newKey(), { now: () => 1_800_000_000_000, claim });
  await credentials.useLoginCode(credentials.loginCode());
  expect(codes).toEqual([
    { name: expect.stringMatching(/^login /), issued: 1_800_000_000, expires: 1_800_000_300 },
  ]);
});

test('without a place to store spent codes, none is accepted', async () => {
  const credentials = createCredentials(newKey());
  expect(await credentials.useLoginCode(credentials.loginCode())).toBeNull();
});

test('a hostile cookie header is read in linear time', () => {
  const { credentials } = setup();
  expectLinear((size) => {
    credentials.isValid({ cookie: `${nameOf(credentials)}=1.;`.repeat(size / 16) });
    credentials.isValid({ cookie: `${nameOf(credentials)}=${'1'.repeat(size)}` });
    credentials.isValid({ authorization: `Bearer ${' '.repeat(size)}` });
  });
});
