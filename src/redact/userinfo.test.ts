import { expect, test } from 'vitest';
import { Source } from './characters.ts';
import { portEnd, userinfoEnd } from './userinfo.ts';

test.each([
  ['http://h/a', 'h/a'],
  ['http://h', 'h'],
  ['http://bob@h/a', 'h/a'],
  ['http://bob:x@h:80/', 'h:80/'],
  ['http://a@b@h/', 'h/'],
  ['http://@h/', '@h/'],
  ['http://h/a@b', 'h/a@b'],
  ['http://h:80/a@b', 'h:80/a@b'],
  ['http://h:80', 'h:80'],
  ['http://[::1]:80/a@b', '[::1]:80/a@b'],
  ['http://[::1]/a@b', '[::1]/a@b'],
  // A password that should have been encoded.
  ['http://bob:pa/ss@h/', 'h/'],
  ['http://bob:pa/s@s@h/', 'h/'],
  ['http://bob:123456/7@h', 'h'],
  ['http://bob:/x@h', 'h'],
  ['http://bob:1x/y@h', 'h'],
  ['http://bob:12345/x@h', 'bob:12345/x@h'],
  ['http://bob:x/y@a z@h', 'a z@h'],
  ['http://bob:pa ss@h/', 'bob:pa ss@h/'],
  ['http://bob:"x"@h/', 'h/'],
  ["http://bob:a'b@h/", 'h/'],
  ['http://bob:"x"@h/a@b', 'h/a@b'],
  ['http://bob:a<b@h/', 'h/'],
  ['http://h:80"a@b', 'h:80"a@b'],
  ['http://h"a@b', 'h"a@b'],
  ['http://h<a@b', 'h<a@b'],
])('the host of %s is at %s', (url, host) => {
  expect(url.slice(userinfoEnd(new Source(url), 7))).toBe(host);
});

test('searches for the last @ once for each word', () => {
  const text = 'x://a:b/c@d y://e:f/g z://i:j/k@l';
  const last = { at: -1, until: -1 };
  const hosts = [4, 16, 26].map((from) => text.slice(userinfoEnd(new Source(text), from, last)));
  expect(hosts).toEqual(['d y://e:f/g z://i:j/k@l', 'e:f/g z://i:j/k@l', 'l']);
});

test.each([
  ['h:80', '', ':80'],
  ['h:80/a', '', ':80'],
  ['h:1 a', '', ':1'],
  ['h:12345?', '', ':12345'],
  ['h:123456', '', ''],
  ['h:80x', '', ''],
  ['h:80,', '', ''],
  ['h:80,', ').,', ':80'],
  ['h:', '', ''],
  ['h:/', '', ''],
  ['h', '', ''],
  ['ha', '', ''],
  ['h80', '', ''],
])('the port of %s, before one of %j, is %j', (text, terminators, port) => {
  expect(text.slice(1, portEnd(text, 1, terminators))).toBe(port);
  if (terminators === '') expect(text.slice(1, portEnd(text, 1))).toBe(port);
});
