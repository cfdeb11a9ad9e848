import { expect, test } from 'vitest';
import { incomingMessage, type RequestSample } from '../../../test/support/incoming-message.ts';
import { parseTrustedProxies } from '../../net/client.ts';
import { createKeyAccess } from './access.ts';
import type { SignedCode } from './claim.ts';
import { createCredentials } from './credentials.ts';
import type { Key } from './key.ts';
import type { PagePath } from './page-path.ts';

const KEY = 'a-key-for-this-test' as Key;
const spent = new Set<string>();
const claim = async ({ name }: SignedCode) => !spent.has(name) && spent.add(name).has(name);
const credentials = createCredentials(KEY, { claim });
const proof = credentials.checkKey(KEY);
const cookie = proof ? (credentials.cookie(proof, '/_profiler', false).split(';')[0] ?? '') : '';

/** What the tests call a grant: a login with a proof is more than the locked page. */
type Outcome = 'nothing' | 'assets' | 'locked' | 'login' | 'everything';

async function decide(
  sample: RequestSample,
  { isProduction = true, trustProxy = [] as string[], withCodes = credentials } = {},
): Promise<{ outcome: Outcome; reasons: string[] }> {
  const reasons: string[] = [];
  const { decide: check } = createKeyAccess({
    base: '/_profiler',
    credentials: withCodes,
    isProduction,
    trustedProxies: parseTrustedProxies(trustProxy),
    onRefusal: (reason) => reasons.push(reason),
  });
  const path = (sample.path ?? '/_profiler') as PagePath;
  const grant = await check(incomingMessage(sample), path);
  if (grant.to !== 'nothing') expect(grant.path).toBe(path);
  return { outcome: grant.to === 'login' && !grant.proof ? 'locked' : grant.to, reasons };
}

const ASSET = '/_profiler/assets/x/page.js';
const BEARER = { authorization: `Bearer ${KEY}` };

