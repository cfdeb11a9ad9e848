import { expect, test } from 'vitest';
import { parseClauses } from './clauses.ts';
import { addClause, clauseText, hasClause, isValidValue, removeClauses } from './edit-query.ts';

const brief = (query: string) =>
  parseClauses(query).map(({ name, not, values, closed, bare, start, end }) =>
    [
      `${not ? '-' : ''}${name}`,
      values.join('|'),
      closed ? '' : 'open',
      bare ? 'bare' : '',
      `${start}-${end}`,
    ]
      .filter(Boolean)
      .join(' '),
  );

test.each([
  ['', []],
  ['   ', []],
  [' .env ', ['url .env bare 1-5']],
  ['"a b"', ['url a b 0-5']],
  ['-"a b"', ['-url a b 0-6']],
  ['Status:404', ['status 404 0-10']],
  ['status:404,"5 x",', ['status 404|5 x| 0-17']],
  ['a,b', ['url a,b bare 0-3']],
  ['"a","b"', ['url a,"b" 0-7']],
  ['x"y', ['url x"y bare 0-3']],
  ['-a', ['-url a bare 0-2']],
  ['- a', ['url - bare 0-1', 'url a bare 2-3']],
  ['-', ['url - bare 0-1']],
  ['a -', ['url a bare 0-1', 'url - bare 2-3']],
  ['https://h/p', ['url https://h/p bare 0-11']],
  ['url:"a\\"b"', ['url a"b 0-10']],
  ['url:"a\\b"', ['url a\\b 0-9']],
  ['url:"a b', ['url open 0-8']],
  ['url:"', ['url open 0-5']],
  ['route:"/a b"c,d', ['route /a bc|d 0-15']],
  ['duration>500ms', ['duration >500ms 0-14']],
  ['-Duration  >=  1s .env', ['-duration >=1s 0-17', 'url .env bare 18-22']],
  ['a>b', ['url a>b bare 0-3']],
  ['status>400,500', ['status >400|500 0-14']],
  ['status:404 OR status:500', ['status 404|500 0-24']],
  ['a OR b OR c', ['url a|b|c bare 0-11']],
  ['a OR "b"', ['url a|b 0-8']],
  ['"a" OR b', ['url a|b 0-8']],
  ['a AND b', ['url a bare 0-1', 'url b bare 6-7']],
  ['NOT a', ['-url a bare 0-5']],
  ['NOT -a', ['url a bare 0-6']],
  ['NOT NOT a', ['url a bare 0-9']],
  ['a AND NOT b', ['url a bare 0-1', '-url b bare 6-11']],
  ['a "OR" b', ['url a bare 0-1', 'url OR 2-6', 'url b bare 7-8']],
  ['url:OR', ['url OR 0-6']],
  ['a\tb\nc', ['url a bare 0-1', 'url b bare 2-3', 'url c bare 4-5']],
])('%j has the clauses %j', (query, clauses) => {
  expect(brief(query)).toEqual(clauses);
});

test('a clause is added once, before an open quote', () => {
  expect(addClause('', 'a:1')).toBe('a:1');
  expect(addClause('x', '')).toBe('x');
  expect(addClause('x a:1', 'a:1')).toBe('x a:1');
  expect(addClause('x', 'a:1')).toBe('x a:1');
  expect(addClause('x "y', 'a:1')).toBe('a:1 x "y');
});

test('a clause is found by its only value', () => {
  expect(hasClause('status:404', 'status', '404')).toBe(true);
  for (const query of ['', '-status:404', 'status:404,500', 'status:500', 'url:404'])
    expect(hasClause(query, 'status', '404')).toBe(false);
});

test('clauses are removed by name, but not what they exclude', () => {
  expect(removeClauses('status:404 a -status:500  method:GET', ['status', 'method'])).toBe('a -status:500');
});

test('values are quoted where necessary, and some cannot be searched for', () => {
  expect(clauseText('url', ['a b', 'c', 'd,e'])).toBe('url:"a b",c,"d,e"');
  expect(clauseText('user', [''])).toBe('user:""');
  expect(isValidValue('status', '404')).toBe(true);
  for (const [name, value] of [
    ['status', 'x'],
    ['missing', 'x'],
    ['url', ''],
  ] as const)
    expect(isValidValue(name, value)).toBe(false);
});
