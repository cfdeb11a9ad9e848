import { expect, test } from 'vitest';
import { incomingMessage, type RequestSample } from '../../../test/support/incoming-message.ts';
import { parseTrustedProxies } from '../../net/client.ts';
import { createKeyAccess, type Decision } from './access.ts';
import { createCredentials } from './credentials.ts';
import type { Key } from './key.ts';

const KEY = 'a-key-for-this-test' as Key;
const credentials = createCredentials(KEY);
const cookie = credentials.cookie('/_profiler', false).split(';')[0] ?? '';

function decide(
  sample: RequestSample,
  { isProduction = true, trustProxy = [] as string[] } = {},
): { decision: Decision; reasons: string[] } {
  const reasons: string[] = [];
  const check = createKeyAccess({
    base: '/_profiler',
    credentials,
    isProduction,
    trustedProxies: parseTrustedProxies(trustProxy),
    onRefusal: (reason) => reasons.push(reason),
  });
  return { decision: check(incomingMessage(sample)), reasons };
}

const ASSET = '/_profiler/assets/x/page.js';
const BEARER = { authorization: `Bearer ${KEY}` };

test.each<[string, RequestSample, object, Decision]>([
  ['the key on this machine', { headers: BEARER }, {}, 'open'],
  ['the cookie on this machine', { headers: { cookie } }, {}, 'open'],
  ['the key through a proxy on this machine', { headers: { ...BEARER, host: 'shop.example' } }, {}, 'open'],
  ['no key on this machine', {}, {}, 'locked'],
  ['no key, but the Host of a proxy', { headers: { host: 'shop.example' } }, {}, 'pass'],
  ['no key, through a proxy that says so', { headers: { 'x-forwarded-for': '203.0.113.7' } }, {}, 'pass'],
  ['no key from elsewhere', { from: '203.0.113.7' }, {}, 'pass'],
  ['the key over TLS from elsewhere', { from: '203.0.113.7', tls: true, headers: BEARER }, {}, 'open'],
  ['the key over plain HTTP from elsewhere', { from: '203.0.113.7', headers: BEARER }, {}, 'pass'],
  ['the key from a private address in production', { from: '10.1.2.3', headers: BEARER }, {}, 'pass'],
  [
    'the key from a container network',
    { from: '172.17.0.1', headers: BEARER },
    { isProduction: false },
    'open',
  ],
  [
    'the key from elsewhere in development',
    { from: '8.8.8.8', headers: BEARER },
    { isProduction: false },
    'pass',
  ],
  [
    'the key through a trusted proxy that ended TLS',
    { from: '10.1.2.3', headers: { ...BEARER, 'x-forwarded-proto': 'https' } },
    { trustProxy: ['10.0.0.0/8'] },
    'open',
  ],
  [
    'the key through a trusted proxy, with Forwarded',
    { from: '10.1.2.3', headers: { ...BEARER, forwarded: 'for=203.0.113.7;proto=https' } },
    { trustProxy: ['10.0.0.0/8'] },
    'open',
  ],
  [
    'the key through a trusted proxy without TLS',
    { from: '10.1.2.3', headers: { ...BEARER, 'x-forwarded-proto': 'http' } },
    { trustProxy: ['10.0.0.0/8'], isProduction: false },
    'pass',
  ],
  [
    'the key through a proxy that is not trusted, whatever it says',
    { from: '203.0.113.7', headers: { ...BEARER, 'x-forwarded-proto': 'https' } },
    { trustProxy: ['10.0.0.0/8'] },
    'pass',
  ],
  [
    'the cookie in a request of another site',
    { headers: { cookie, origin: 'https://evil.example' } },
    {},
    'pass',
  ],
  [
    'the cookie in a fetch of another site',
    { headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' } },
    {},
    'pass',
  ],
  [
    'the cookie in a fetch of another port of localhost',
    { headers: { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' } },
    {},
    'locked',
  ],
  [
    'the cookie in a link from another port of localhost',
    { headers: { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' } },
    {},
    'open',
  ],
  [
    'the cookie in a form of our own page',
    { headers: { cookie, origin: 'http://localhost:3000' } },
    {},
    'open',
  ],
  [
    'the cookie in a form of our own page over HTTP/2, whatever Host says',
    {
      headers: {
        cookie,
        ':authority': 'shop.example',
        host: 'other.example',
        origin: 'https://shop.example',
      },
    },
    {},
    'open',
  ],
  [
    'the cookie in a form of the site that Host names, over HTTP/2',
    {
      headers: { cookie, ':authority': 'shop.example', host: 'evil.example', origin: 'https://evil.example' },
    },
    {},
    'pass',
  ],
  ['an asset of the locked page with another method', { path: ASSET, method: 'POST' }, {}, 'locked'],
  ['a page whose name ends like an asset', { path: '/_profiler/x/_profiler/assets/' }, {}, 'locked'],
  ['an asset of the locked page', { path: ASSET }, {}, 'open'],
  ['an asset from elsewhere', { path: ASSET, from: '203.0.113.7' }, {}, 'pass'],
  ['a wrong login code', { path: '/_profiler/login/1-AAAAAAAAAAA.x' }, {}, 'pass'],
])('%s', (_name, sample, rules, decision) => {
  expect(decide(sample, rules).decision).toBe(decision);
});

test('a login link works once, from anywhere over TLS', () => {
  const path = `/_profiler/login/${credentials.loginCode()}`;
  expect(decide({ path, from: '203.0.113.7' }).decision).toBe('pass');
  expect(decide({ path, from: '203.0.113.7', tls: true, method: 'POST' }).decision).toBe('pass');
  expect(decide({ path: `${path}?next=/`, from: '203.0.113.7', tls: true }).decision).toBe('login');
  expect(decide({ path, from: '203.0.113.7', tls: true }).decision).toBe('pass');
});

test('says why the right key was refused, and nothing about a wrong one', () => {
  expect(decide({ from: '203.0.113.7', headers: BEARER }).reasons).toEqual([
    'it came over plain HTTP. Use https',
  ]);
  expect(decide({ from: '203.0.113.7', headers: { authorization: 'Bearer wrong' } }).reasons).toEqual([]);
});