test.each<[string, RequestSample, object, Outcome]>([
  ['the key on this machine', { headers: BEARER }, {}, 'everything'],
  ['the cookie on this machine', { headers: { cookie } }, {}, 'everything'],
  [
    'the key through a proxy on this machine',
    { headers: { ...BEARER, host: 'shop.example' } },
    {},
    'everything',
  ],
  ['no key on this machine', {}, {}, 'locked'],
  ['no key, but the Host of a proxy', { headers: { host: 'shop.example' } }, {}, 'nothing'],
  ['no key, through a proxy that says so', { headers: { 'x-forwarded-for': '203.0.113.7' } }, {}, 'nothing'],
  ['no key from elsewhere', { from: '203.0.113.7' }, {}, 'nothing'],
  ['the key over TLS from elsewhere', { from: '203.0.113.7', tls: true, headers: BEARER }, {}, 'everything'],
  ['the key over plain HTTP from elsewhere', { from: '203.0.113.7', headers: BEARER }, {}, 'nothing'],
  ['the key from a private address in production', { from: '10.1.2.3', headers: BEARER }, {}, 'nothing'],
  [
    'the key from a container network',
    { from: '172.17.0.1', headers: BEARER },
    { isProduction: false },
    'everything',
  ],
  ['no key from a container network', { from: '172.17.0.1' }, { isProduction: false }, 'locked'],
  [
    'an asset from a container network',
    { from: '172.17.0.1', path: ASSET },
    { isProduction: false },
    'assets',
  ],
  ['no key from a container network in production', { from: '172.17.0.1' }, {}, 'nothing'],
  ...['192.168.1.2:3000', 'shop.example'].map((host): [string, RequestSample, object, Outcome] => [
    `no key from a container network, for ${host}`,
    { from: '172.17.0.1', headers: { host } },
    { isProduction: false },
    'nothing',
  ]),
  [
    'no key from a container network, through a proxy',
    { from: '172.17.0.1', headers: { 'x-forwarded-for': '172.17.0.1' } },
    { isProduction: false },
    'nothing',
  ],
  [
    'no key from a trusted proxy in development',
    { from: '10.1.2.3' },
    { trustProxy: ['10.0.0.0/8'], isProduction: false },
    'nothing',
  ],
  ['no key from elsewhere in development', { from: '8.8.8.8' }, { isProduction: false }, 'nothing'],
  [
    'the key from elsewhere in development',
    { from: '8.8.8.8', headers: BEARER },
    { isProduction: false },
    'nothing',
  ],
  [
    'the key through a trusted proxy that ended TLS',
    { from: '10.1.2.3', headers: { ...BEARER, 'x-forwarded-proto': 'https' } },
    { trustProxy: ['10.0.0.0/8'] },
    'everything',
  ],
  [
    'the key through a trusted proxy, with Forwarded',
    { from: '10.1.2.3', headers: { ...BEARER, forwarded: 'for=203.0.113.7;proto=https' } },
    { trustProxy: ['10.0.0.0/8'] },
    'everything',
  ],
  [
    'the key through a trusted proxy without TLS',
    { from: '10.1.2.3', headers: { ...BEARER, 'x-forwarded-proto': 'http' } },
    { trustProxy: ['10.0.0.0/8'], isProduction: false },
    'nothing',
  ],
  [
    'the key through a proxy that is not trusted, whatever it says',
    { from: '203.0.113.7', headers: { ...BEARER, 'x-forwarded-proto': 'https' } },
    { trustProxy: ['10.0.0.0/8'] },
    'nothing',
  ],
  [
    'the cookie in a request of another site',
    { headers: { cookie, origin: 'https://evil.example' } },
    {},
    'nothing',
  ],
  [
    'the cookie in a fetch of another site',
    { headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' } },
    {},
    'nothing',
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
    'everything',
  ],
  [
    'the cookie in a form of our own page',
    { headers: { cookie, origin: 'http://localhost:3000' } },
    {},
    'everything',
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
    'everything',
  ],
  [
    'the cookie in a form of the site that Host names, over HTTP/2',
    {
      headers: { cookie, ':authority': 'shop.example', host: 'evil.example', origin: 'https://evil.example' },
    },
    {},
    'nothing',
  ],
  ['an asset of the locked page with another method', { path: ASSET, method: 'POST' }, {}, 'locked'],
  ['a page whose name ends like an asset', { path: '/_profiler/x/_profiler/assets/' }, {}, 'locked'],
  ['an asset of the locked page', { path: ASSET }, {}, 'assets'],
  ['an asset of the locked page without its body', { path: ASSET, method: 'HEAD' }, {}, 'assets'],
  [
    'a login in a second tab, with the cookie of the first',
    { path: '/_profiler/login', method: 'POST', headers: { cookie } },
    {},
    'locked',
  ],
  ['an asset with the key', { path: ASSET, headers: BEARER }, {}, 'everything'],
  ['a page whose name starts like that of the assets', { path: '/_profiler/assets' }, {}, 'locked'],
  ['an asset from elsewhere', { path: ASSET, from: '203.0.113.7' }, {}, 'nothing'],
  ['a wrong login code', { path: '/_profiler/login/1-AAAAAAAAAAA.x' }, {}, 'nothing'],
  ['a login link with a path behind it', { path: '/_profiler/login/x/y' }, {}, 'locked'],
])('%s', async (_name, sample, rules, outcome) => {
  expect((await decide(sample, rules)).outcome).toBe(outcome);
});

test('a login link works once, from anywhere over TLS, and only by GET', async () => {
  const path = `/_profiler/login/${credentials.loginCode()}`;
  const far = { path, from: '203.0.113.7', tls: true };
  expect((await decide({ ...far, tls: false })).outcome).toBe('nothing');
  for (const method of ['HEAD', 'POST', 'get', 'OPTIONS'])
    expect((await decide({ ...far, method })).outcome).toBe('nothing');
  expect((await decide({ path, method: 'HEAD' })).outcome).toBe('locked');
  expect((await decide(far)).outcome).toBe('login');
  expect((await decide(far)).outcome).toBe('nothing');
  expect((await decide({ path })).outcome).toBe('nothing');
});

test('a login link may lead to a profile, and to nothing else', async () => {
  const link = () => `/_profiler/login/${credentials.loginCode()}`;
  expect((await decide({ path: `${link()}/a1b2c3` })).outcome).toBe('login');
  for (const rest of ['/metrics', '/a1b2c', '/A1B2C3', '/a1b2c3/x', '/'])
    expect((await decide({ path: link() + rest })).outcome).toBe('locked');
});

test('with the key, only the form of the locked page goes to the login', async () => {
  const outcomeOf = async (method: string, path: string) =>
    (await decide({ headers: BEARER, method, path })).outcome;
  expect(await outcomeOf('POST', '/_profiler/login')).toBe('locked');
  expect(await outcomeOf('POST', '/_profiler/logout')).toBe('everything');
  expect(await outcomeOf('GET', '/_profiler/login')).toBe('everything');
});

test('a login link is right below the path of the page, and has a code', async () => {
  expect(await decide({ path: `/_profiler/x/login/${credentials.loginCode()}` })).toMatchObject({
    outcome: 'locked',
  });
  expect(await decide({ path: '/_profiler/login/' })).toMatchObject({ outcome: 'locked' });
});

test('a code that the key has not signed is refused at once, without a look into the book', () => {
  const { decide: check } = createKeyAccess({
    base: '/_profiler',
    credentials,
    isProduction: true,
    trustedProxies: [],
    onRefusal: () => {},
  });
  const path = '/_profiler/login/1-AAAAAAAAAAA.x' as PagePath;
  expect(check(incomingMessage({ path }), path)).toEqual({ to: 'nothing' });
});

test('if a used login link can not be stored, links are refused and the key works', async () => {
  const full = createCredentials(KEY, { claim: () => Promise.reject(new Error('The disk is full.')) });
  const path = `/_profiler/login/${full.loginCode()}`;
  const { outcome, reasons } = await decide({ path }, { withCodes: full });
  expect(outcome).toBe('nothing');
  expect(reasons[0]).toMatch(
    /^A login link was refused, because .*: The disk is full\. The key opens the page/,
  );
  expect((await decide({ headers: BEARER }, { withCodes: full })).outcome).toBe('everything');
});

test('says why the right key was refused, and nothing about a wrong one', async () => {
  expect((await decide({ headers: BEARER })).reasons).toEqual([]);
  expect((await decide({ from: '203.0.113.7', headers: BEARER })).reasons).toEqual([
    'A request with the right key could not open the page, because it came over plain HTTP. Use https.',
  ]);
  expect((await decide({ from: '203.0.113.7', headers: { authorization: 'Bearer wrong' } })).reasons).toEqual(
    [],
  );
});
