import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import type { Seq } from '../profile/token.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import { FIELDS } from './fields.ts';
import { parseForm } from './form.ts';
import { matchesPattern, parsePattern } from './pattern.ts';
import { parseQueryText } from './query-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const context = { now, zone: 'UTC' };
const query = (text: string) => parseQueryText(text, context);
const form = (params: string) => parseForm(new URLSearchParams(params), now);
const micros = (iso: string) => Date.parse(iso) * 1000;

describe('query text', () => {
  test('combines all kinds of fields in one line', () => {
    const text =
      'status:4xx ip:203.0.113.0/24 method:GET,POST url:*/.env route:/users/:id duration:>500ms kind:main since:1h ' +
      'trace:4bf92f3577b34da6a3ce929d0e0e4736 client:scanner -url:/health';
    const { terms, mistakes } = query(text);
    expect(mistakes).toEqual([]);
    expect(terms).toEqual([
      { field: 'status', not: false, any: [{ from: 400, to: 499 }] },
      { field: 'ip', not: false, any: [{ from: 0xcb007100, to: 0xcb0071ff }] },
      { field: 'method', not: false, any: ['GET', 'POST'] },
      { field: 'url', not: false, any: [{ match: 'whole', parts: ['', '/.env'] }] },
      { field: 'route', not: false, any: [{ match: 'whole', parts: ['/users/:id'] }] },
      { field: 'duration', not: false, any: [{ from: 500_001, to: Number.MAX_SAFE_INTEGER }] },
      { field: 'kind', not: false, any: ['main'] },
      { field: 'time', not: false, any: [{ from: now - 3600e6, to: Number.MAX_SAFE_INTEGER }] },
      { field: 'trace', not: false, any: ['4bf92f3577b34da6a3ce929d0e0e4736'] },
      { field: 'client', not: false, any: ['scanner'] },
      { field: 'url', not: true, any: [{ match: 'contains', parts: ['/health'] }] },
    ]);
  });

  test('bare words match the URL; quoted ones may contain spaces, colons and commas', () => {
    expect(query('.env "a b:c,d" -x https://h/p,q').terms).toEqual([
      { field: 'url', not: false, any: [{ match: 'contains', parts: ['.env'] }] },
      { field: 'url', not: false, any: [{ match: 'contains', parts: ['a b:c,d'] }] },
      { field: 'url', not: true, any: [{ match: 'contains', parts: ['x'] }] },
      { field: 'url', not: false, any: [{ match: 'contains', parts: ['https://h/p,q'] }] },
    ]);
  });

  test.each([
    ['stauts:404', 0, 7, /unknown field "stauts"/, /write status:/],
    ['.env status:4', 12, 13, /"4" is not a valid HTTP status/, /write 4xx/],
    ['method:GET,P@ST', 11, 15, /"P@ST" is not a valid HTTP method/, /GET/],
    ['ip:1.2.3.456', 3, 12, /not a valid IP address/, /203\.0\.113/],
    ['since:soon', 6, 10, /not a valid time/, /2026-11-14/],
    ['since:25:00', 6, 11, /not a valid time/, /09:05/],
    ['duration:500ms', 9, 14, /not a range of durations/, />500ms/],
    ['duration:2s..1s', 9, 15, /starts after it ends/, /1s\.\.2s/],
    ['client:scaner', 7, 13, /not one of/, /write scanner/],
    ['url:"abc', 4, 8, /never closed/, /close it/],
    ['status:', 0, 7, /"status:" needs a value/, /status:4xx/],
    ['localhost:3000', 0, 10, /unknown field "localhost"/, /"localhost:3000"/],
    ['token:xyz', 6, 9, /not a valid token/, /3fa2c1/],
    ['sort:url', 5, 8, /cannot be sorted by "url"/, /write duration/],
    ['sort:', 5, 5, /cannot be sorted by ""/, /write duration/],
    ['-sort:duration', 0, 6, /cannot be excluded/, /remove the minus/],
    ['trace:12', 6, 8, /not a valid trace ID/, /32 hex/],
    ['status>=5', 6, 9, /">=5" is not a valid HTTP status/, /write/],
    ['duration>500', 8, 12, /not a range of durations/, /500ms/],
    ['method>GET', 6, 10, /not a valid HTTP method/, /GET/],
    ['status:404 OR method:GET', 11, 13, /one field, not status and method/, /remove OR/],
    ['.env OR status:404', 5, 7, /one field, not url and status/, /remove OR/],
    ['-status:404 OR -status:500', 12, 14, /excluded/, /write -status:404,500/],
    ['status:404 OR NOT method:GET', 11, 13, /excluded/, /remove OR/],
    ['status:404 OR', 11, 13, /OR needs a term on both sides/, /"OR"/],
    ['AND status:404', 0, 3, /AND needs a term on both sides/, /"AND"/],
    ['NOT', 0, 3, /NOT needs a term after it/, /"NOT"/],
    ['(status:404 OR status:500)', 0, 1, /parentheses/, /status:404,500/],
    ['GET (404 OR 500)', 4, 5, /parentheses/, /commas/],
    ['status:404 OR status:5', 21, 22, /not a valid HTTP status/, /5xx/],
  ])('reports the position and a fix for %s', (text, from, to, message, fix) => {
    const { mistakes } = query(text);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatchObject({ param: 'q', from, to });
    expect(mistakes[0]?.message).toMatch(message);
    expect(mistakes[0]?.fix).toMatch(fix);
  });

  test.each([
    ['status:404 OR status:500', 'status:404,500'],
    ['status:404 OR STATUS:5xx OR status:301 .env', 'status:404,5xx,301 .env'],
    ['a OR "b c" OR url:d', 'url:a,"b c",d'],
    ['at:today OR at:yesterday', 'at:today,yesterday'],
    ['status:404 AND method:GET', 'status:404 method:GET'],
    ['NOT status:404 AND NOT .env', '-status:404 -.env'],
    ['duration>500ms', 'duration:>500ms'],
    ['status>=500 OR status:404', 'status:>=500,404'],
    ['-duration <= 1.5s', '-duration:<=1.5s'],
  ])('%s means %s', (text, meaning) => {
    expect(query(text)).toEqual({ ...query(meaning), mistakes: [] });
  });

  test('operators in quotes or in lower case are text', () => {
    for (const text of ['a "OR" b', 'a or b', 'a "AND" b', 'cats and', 'not x', '-OR', 'a>b', '(other)'])
      expect(query(text).mistakes).toEqual([]);
    expect(query('a or b').terms).toHaveLength(3);
  });

  test("every field's example is valid", () => {
    for (const { example } of FIELDS.values()) expect(query(example).mistakes).toEqual([]);
  });

  test('any text gives terms or mistakes whose positions are inside it', () => {
    const fragments = fc.constantFrom(
      'status:',
      'ip:',
      '-',
      '"',
      'url:',
      ',',
      ' ',
      '4xx',
      '\\',
      '*',
      ':',
      'since:',
      '1h',
      'é',
      '\u202e',
      ' OR ',
      'AND ',
      'NOT ',
      'status>',
      '(',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragments, fc.string()), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const { terms, mistakes } = query(text);
        if (text.trim() !== '' && terms.length === 0) expect(mistakes.length).toBeGreaterThan(0);
        for (const { from, to, message, fix } of mistakes) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(message).not.toBe('');
          expect(fix).not.toBe('');
        }
      }),
    );
  });
});

