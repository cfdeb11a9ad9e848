import { expect, test } from 'vitest';
import { incomingMessage, type RequestSample } from '../../../test/support/incoming-message.ts';
import { explainAuthorize, explainRefusal } from './refusal.ts';

const RULES = { trustedProxies: [], isProduction: true };
const explain = (sample: RequestSample) => explainRefusal(incomingMessage(sample), '/_profiler', RULES);

test.each<[string, RequestSample]>([
  ['this machine, which sees the locked page', {}],
  [
    'another site, in a browser on this machine',
    { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
  ],
  [
    'another site, in a browser elsewhere',
    { from: '203.0.113.7', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
  ],
  ['a page of another origin on this machine', { headers: { origin: 'https://evil.example' } }],
])('says nothing of a request of %s', (_, sample) => {
  expect(explain(sample)).toBeNull();
});

test('names the client and says what to do', () => {
  const text = explain({ from: '203.0.113.7', tls: true });
  expect(text).toMatch(
    /^203\.0\.113\.7 asked for \/_profiler and got the answer of the app, because the page /,
  );
  expect(text).toMatch(/ opens only with its key\. To open it, run "npx gatebook open URL" .* as the URL\.$/);
  expect(explain({ from: null })).toMatch(/^A client asked for/);
  expect(explain({ headers: { 'x-forwarded-for': '203.0.113.7' } })).toMatch(
    /^A client behind a proxy asked/,
  );
});

test('says why a link would be refused too', () => {
  expect(explain({ from: '203.0.113.7' })).toMatch(
    /URL\. That link would be refused too: this request was not secure, because it came over plain HTTP\. Use https\.$/,
  );
});

const HINT = 'Hint.';

test('authorize may decide, and nothing else', () => {
  expect(explainAuthorize('It', { value: 'secret' }, '')).toBe(
    'It returned a string, so the page stays closed. Return true to open it.',
  );
  expect(explainAuthorize('The option authorize', { value: true }, HINT)).toBeNull();
  expect(explainAuthorize('The option authorize', { value: false }, HINT)).toBeNull();
  expect(explainAuthorize('The option authorize', { value: 1 }, HINT)).toBe(
    'The option authorize returned 1, so the page stays closed. Return true to open it. Hint.',
  );
  expect(explainAuthorize('The option authorize', { value: undefined }, HINT)).toContain(
    'returned undefined, so the page stays closed',
  );
  expect(explainAuthorize('The option authorize', { error: new TypeError('x is \u001b[2J') }, HINT)).toMatch(
    /^The option authorize threw an error, so the page stays closed: TypeError: x is \P{Cc}*\. Hint\.$/u,
  );
  expect(explainAuthorize('The option authorize', { error: 'closed' }, HINT)).toContain(
    'stays closed: "closed". Hint.',
  );
});
