import { expect, test } from 'vitest';
import type { Micros } from '../profile/time.ts';
import { asksForStages, childrenOf, countedTerms } from './criteria.ts';
import { parseQueryText } from './query-text.ts';

const termsOf = (query: string) => parseQueryText(query, { now: 1e15 as Micros, zone: 'UTC' }).terms;
const NO_STAGES = { field: 'kind', not: true, any: ['error'] };

test.each(['kind:error', 'status:500 kind:error', 'token:3fa2c1', 'parent:3fa2c1'])(
  '%s asks for stages',
  (query) => {
    expect(asksForStages(termsOf(query))).toBe(true);
    expect(countedTerms(termsOf(query))).toEqual(termsOf(query));
  },
);

test.each([
  '',
  'status:500',
  'kind:main',
  'kind:main,error',
  '-kind:error',
  '-token:3fa2c1',
  '-parent:3fa2c1',
])('%j counts a request and its error stage once', (query) => {
  expect(asksForStages(termsOf(query))).toBe(false);
  expect(countedTerms(termsOf(query))).toEqual([...termsOf(query), NO_STAGES]);
});

test('the children of a profile are up to a hundred', () => {
  expect(childrenOf('3fa2c1')).toEqual({ terms: termsOf('parent:3fa2c1'), limit: 100, cursor: null });
});
