import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { parseQueryText } from './query-text.ts';

const query = (text: string) => parseQueryText(text, { now: 0 as Micros, zone: 'UTC' });

test('finds users, tags, operations and numbers of queries', () => {
  const { terms, mistakes } = query(
    'user:42,bob* -tag:beta operation:"query Cart" queries:>20,0,3..5 querytime:>=100ms',
  );
  expect(mistakes).toEqual([]);
  const max = Number.MAX_SAFE_INTEGER;
  expect(terms).toEqual([
    {
      field: 'user',
      not: false,
      any: [
        { match: 'whole', parts: ['42'] },
        { match: 'whole', parts: ['bob', ''] },
      ],
    },
    { field: 'tag', not: true, any: [{ match: 'whole', parts: ['beta'] }] },
    { field: 'operation', not: false, any: [{ match: 'whole', parts: ['query cart'] }] },
    {
      field: 'queries',
      not: false,
      any: [
        { from: 21, to: max },
        { from: 0, to: 0 },
        { from: 3, to: 5 },
      ],
    },
    { field: 'queryTime', not: false, any: [{ from: 100_000, to: max }] },
  ]);
});

test.each([
  ['queries:many', 8, 12, /"many" is not a number or a range of numbers/, />20/],
  ['queries:9..3', 8, 12, /starts after it ends/, /3\.\.9/],
  ['querytime:100ms', 10, 15, /not a range of durations/, />100ms/],
  ['users:42', 0, 6, /unknown field "users"/, /write user:/],
  ['tag:', 0, 4, /"tag:" needs a value/, /tag:checkout/],
  ['user:"a\u0007"', 5, 9, /control characters/, /remove/],
])('answers the mistake in %j with its position and a fix', (text, from, to, message, fix) => {
  const [mistake] = query(text).mistakes;
  expect(mistake).toMatchObject({ from, to });
  expect(mistake?.message).toMatch(message);
  expect(mistake?.fix).toMatch(fix);
});
