import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseForm } from './form.ts';
import { parseQueryText, SORT_HELP } from './query-text.ts';

const query = (text: string) => parseQueryText(text, { now: 0 as Micros, zone: 'UTC' });
const form = (params: string) => parseForm(new URLSearchParams(params), 0 as Micros);

test.each(['host', 'route', 'user', 'tag', 'service', 'instance', 'release', 'error'])(
  '%s matches whole values',
  (name) => {
    expect(query(`${name}:a`).terms).toEqual([
      { field: name, not: false, any: [{ match: 'whole', parts: ['a'] }] },
    ]);
  },
);

test.each(['url', 'agent'])('%s matches a part of the text', (name) => {
  expect(query(`${name}:a`).terms).toEqual([
    { field: name, not: false, any: [{ match: 'contains', parts: ['a'] }] },
  ]);
});

test('a path with a star at the end matches any query without another pattern', () => {
  expect(query('path:/a/*').terms).toMatchObject([{ any: [{ match: 'target', parts: ['/a/', ''] }] }]);
  expect(query('path:/a').terms).toMatchObject([{ any: [{ parts: ['/a'] }, { parts: ['/a?', ''] }] }]);
});

const TOO_LONG = {
  message: 'this text is too long to search for',
  fix: 'write at most 1,024 characters with at most 8 stars',
};
const CONTROL = { message: 'control characters are not allowed', fix: 'remove them' };
const MISSING = {
  message: 'a value is missing here',
  fix: 'write the text to find, or remove the field',
};

test.each(['host', 'path', 'log'])('%s says what is wrong with a value, and where it is', (name) => {
  const at = name.length + 4;
  const stars = '*/'.repeat(9);
  expect(query(`${name}:/a,/${stars}`).mistakes).toMatchObject([{ ...TOO_LONG, from: at, to: at + 19 }]);
  expect(query(`${name}:/a,/\u0007`).mistakes).toMatchObject([{ ...CONTROL, from: at, to: at + 2 }]);
  expect(query(`${name}:/a,`).mistakes).toMatchObject([{ ...MISSING, from: at, to: at }]);
});

test('the order is not a list, and its help is a query without mistakes', () => {
  expect(SORT_HELP).toEqual({ help: 'the slowest first', example: 'sort:duration' });
  expect(form(`q=${SORT_HELP.example}`)).toMatchObject({ ok: true, criteria: { sort: 'duration' } });
  expect(form('q=sort:duration,x')).toMatchObject({
    mistakes: [{ message: 'results cannot be sorted by "duration,x"' }],
  });
});

test.each([
  ['status:404,', '"" is not a valid HTTP status', 11, 11],
  ['status:""', '"status:" needs a value', 0, 9],
  ['a ""', 'a value is missing here', 2, 4],
  ['since:2026-11-14 09:05', 'the time "2026-11-14 09:05" has a space in it', 6, 22],
])('%j has the mistake %j', (text, message, from, to) => {
  expect(query(text).mistakes).toMatchObject([{ message, from, to }]);
});

test('an unknown field is quoted in the advice, with its own quotes escaped', () => {
  expect(query('zzzzzzzz:"a b"').mistakes).toMatchObject([
    { fix: 'quote it to find it in the URL: "zzzzzzzz:\\"a b\\""' },
  ]);
});

test.each(['status:', 'since:2026-11-14 09:05', '(a:b)', 'zzzzzzzz:', 'sort:x', '-sort:duration'])(
  'after the mistake in %j, the next clause is read, and only that',
  (text) => {
    const { terms, mistakes } = query(`${text} next`);
    expect(mistakes).toHaveLength(1);
    expect(terms).toEqual([{ field: 'url', not: false, any: [{ match: 'contains', parts: ['next'] }] }]);
  },
);

test('at most ten mistakes are reported, also of a sorted search', () => {
  const search = form(`q=sort:duration log:x ${'a: '.repeat(10)}&cursor=o1-1`);
  expect(search).toMatchObject({ ok: false });
  expect(!search.ok && search.mistakes).toHaveLength(10);
});
