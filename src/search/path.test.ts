import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { matchesPattern } from './pattern.ts';
import { parseQueryText } from './query-text.ts';

const query = (text: string) => parseQueryText(text, { now: 0 as Micros, zone: 'UTC' });

function isFound(text: string, url: string): boolean {
  const [term] = query(text).terms;
  return term?.field === 'url' && term.any.some((pattern) => matchesPattern(pattern, url)) !== term.not;
}

test('a path is the whole path of the URL, with any query', () => {
  for (const url of ['http://h/a', 'http://h/a?', 'http://h/a?b=/c', 'http://h/A?b'])
    expect(isFound('path:/a', url), url).toBe(true);
  for (const url of ['http://h/ab', 'http://h/b/a', 'http://h/a/', 'http://h/a/b?c', 'http://h'])
    expect(isFound('path:/a', url), url).toBe(false);
});

test('a star matches any text, also slashes', () => {
  expect(isFound('path:/a/*/b', 'http://h/a/1/b?c')).toBe(true);
  expect(isFound('path:/a/*', 'http://h/a/1/b?c')).toBe(true);
  expect(isFound('path:/a/*/b', 'http://h/a/1/bc')).toBe(false);
  expect(isFound('path:/a/\\*', 'http://h/a/1')).toBe(false);
  expect(isFound('path:/a/\\*', 'http://h/a/*?b')).toBe(true);
});

test('paths can be excluded, and several can be found', () => {
  expect(isFound('-path:/a', 'http://h/a?b')).toBe(false);
  expect(isFound('-path:/a', 'http://h/b')).toBe(true);
  expect(isFound('path:/a,/b', 'http://h/b?c')).toBe(true);
});

test('a path without its slash is a mistake', () => {
  expect(query('path:/a,users').mistakes).toEqual([
    {
      param: 'q',
      text: 'path:/a,users',
      from: 8,
      to: 13,
      message: 'a path starts with a slash',
      fix: 'write /users',
    },
  ]);
});
