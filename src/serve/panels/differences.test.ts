import { expect, test } from 'vitest';
import type { Detail, Profile } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { compareProfiles } from './differences.ts';

function profile(seq: number, entry: object = {}, rest: Partial<Detail> = {}): Profile {
  const sample = sampleProfile({ seq, ...entry });
  return { ...sample, detail: sample.detail && { ...sample.detail, ...rest } };
}
const differing = (a: Profile, b: Profile) =>
  compareProfiles(a, b).flatMap(({ id, pairs }) =>
    pairs
      .filter(({ equal }) => !equal)
      .map(({ name, a: valueA, b: valueB, change }) => [id, name, valueA, valueB, change]),
  );
const sql = (name: string) => ({ kind: 'sql', name, at: 0, duration: 100, parent: null }) as const;

test('finds no differences between identical profiles', () => {
  expect(differing(profile(1), profile(2))).toEqual([]);
});

test('reports differences in status, duration and size, and how large they are', () => {
  const b = { status: 500, duration: 4600, responseBytes: 12 };
  expect(differing(profile(1), profile(2, b))).toEqual([
    ['outcome', 'Status', '200', '500', undefined],
    ['outcome', 'Response size', '512 B', '12 B', '−500 B'],
    ['timings', 'Duration', '1.5 ms', '4.6 ms', '+3.1 ms'],
  ]);
});

test('compares headers by name, ignoring case', () => {
  const a = profile(
    1,
    {},
    {
      responseHeaders: [
        ['ETag', 'x'],
        ['set-cookie', null],
        ['vary', 'a'],
        ['vary', 'b'],
      ],
    },
  );
  const b = profile(
    2,
    {},
    {
      responseHeaders: [
        ['etag', 'y'],
        ['set-cookie', null],
        ['age', '1'],
      ],
    },
  );
  expect(differing(a, b)).toEqual([
    ['response-headers', 'etag', 'x', 'y', undefined],
    ['response-headers', 'vary', 'a, b', null, undefined],
    ['response-headers', 'age', null, '1', undefined],
  ]);
});

test('compares queries, logs and notes by how often they occur', () => {
  const log = { at: 5, source: 'console', level: 'warn', text: 'slow' } as const;
  const a = profile(
    1,
    {},
    { spans: [sql('SELECT a'), sql('SELECT b')], notes: [{ key: 'user', value: '1' }] },
  );
  const b = profile(
    2,
    {},
    {
      spans: [sql('SELECT a'), sql('SELECT a'), sql('SELECT b')],
      logs: [log],
      notes: [{ key: 'user', value: '2' }],
    },
  );
  expect(differing(a, b)).toEqual([
    ['timings', 'Queries, total', '200 µs', '300 µs', '+100 µs'],
    ['queries', 'SELECT a', 'once', '2 times', undefined],
    ['logs', 'warn slow', null, 'once', undefined],
    ['notes', 'user', '1', '2', undefined],
  ]);
});

test('compares the fields and errors of exceptions', () => {
  const exception = { name: 'Error', message: 'm', stack: '', cause: null };
  const a = profile(1, {}, { exception: { ...exception, fields: '{"status":404,"code":"E"}' } });
  const b = profile(
    2,
    {},
    { exception: { ...exception, fields: '{"status":409,"code":"E"}', errors: [exception] } },
  );
  expect(differing(a, b)).toEqual([
    ['exception', 'status', '404', '409', undefined],
    ['exception', 'Caused by', null, 'Error: m', undefined],
  ]);
});

test('compares exceptions with all their causes', () => {
  const cause = { name: 'TypeError', message: 'x', stack: 'at y', cause: null };
  const a = profile(1, {}, { exception: { name: 'Error', message: 'm', stack: 's', cause: null } });
  const b = profile(2, {}, { exception: { name: 'Error', message: 'm', stack: 's', cause } });
  expect(differing(a, b)).toEqual([
    ['exception', 'Caused by', null, 'TypeError: x', undefined],
    ['exception', 'Stack', null, 'at y', undefined],
  ]);
});