test.each([
  ['duration:>=250us', { from: 250, to: Number.MAX_SAFE_INTEGER }],
  ['duration:<1.5ms', { from: 0, to: 1499 }],
  ['duration:<=2\u00b5s', { from: 0, to: 2 }],
  ['duration:<=2\u03bcs', { from: 0, to: 2 }],
  ['duration:100MS..2m', { from: 100_000, to: 120e6 }],
])('parses %s', (text, range) => {
  expect(query(text)).toEqual({ terms: [{ field: 'duration', not: false, any: [range] }], mistakes: [] });
});

test.each(['duration:>1h', 'duration:>2min', 'duration:>500', 'since:1ms', 'since:1H', 'since:1_h'])(
  'refuses the unit of %s',
  (text) => {
    expect(query(text).mistakes).toHaveLength(1);
  },
);

describe('form', () => {
  test("accepts the parameters of Symfony's profiler search", () => {
    const search = form(
      'ip=127.0.0.1&method=GET&status_code=404&url=a,b&token=&start=2026-11-13&end=2026-11-14&limit=50&type=request',
    );
    expect(search).toEqual({
      ok: true,
      zone: 'UTC',
      columns: [],
      criteria: {
        limit: 50,
        cursor: null,
        terms: [
          { field: 'ip', not: false, any: [{ from: 0x7f000001, to: 0x7f000001 }] },
          { field: 'method', not: false, any: ['GET'] },
          { field: 'status', not: false, any: [{ from: 404, to: 404 }] },
          { field: 'url', not: false, any: [{ match: 'contains', parts: ['a,b'] }] },
          { field: 'time', not: false, any: [{ from: micros('2026-11-13'), to: Number.MAX_SAFE_INTEGER }] },
          { field: 'time', not: false, any: [{ from: 0, to: micros('2026-11-15') - 1 }] },
        ],
      },
    });
  });

  test('no criteria return the ten newest profiles', () => {
    expect(form('')).toEqual({
      ok: true,
      zone: 'UTC',
      columns: [],
      criteria: { terms: [], limit: 10, cursor: null },
    });
  });

  test.each([
    ['status_code=4', 'status_code', /not a valid HTTP status/],
    ['start=soon', 'start', /not a valid time/],
    ['limit=0', 'limit', /not a valid number of results/],
    ['limit=1e3', 'limit', /not a valid number of results/],
    ['cursor=zzz', 'cursor', /invalid cursor/],
    ['tz=Mars/Olympus', 'tz', /not a valid time zone/],
    ['stauts=404', 'stauts', /unknown parameter/],
    ['constructor=1', 'constructor', /unknown parameter/],
    ['__proto__=1', '__proto__', /unknown parameter/],
    ['q=status:9', 'q', /not a valid HTTP status/],
    ['cols=duration,size', 'cols', /unknown column "size"/],
    ['sort=size', 'sort', /cannot be sorted by "size"/],
    ['q=sort:duration&cursor=ogx3k2v9q4-1f', 'cursor', /start at a cursor/],
  ])('%s is reported as a mistake', (params, param, message) => {
    const search = form(params);
    expect(search.ok).toBe(false);
    const mistakes = search.ok ? [] : search.mistakes;
    expect(mistakes[0]?.param).toBe(param);
    expect(mistakes[0]?.message).toMatch(message);
  });

  test('sorts by duration', () => {
    expect(form('q=.env+sort:duration')).toMatchObject({
      criteria: { sort: 'duration', terms: [{ field: 'url' }] },
    });
    expect(form('sort=Duration')).toMatchObject({ criteria: { sort: 'duration', terms: [] } });
  });

  test('lists further columns in their own order', () => {
    expect(form('cols=error,Duration,error')).toMatchObject({ ok: true, columns: ['duration', 'error'] });
    expect(form('cols=')).toMatchObject({ ok: true, columns: [] });
  });

  test("times without a zone are in the user's time zone", () => {
    const search = form('start=2026-11-14T00:00&tz=Europe/Zagreb');
    expect(search).toMatchObject({
      zone: 'Europe/Zagreb',
      criteria: { terms: [{ any: [{ from: micros('2026-11-13T23:00Z') }] }] },
    });
  });
});

