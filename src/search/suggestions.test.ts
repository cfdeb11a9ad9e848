import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseQueryText } from './query-text.ts';
import { suggestQueries } from './suggestions.ts';

const context = { now: (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros, zone: 'UTC' };

describe('a bare word', () => {
  test.each<readonly [string, string]>([
    ['404', 'status:404'],
    ['5xx', 'status:5xx'],
    ['4XX', 'status:4XX'],
    ['-404', '-status:404'],
    ['GET', 'method:GET'],
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'].map(
      (method) => [method, `method:${method}`] as const,
    ),
    ...['90s', '5m', '5min', '7d', '2w', '999h'].map((age) => [age, `since:${age}`] as const),
    ...['>=20us', '<=1.5ms', '<2S', '>5m'].map((duration) => [duration, `duration:${duration}`] as const),
    ...['1.25s', '20µs', '1234m'].map((duration) => [duration, `duration:>${duration}`] as const),
    ['today', 'at:today'],
    ['TODAY', 'at:TODAY'],
    ['Yesterday', 'at:Yesterday'],
    ['15:34', 'at:15:34'],
    ['15:34:07', 'at:15:34:07'],
    ['2026-11-14', 'at:2026-11-14'],
    ['14-Nov-2026', 'at:14-Nov-2026'],
    ['1h', 'since:1h'],
    ['500ms', 'duration:>500ms'],
    ['>2s', 'duration:>2s'],
    ['203.0.113.7', 'ip:203.0.113.7'],
    ['203.0.113.0/24', 'ip:203.0.113.0/24'],
    ['2001:db8::7', 'ip:2001:db8::7'],
    ['20:01::7', 'ip:20:01::7'],
    ['203.0.*', 'ip:203.0.*'],
    ['3fa2c1', 'token:3fa2c1'],
    ['3fa404', 'token:3fa404'],
    ['4bf92f3577b34da6a3ce929d0e0e4736', 'trace:4bf92f3577b34da6a3ce929d0e0e4736'],
    [
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'trace:00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    ],
    ['TypeError', 'error:TypeError'],
    ['XError', 'error:XError'],
    ['FetchException', 'error:FetchException'],
    ...['ana@shop.example', 'ana@shop.5s', '5s@shop.example'].map((user) => [user, `user:${user}`] as const),
    ['status=404', 'status:404'],
    ['method!=GET', '-method:GET'],
    ['404 OR 500', 'status:404,500'],
    ['status:404 or status:500', 'status:404 OR status:500'],
    ['cats or dogs', 'cats OR dogs'],
    ['.env 404 since:1h', '.env status:404 since:1h'],
  ])('%s is searched for as text, and suggests %s', (text, suggested) => {
    expect(parseQueryText(text, context).terms.some(({ field }) => field === 'url')).toBe(true);
    expect(suggestQueries(text)).toEqual([suggested]);
    expect(parseQueryText(suggested, context).mistakes).toEqual([]);
  });

  test.each([
    '',
    '.env',
    '"404"',
    '"GET"',
    'get',
    'url:404',
    'https://shop.example/404',
    '/today',
    '25:00',
    '4040',
    '999',
    '1.2.3.456',
    'status=paid',
    'id=404',
    '404 OR GET',
    'v1.2',
    'TARGET',
    'GETS',
    'MyTypeErrors',
    'typeError',
    'ana@shop',
    'ana@shop.',
    'ana@@shop.example',
    '@shop.example',
    '1234h',
    '1y',
    '=404',
    'status=',
    '-status:404 or status:500',
    'status:404 or -status:500',
    'status:404 or method:GET',
    'or status:404',
    'status:404 or',
    'cats or url:dogs',
    'status:404 "or" status:500',
    'status:404 -or status:500',
    'ana@shop.example OR 404',
    'ana@shop.example OR cats',
    'status=404 OR status=paid',
    'now',
    '1760000000',
    '/TypeError',
    '/ana@shop.example',
    'ana@.example',
    'ana@shop.example/',
    '/status=404',
  ])('%s is only text', (text) => {
    expect(suggestQueries(text)).toEqual([]);
  });
});

test('a URL that finds nothing is suggested without its query and fragment', () => {
  const found = 'https://shop.example/a?token=x&b=1';
  expect(suggestQueries(found)).toEqual([]);
  for (const url of ['https://shop.example/a', 'http://shop.example/a', 'HTTP://SHOP.example/a'])
    for (const rest of ['?token=x&b=1', '#top'])
      expect(suggestQueries(`${url}${rest}`, false)).toEqual([url]);
  for (const other of ['/to/https://shop.example/a?b', 'https://?b', '-https://shop.example/a?b'])
    expect(suggestQueries(other, false)).toEqual([]);
  expect(suggestQueries('https://shop.example/a', false)).toEqual([]);
  expect(suggestQueries('"https://shop.example/a?b"', false)).toEqual([]);
});

test('several words are suggested together, then one by one', () => {
  expect(suggestQueries('GET /a 404')).toEqual([
    'method:GET /a status:404',
    'method:GET /a 404',
    'GET /a status:404',
  ]);
  expect(suggestQueries('404 or 500')[0]).toBe('status:404 OR status:500');
  expect(suggestQueries('404 '.repeat(400))).toHaveLength(5);
});

test('a suggestion for any query without mistakes has none either', () => {
  const word = fc.constantFrom(
    '404',
    'GET',
    'today',
    '"',
    '-',
    ' ',
    'OR',
    'or',
    'a',
    ':',
    '=',
    '12:30',
    '1h',
    ',',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 10 }), (parts) => {
      const text = parts.join('');
      if (parseQueryText(text, context).mistakes.length > 0) return;
      for (const query of suggestQueries(text)) expect(parseQueryText(query, context).mistakes).toEqual([]);
    }),
  );
});
