import { expect, test } from 'vitest';
import type { Span } from '../../profile/profile.ts';
import { queryGroups } from './query-groups.ts';

const span = (kind: Span['kind'], name: string, rest: Partial<Span> = {}): Span => ({
  kind,
  name,
  at: 0,
  duration: 5,
  parent: null,
  ...rest,
});

test('groups identical queries with their count and durations', () => {
  const spans = [
    span('sql', 'SELECT ?', { system: 'mysql' }),
    span('http', 'GET https://a.example/'),
    span('cache', 'GET', { duration: null }),
    span('sql', 'SELECT ?', { system: 'mysql', duration: 7, error: 'lost' }),
    span('sql', 'SELECT ?', { system: 'sqlite' }),
  ];
  expect(queryGroups(spans)).toEqual([
    {
      kind: 'sql',
      system: 'mysql',
      statement: 'SELECT ?',
      count: 2,
      total: 12,
      longest: 7,
      errors: ['lost'],
    },
    { kind: 'cache', system: '', statement: 'GET', count: 1, total: 0, longest: 0, errors: [] },
    { kind: 'sql', system: 'sqlite', statement: 'SELECT ?', count: 1, total: 5, longest: 5, errors: [] },
  ]);
});
