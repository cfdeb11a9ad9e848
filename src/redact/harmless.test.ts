import { expect, test } from 'vitest';
import { isHarmless, isHarmlessUrl } from './harmless.ts';
import { createRules } from './rules.ts';

const rules = createRules([], [], false);
const strict = createRules([], [], true);

test.each([
  ...['GET /users/42 200 12 ms', 'user: jo', 'a=b&c=d', 'a session', 'they renewed', 'eyZ', ''],
  // Twelve digits, or more that do not belong together.
  ...['1234 5678 9012', '123456789012x3', '12-34-56-78-90-12', '1234567.8901234'],
  ...['user x', 'topic x', 'a-b', 'snake_case', 'xhp_1', 'tab_1', 'hib_1', "'a' b", '"a" , "b"'],
  'reset a/b',
  // The name is what comes after a mark.
  ...['/', ',', '{', '}', '(', '<', '>', '\n', '&', ';', '?', '#'].map((mark) => `session${mark}a=b`),
])('%j is harmless', (text) => {
  expect(isHarmless(text, rules)).toBe(true);
});

test.each([
  ...[
    'session=x',
    'session: x',
    'a/session=x',
    'a&session=x',
    'session a=x',
    'a=b&session=x',
    'a=b:session=c',
  ],
  ...['1234567890123', '1234 5678 9012 3', '1234-5678-9012-3', '1234+5678+9012+3', '1234\t5678\t9012\t3'],
  ...['--x', 'a --b', 'Bearer x', 'bearer x', 'BEARER\tx', 'forbearer x', 'Basic x', 'basic+x', 'x basic-x'],
  ...['a%b', 'a\\b', 'a@b', 'eyJ', 'x eyJ', 'ewog', 'ghp_1', 'x ghs_1', 'github_1', 'club_1'],
  ...['"a","b"', "'a','b'", '`a`,`b`', '/reset/x', 'a/reset/x', 'see /a or /reset/x'],
])('%j is not', (text) => {
  expect(isHarmless(text, rules)).toBe(false);
});

test('strictly, no value is harmless', () => {
  expect(isHarmless('a=b', strict)).toBe(false);
  expect(isHarmless('a b', strict)).toBe(true);
});

test.each([
  ...[
    'http://session:8080/x',
    'https://session:8080/x',
    'http://a-session:8080/',
    'http://session:80',
    '/a?b=c',
  ],
  ...['/a?session&b=1', '/a?b=1#c', 'http://h/a:80'],
])('the URL %s is harmless', (url) => {
  expect(isHarmlessUrl(url, rules)).toBe(true);
});

test.each([
  ...[
    'http://session:80a/x',
    'http://session:123456/x',
    'http://h/session:8080',
    'http://h?session:8080',
    'ftp://session:21/',
  ],
  ...[
    'http://a b-session:8080',
    'http://a"session:8080',
    'http://a,session:8080',
    '/session:8080',
    '/a?session=c',
  ],
  // A name in the query goes up to its `=`.
  ...[
    '/a?session/b=1',
    '/a?b/session=1',
    '/a?x=1&session=2',
    '/a?x=1;session=2',
    '/a#session?b=1',
    '/reset/x',
  ],
])('the URL %s is not', (url) => {
  expect(isHarmlessUrl(url, rules)).toBe(false);
});
