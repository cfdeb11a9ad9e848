import { describe, expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { excludesValue, excludeValue, filtersOf } from './edit-query.ts';
import { parseQueryText } from './query-text.ts';

const now = (Date.UTC(2026, 10, 14, 9, 5, 7) * 1000) as Micros;
const termsOf = (query: string) => parseQueryText(query, { now, zone: 'UTC' });

describe('filtersOf', () => {
  test('has the query without each clause, and with it inverted', () => {
    const filters = filtersOf('status:404 OR status:500 AND -client:bot NOT "a b" since:1h sort:duration');
    expect(filters.map(({ name, not, values }) => [name, not, values])).toEqual([
      ['status', false, ['404', '500']],
      ['client', true, ['bot']],
      ['url', true, ['a b']],
      ['since', false, ['1h']],
      ['sort', false, ['duration']],
    ]);
    expect(filters[0]?.removed).toBe('-client:bot NOT "a b" since:1h sort:duration');
    expect(filters.map(({ inverted }) => inverted)).toEqual([
      '-status:404,500 -client:bot NOT "a b" since:1h sort:duration',
      'status:404 OR status:500 client:bot NOT "a b" since:1h sort:duration',
      'status:404 OR status:500 -client:bot url:"a b" since:1h sort:duration',
      null,
      null,
    ]);
  });

  test('never makes a query with a mistake, and inverts exactly one term', () => {
    const query =
      'status:404 OR status:500 AND duration>500ms NOT .env -"x y" https://shop.example/a,b -since:1h';
    const { terms } = termsOf(query);
    for (const [i, { removed, inverted }] of filtersOf(query).entries()) {
      expect(termsOf(removed)).toEqual({ mistakes: [], terms: terms.toSpliced(i, 1) });
      const other = { ...terms[i], not: !terms[i]?.not };
      expect(termsOf(inverted ?? '')).toMatchObject({
        mistakes: [],
        terms: terms.toSpliced(i, 1, other as never),
      });
    }
  });

  test('has the range of each clause in the text', () => {
    const query = ' status:404   .env ';
    expect(filtersOf(query).map(({ start, end }) => query.slice(start, end))).toEqual(['status:404', '.env']);
  });
});

describe('excludeValue', () => {
  test.each([
    ['', '-status:404'],
    ['status:4xx', 'status:4xx -status:404'],
    ['status:404 .env', '.env -status:404'],
    ['-status:404', '-status:404'],
    ['-status:500', '-status:500 -status:404'],
    ['a status:404,500 host:404 status:404 b', 'a status:404,500 host:404 b -status:404'],
    ['-status:404 status:404', '-status:404'],
    ['-status:404 a', '-status:404 a'],
  ])('%j becomes %j', (query, expected) => {
    expect(excludeValue(query, 'status', '404')).toBe(expected);
  });
});

test('times and the order are not inverted', () => {
  for (const query of ['since:1h', 'until:1h', 'sort:duration'])
    expect(filtersOf(query)[0]?.inverted).toBeNull();
  expect(filtersOf('at:today')[0]?.inverted).toBe('-at:today');
});

test('knows what a query excludes', () => {
  expect(excludesValue('a -status:404,500', 'status', '500')).toBe(true);
  for (const query of ['', 'status:500', '-status:404', '-url:500', '-a status:500'])
    expect(excludesValue(query, 'status', '500'), query).toBe(false);
});
