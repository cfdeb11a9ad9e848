import { expect, test } from 'vitest';
import { createRules } from './rules.ts';
import { redactHost, redactQuery, redactUrl } from './url.ts';

const rules = createRules([], [], false);
const strict = createRules([], [], true);

test.each([
  'https://token.example:3000/a',
  'HTTPS://token.example:3000/',
  '//token.example:3000/a',
  'h2://token.example:3000',
  'x://token.example:3000/',
  'git+ssh://token.example:3000/a.git',
  'http:\\\\token.example:3000/',
  `/${'a'.repeat(8191)}`,
])('keeps the host and the port of %s', (url) => {
  expect(redactUrl(url, rules)).toBe(url);
});

test.each([
  ['token:1234', 'token:***'],
  ['http://bob:hunter2@token.example:3000/', 'http://***@token.example:3000/'],
  ['/a?token=b?c#token=d#e', '/a?token=***#token=***'],
  ['/a#b?token=c', '/a#b?token=***'],
  ['/a?b#', '/a?b#'],
  ['?', '?'],
  ['', ''],
])('redacts %s', (url, redacted) => {
  expect(redactUrl(url, rules)).toBe(redacted);
});

test('cuts a long URL', () => {
  const url = `/a/${'b/'.repeat(4095)}`;
  expect(url.length).toBe(8193);
  expect(redactUrl(url, rules)).toBe(`${url.slice(0, 8188)}…cut`);
});

test.each([
  ['token=a=b', 'token=***', 'token=***'],
  ['token&a=1', 'token&a=1', '***&a=***'],
  ['token=;x=1', 'token=;x=1', 'token=;x=***'],
  ['token=a;b=;c;d=e&f=g', 'token=***;b=;***;d=***&f=g', 'token=***;b=;***;d=***&f=***'],
  ['a=1&&b=2&', 'a=1&&b=2&', 'a=***&&b=***&'],
  ['=x', '=x', '=***'],
  ['', '', ''],
])('redacts the query %s, also with strict', (query, redacted, redactedStrictly) => {
  expect(redactQuery(query, rules)).toBe(redacted);
  expect(redactQuery(query, strict)).toBe(redactedStrictly);
});

test('keeps the value of an allowed name, except for known formats', () => {
  const allowed = createRules([], ['state'], false);
  expect(redactQuery('state=token%3Dx&code=y', allowed)).toBe('state=token%3Dx&code=***');
  expect(redactQuery('state=4111111111111111', allowed)).toBe('state=***');
});

test.each([
  ['h', 'h'],
  ['h:80', 'h:80'],
  ['bob@h:80', '***@h:80'],
  ['@h', '@h'],
  ['a@b@h:12345', '***@h:12345'],
  ['token:hunter2', 'token:***'],
  ['token:123456', 'token:***'],
])('redacts the host %s', (host, redacted) => {
  expect(redactHost(host, rules)).toBe(redacted);
});
