import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseQueryText } from './query-text.ts';

const query = (text: string) => parseQueryText(text, { now: 0 as Micros, zone: 'UTC' });
const messages = (text: string) => query(text).mistakes.map(({ message }) => message);

test.each([
  '(status:500)',
  '((status:500)',
  '(-status:500)',
  '(a:b)',
  '(query-time_x:b)',
  '(foo OR bar)',
  '(foo  AND bar)',
  '(foo NOT bar)',
  '(-foo OR bar)',
])('%j cannot group terms', (text) => {
  expect(query(text).mistakes[0]).toMatchObject({
    message: 'parentheses cannot group terms',
    from: 0,
    to: 1,
  });
});

test.each(['(https://h/)', '(foo)', '(COLOR red', '( OR b', 'url:(a:b)', '"(a:b)"', '(foo or bar)'])(
  '%j has parentheses that are text',
  (text) => {
    expect(query(text).mistakes).toEqual([]);
  },
);

test('the term after OR may have a mistake of its own', () => {
  expect(messages('foo OR (status:500)')).toEqual(['parentheses cannot group terms']);
});

test.each(['a OR OR b', 'a OR AND b', 'a AND OR b', 'a OR NOT', 'NOT NOT', 'NOT', 'OR a', 'a AND'])(
  '%j has an operator without a term',
  (text) => {
    expect(messages(text)[0]).toMatch(/^(?:OR|AND|NOT) needs a term/);
  },
);

test.each([
  ['-status:404 OR -status:500', 'write -status:404,500 to exclude both'],
  ['-status:404 OR status:500', 'remove OR to apply both terms'],
  ['status:404 OR -status:500', 'remove OR to apply both terms'],
  ['-status:404 OR -url:a', 'remove OR to apply both terms'],
  ['NOT a OR b', 'remove OR to apply both terms'],
])('%j cannot be joined: %s', (text, fix) => {
  expect(query(text).mistakes).toMatchObject([{ message: 'OR cannot join excluded terms', fix }]);
});

test('terms on one field are joined, with or without its name', () => {
  const any = ['a', 'b'].map((part) => ({ match: 'contains', parts: [part] }));
  for (const text of ['url:a OR b', 'a OR url:b', 'a OR b', 'URL:a OR url:b'])
    expect(query(text)).toEqual({ mistakes: [], terms: [{ field: 'url', not: false, any }] });
});

test('an open quote after OR is reported', () => {
  expect(query('a OR "b').mistakes).toMatchObject([
    { message: 'this quote is never closed', from: 5, to: 7 },
  ]);
});

test.each([
  ['duration<500ms', 'duration', { from: 0, to: 499_999 }],
  ['duration <= 500ms', 'duration', { from: 0, to: 500_000 }],
  ['status > 399', 'status', { from: 400, to: 999 }],
  ['queries>=3', 'queries', { from: 3, to: Number.MAX_SAFE_INTEGER }],
])('%j compares without a colon', (text, field, range) => {
  expect(query(text)).toEqual({ mistakes: [], terms: [{ field, not: false, any: [range] }] });
});

test('a mistake in a comparison has its own range', () => {
  expect(query('status>abc,200').mistakes).toMatchObject([{ from: 6, to: 10 }]);
});
