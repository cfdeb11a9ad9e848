import { expect, test } from 'vitest';
import { createRules } from './rules.ts';
import { redactHost, redactQuery, redactUrl, withoutOperationValues } from './url.ts';

const rules = createRules([], [], false);
const strict = createRules([], [], true);
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';

test.each([
  'https://token.example:3000/a',
  'HTTPS://token.example:3000/',
  '//token.example:3000/a',
  'git+ssh://token.example:3000/a.git',
  'http:\\\\token.example:3000/',
  'http://***@token.example:3000/',
  `/${'a'.repeat(8191)}`,
])('keeps the host and the port of %s', (url) => {
  expect(redactUrl(url, rules)).toBe(url);
});

test.each([
  ['token:1234', 'token:***'],
  ['http://bob:hunter2@token.example:3000/', 'http://***@token.example:3000/'],
  ['/a#b?token=c', '/a#b?token=***'],
  [`https://AWS:${'aB3'.repeat(700)}@h/x`, 'https://***@h/x'],
  ['/?q=%252Fcb%253Ftoken%253DCANARY%2526a%253D1&b=1', '/?q=%252Fcb%253Ftoken%253D***%2526a%253D1&b=1'],
  [`/?x=${JWT.replaceAll('.', '%2E')}&b=1`, '/?x=***JWT***&b=1'],
  ['/?q=4111+1111+1111+1111', '/?q=***card-number***'],
  ['/?h=Bearer+CANARY&b=1', '/?h=Bearer+***&b=1'],
  ['/?', '/?'],
  ['', ''],
])('redacts %s', (url, redacted) => {
  expect(redactUrl(url, rules)).toBe(redacted);
});

test('cuts a long URL between two parts of its path', () => {
  const url = `/a/${'b/'.repeat(4095)}`;
  expect(url.length).toBe(8193);
  expect(redactUrl(url, rules)).toBe(`${url.slice(0, 8188)}…cut`);
  expect(redactUrl(`https://h/${'a'.repeat(20_000)}`, rules)).toHaveLength(8192);
});

test('does not keep half of a secret at the cut', () => {
  const [start = ''] = JWT.split('.');
  expect(redactUrl(`https://h/${'a/'.repeat(4075)}${JWT}`, rules)).not.toContain(start);
  const withheld = `https://h/?token=${'a'.repeat(32_720)}`;
  for (let more = 0; more < 60; more++)
    expect(redactUrl(`${withheld}${'a'.repeat(more)}&x=${JWT}${JWT}`, rules)).not.toContain(start);
});

test.each([
  ['token=a=b', 'token=***', 'token=***'],
  ['token&a=1', 'token&a=1', '***&a=***'],
  ['token=a;b=c&f=g', 'token=***&f=g', 'token=***&f=***'],
  ['a=1&&b=2&', 'a=1&&b=2&', 'a=***&&b=***&'],
  ['=x', '=x', '=***'],
  ['', '', ''],
])('redacts the query %s, also with strict', (query, redacted, redactedStrictly) => {
  expect(redactQuery(query, rules)).toBe(redacted);
  expect(redactQuery(query, strict)).toBe(redactedStrictly);
});

test.each([
  ['h', 'h'],
  ['h:80', 'h:80'],
  ['@h', '@h'],
  ['a@b@h:12345', '***@h:12345'],
  ['token:hunter2', 'token:***'],
  ['token:123456', 'token:***'],
])('redacts the host %s', (host, redacted) => {
  expect(redactHost(host, rules)).toBe(redacted);
});

test('removes the document and the values of an operation', () => {
  for (const name of ['query', 'variables', 'extensions', 'input', 'connectionParams'])
    for (const mark of '?&;')
      expect(withoutOperationValues(`/api${mark}${name}=CANARY&page=2`)).toBe(
        `/api${mark}${name}=***&page=2`,
      );
  expect(withoutOperationValues('/api?subquery=1&inputs=2#query=3')).toBe('/api?subquery=1&inputs=2#query=3');
});