describe('pattern', () => {
  const matchesUrl = (pattern: string, text: string) => {
    const parsed = parsePattern(pattern, 'contains');
    return parsed !== null && matchesPattern(parsed, text);
  };

  test('ignores ASCII case; stars match any text; a leading slash anchors at the path', () => {
    const url = 'https://Shop.example/Error/.env?x=*';
    expect(matchesUrl('shop', url)).toBe(true);
    expect(matchesUrl('/ERROR', url)).toBe(true);
    expect(matchesUrl('*.env', url)).toBe(false);
    expect(matchesUrl('*.env?x=\\*', url)).toBe(true);
    expect(matchesUrl('/error/*', url)).toBe(true);
    expect(matchesUrl('/.env*', url)).toBe(false);
    expect(matchesUrl('https://*/.env*', url)).toBe(true);
  });

  test('does not match the same characters twice', () => {
    expect(matchesUrl('aba*ba', 'abaXba')).toBe(true);
    expect(matchesUrl('aba*ba', 'aba')).toBe(false);
  });

  test('refuses patterns that are empty, too long or have too many stars', () => {
    expect(parsePattern('', 'contains')).toBeNull();
    expect(parsePattern('*'.repeat(9), 'contains')).toBeNull();
    expect(parsePattern('a'.repeat(1025), 'contains')).toBeNull();
  });
});

test('any cursor can be formatted and parsed back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('older', 'newer'),
      fc.maxSafeNat(),
      fc.nat(2 ** 48 - 1),
      (toward, time, seq) => {
        const cursor = { toward, time: time as Micros, seq: seq as Seq } as Cursor;
        expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
      },
    ),
  );
});
