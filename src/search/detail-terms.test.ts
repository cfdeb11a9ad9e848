import { expect, test } from 'vitest';
import type { Detail } from '../profile/profile.ts';
import type { Micros } from '../profile/time.ts';
import { matchesDetail } from './detail-terms.ts';
import { parseForm } from './form.ts';

const DETAIL = {
  notes: [
    { key: 'cart', value: '42' },
    { key: 'plan', value: 'free' },
  ],
  logs: [{ text: 'connection timeout' }, { text: 'saved', fields: '{"order":7}' }],
  spans: [
    { kind: 'sql', name: 'UPDATE orders SET paid = ?' },
    { kind: 'cache', name: 'GET user:?' },
    { kind: 'http', name: 'GET https://api.example' },
  ],
} as unknown as Detail;
const detailsOf = (query: string) => {
  const parsed = parseForm(new URLSearchParams({ q: query }), 1e15 as Micros);
  if (!parsed.ok) throw new Error(query);
  return parsed.criteria.details ?? [];
};
const finds = (query: string, detail: Detail = DETAIL) => matchesDetail(detail, detailsOf(query));

test.each([
  ['note:42', 'note:43'],
  ['note:cart=42', 'note:plan=42'],
  ['note:free', 'note:timeout'],
  ['log:timeout', 'log:42'],
  ['log:saved', 'log:removed'],
  ['log:order', 'log:undefined'],
  ['query:"update orders"', 'query:delete'],
  ['query:user', 'query:api.example'],
])('%s finds the request, and %s does not', (query, other) => {
  expect(finds(query)).toBe(true);
  expect(finds(other)).toBe(false);
  expect(finds(`-${query}`)).toBe(false);
  expect(finds(`-${other}`)).toBe(true);
  expect(finds(`${query} ${other}`)).toBe(false);
  expect(detailsOf(`${query},nothing`)).toHaveLength(1);
});

test('one of several values is enough', () => {
  expect(finds('note:43,42')).toBe(true);
});

test('a request without notes, logs and queries is found only by what it has not', () => {
  const empty = {} as Detail;
  for (const field of ['note', 'log', 'query']) {
    expect(finds(`${field}:a`, empty)).toBe(false);
    expect(finds(`-${field}:a`, empty)).toBe(true);
  }
});
